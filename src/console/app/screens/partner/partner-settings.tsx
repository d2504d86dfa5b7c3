import { money, percent } from '../../format.ts';
import type { PartnerSettingsFragment } from '../../generated/graphql.ts';
import { Field, typed } from '../../ui/dialog.tsx';
import { Fact } from '../../ui/parts.tsx';

/** What the settings of a partner mean for its requests, in words. */
export function SettingsInWords({ partner }: { partner: PartnerSettingsFragment }) {
  const { review, autoAccept, accountRates, currencies, offerValidDays, unknownInput, interestRate } =
    partner;
  return (
    <dl class="facts words">
      <Fact name="Review">
        {review === 'AUTO'
          ? 'Requests are approved by themselves, up to the limits.'
          : 'Every request waits for an operator.'}
      </Fact>
      {review === 'AUTO' && (
        <Fact name="Limits">
          {partner.autoLimit.length === 0
            ? 'No limit: whatever is asked for is approved.'
            : partner.autoLimit.map(({ currency, amount }) => (
                <span class="line" key={currency}>
                  above {money(amount, currency)} outstanding, a customer’s request waits
                </span>
              ))}
        </Fact>
      )}
      <Fact name="Offers">
        {autoAccept
          ? 'Accepted as soon as they are approved.'
          : `The partner answers within ${offerValidDays} days.`}
      </Fact>
      <Fact name="Interest rate">
        {percent(interestRate.default)}
        {interestRate.bands.map(({ currency, periodDaysMax, rate }) => (
          <span class="line" key={currency + periodDaysMax}>
            {currency} up to {periodDaysMax} days: {percent(rate)}
          </span>
        ))}
      </Fact>
      <Fact name="Currencies">{currencies.join(', ')}</Fact>
      <Fact name="Account rates">
        {accountRates === 'REQUIRED'
          ? 'A request has to state chargebacks and refunds.'
          : 'A request may leave chargebacks and refunds out.'}
      </Fact>
      <Fact name="Unknown input">
        {unknownInput === 'REFUSE'
          ? 'A request with an unknown member is refused.'
          : 'Unknown members are passed over.'}
      </Fact>
    </dl>
  );
}

/** The settings that are changed most. */
export function SettingFields({ partner }: { partner: PartnerSettingsFragment | null }) {
  return (
    <>
      <Field label="Name">
        <input name="name" required maxLength={255} defaultValue={partner?.name ?? ''} autocomplete="off" />
      </Field>
      <Field label="Review">
        <select name="review">
          <option value="AUTO">Requests are approved by themselves</option>
          <option value="MANUAL" selected={partner?.review === 'MANUAL'}>
            Every request waits for an operator
          </option>
        </select>
      </Field>
      <Field label="Offers">
        <select name="autoAccept">
          <option value="no">The partner answers them</option>
          <option value="yes" selected={partner?.autoAccept === true}>
            Accepted as soon as they are approved
          </option>
        </select>
      </Field>
      <Field label="Interest rate" hint="As a decimal, such as 0.002; for what has no band of its own.">
        <input
          name="rate"
          inputMode="decimal"
          pattern="0(\.\d{1,12})?|1"
          required
          defaultValue={String(partner?.interestRate.default ?? 0.002)}
        />
      </Field>
      <Field label="Days to answer an offer">
        <input
          name="days"
          type="number"
          min="1"
          max="3650"
          required
          defaultValue={String(partner?.offerValidDays ?? 30)}
        />
      </Field>
    </>
  );
}

/** The input of the mutation from these fields. */
export const settingsOf = (form: FormData) => ({
  name: typed(form, 'name'),
  review: typed(form, 'review') === 'MANUAL' ? ('MANUAL' as const) : ('AUTO' as const),
  autoAccept: typed(form, 'autoAccept') === 'yes',
  interestRate: { default: Number(typed(form, 'rate')) },
  offerValidDays: Number(typed(form, 'days')),
});
