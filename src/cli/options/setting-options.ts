import type { Command } from 'commander';
import { ACCOUNT_RATES, REVIEWS, UNKNOWN_INPUTS } from '../../partner/partner.input.ts';
import type { Pricing } from '../../partner/pricing.rules.ts';
import { bandsOf, limitsOf, listOf, numberOf } from './option-value.ts';

export interface SettingOptions {
  readonly review?: string;
  readonly autoAccept?: boolean;
  readonly accountRates?: string;
  readonly interestRate?: number;
  readonly interestBands?: Pricing['bands'];
  readonly currencies?: string[];
  readonly offerValidDays?: number;
  readonly autoLimit?: ReturnType<typeof limitsOf>;
  readonly unknownInput?: string;
}

/** Adds an option for every setting of a partner. */
export function addSettingOptions(command: Command): Command {
  return command
    .option('--review <how>', `who approves requests for funding: ${REVIEWS.join(' or ')}`)
    .option('--auto-accept', 'accept every offer at once in the name of the partner')
    .option('--no-auto-accept', 'leave offers to the partner')
    .option('--account-rates <need>', `chargeback and refund rates: ${ACCOUNT_RATES.join(' or ')}`)
    .option('--interest-rate <rate>', 'the interest rate, as a decimal such as 0.002', numberOf)
    .option(
      '--interest-bands <list>',
      'rates by currency and longest period, such as HKD:30:0.0015, or none',
      bandsOf,
    )
    .option('--currencies <list>', 'currencies that can be asked for, such as HKD,USD', listOf)
    .option('--offer-valid-days <days>', 'how long an offer may be accepted', numberOf)
    .option(
      '--auto-limit <list>',
      'what a customer may have outstanding by automatic review, such as HKD:100000000 in minor units, or none',
      limitsOf,
    )
    .option('--unknown-input <how>', `unknown members on /v1: ${UNKNOWN_INPUTS.join(' or ')}`);
}

/** The given options as members of the input. */
export function settingsOf(options: SettingOptions): Record<string, unknown> {
  const { review, autoAccept, accountRates, interestRate, interestBands, currencies } = options;
  const { offerValidDays, autoLimit, unknownInput } = options;
  const rates = {
    ...(interestRate !== undefined && { default: interestRate }),
    ...(interestBands !== undefined && { bands: interestBands }),
  };
  return {
    ...(review !== undefined && { review }),
    ...(autoAccept !== undefined && { auto_accept: autoAccept }),
    ...(accountRates !== undefined && { account_rates: accountRates }),
    ...(Object.keys(rates).length > 0 && { interest_rate: rates }),
    ...(currencies !== undefined && { currencies }),
    ...(offerValidDays !== undefined && { offer_valid_days: offerValidDays }),
    ...(autoLimit !== undefined && { auto_limit: autoLimit }),
    ...(unknownInput !== undefined && { unknown_input: unknownInput }),
  };
}
