import { daysInWords, money, percent } from '../../../../console-kit/format.ts';
import type { PartnerSettingsFragment } from '../../../../console-kit/generated/graphql.ts';
import { Fact } from '../../../../console-kit/parts.tsx';
import { ServicingInWords } from './servicing-choices.tsx';

export type Settings = Omit<PartnerSettingsFragment, 'id' | 'createdAt'>;

const REVIEWS: Readonly<Record<Settings['review'], string>> = {
  AUTO: 'Requests are approved by themselves, up to the limits.',
  POLICY: 'The live policy approves, denies, or leaves a request to an operator.',
  MANUAL: 'Every request waits for an operator, whom the live policy advises.',
};

/** What the settings of a partner mean for its requests, in words. */
export function SettingsInWords({ partner }: { partner: Settings }) {
  const { review, autoAccept, accountRates, currencies, offerValidDays, unknownInput, interestRate } =
    partner;
  return (
    <dl class="facts words">
      <Fact name="Review">{REVIEWS[review]}</Fact>
      {review === 'AUTO' && (
        <Fact name="Limits">
          {partner.autoLimit.length === 0
            ? 'No limit: every request is approved.'
            : partner.autoLimit.map(({ currency, amount }) => (
                <span class="line" key={currency}>
                  Above {money(amount, currency)} outstanding of one customer, a request waits.
                </span>
              ))}
        </Fact>
      )}
      <Fact name="Offers">
        {autoAccept
          ? 'Accepted as soon as they are approved.'
          : `The partner answers within ${daysInWords(offerValidDays)}; after that an offer lapses.`}
      </Fact>
      <Fact name="Interest rate">
        {percent(interestRate.default)} for a period
        {interestRate.bands.length > 0 && ', but for'}
        {interestRate.bands.map(({ currency, periodDaysMax, rate }) => (
          <span class="line" key={currency + periodDaysMax}>
            {currency} up to {daysInWords(periodDaysMax)} {percent(rate)}
          </span>
        ))}
      </Fact>
      <Fact name="Currencies">{currencies.join(', ')}</Fact>
      <Fact name="Account rates">
        {accountRates === 'REQUIRED'
          ? 'A request has to state chargebacks and refunds.'
          : 'A request may leave chargebacks and refunds out.'}
      </Fact>
      <ServicingInWords partner={partner} />
      <Fact name="Unknown input">
        {unknownInput === 'REFUSE'
          ? 'A request with an unknown member is refused.'
          : 'Unknown members are ignored.'}
      </Fact>
    </dl>
  );
}
