import type { Command } from 'commander';
import { ACCOUNT_RATES, REVIEWS } from '../partner/partner.input.ts';
import { createPartner, listPartners } from '../partner/partner.operations.ts';
import { INTEREST_RATE_DEFAULT, type Pricing } from '../partner/pricing.rules.ts';
import { bandsOf, listOf, numberOf } from './option-value.ts';
import type { Session } from './session.ts';

interface PartnerOptions {
  readonly review?: string;
  readonly autoAccept?: boolean;
  readonly accountRates?: string;
  readonly interestRate?: number;
  readonly interestBands?: Pricing['bands'];
  readonly currencies?: string[];
  readonly offerValidDays?: number;
}

/** `partner create` and `partner list`. */
export function addPartnerCommands(program: Command, session: Session): void {
  const partner = program.command('partner').description('partners');

  partner
    .command('create <name>')
    .description('create a partner and its first API key, which is shown this once')
    .option('--review <how>', `who approves requests for funding: ${REVIEWS.join(' or ')}`)
    .option('--auto-accept', 'accept every offer at once in the name of the partner')
    .option('--account-rates <need>', `chargeback and refund rates: ${ACCOUNT_RATES.join(' or ')}`)
    .option('--interest-rate <rate>', 'the interest rate, as a decimal such as 0.002', numberOf)
    .option('--interest-bands <list>', 'rates by currency and longest period, such as HKD:30:0.0015', bandsOf)
    .option('--currencies <list>', 'currencies that can be asked for, such as HKD,USD', listOf)
    .option('--offer-valid-days <days>', 'how long an offer may be accepted', numberOf)
    .action(async (name: string, options: PartnerOptions) => {
      const { partner: created, key } = await session.perform(createPartner, {}, settingsOf(name, options));
      const { partner_id } = created;
      session.print({ partner_id, api_key: key.api_key }, [
        ['partner_id', 'api_key (shown this once)'],
        [partner_id, key.api_key],
      ]);
    });

  partner
    .command('list')
    .description('list the partners and their settings, the newest first')
    .action(async () => {
      const partners = await session.perform(listPartners, {}, {});
      session.print({ partners }, [
        ['partner_id', 'name', 'review', 'auto_accept', 'account_rates', 'rate', 'offer', 'currencies'],
        ...partners.map((each) => [
          each.partner_id,
          each.name,
          each.review,
          each.auto_accept ? 'yes' : 'no',
          each.account_rates,
          String(each.interest_rate.default),
          `${each.offer_valid_days}d`,
          each.currencies.join(','),
        ]),
      ]);
    });
}

function settingsOf(name: string, options: PartnerOptions): Record<string, unknown> {
  const { review, autoAccept, accountRates, interestRate, interestBands, currencies, offerValidDays } =
    options;
  return {
    name,
    ...(review !== undefined && { review }),
    ...(autoAccept !== undefined && { auto_accept: autoAccept }),
    ...(accountRates !== undefined && { account_rates: accountRates }),
    interest_rate: { default: interestRate ?? INTEREST_RATE_DEFAULT, bands: interestBands ?? [] },
    ...(currencies !== undefined && { currencies }),
    ...(offerValidDays !== undefined && { offer_valid_days: offerValidDays }),
  };
}
