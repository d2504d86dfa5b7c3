import type { Command } from 'commander';
import { CURRENCIES } from '../../../kernel/currency.ts';
import {
  ACCOUNT_RATES,
  CreatePartnerInput,
  REVIEWS,
  UNKNOWN_INPUTS,
} from '../../../nouns/partner/partner.input.ts';
import type { Pricing } from '../../../nouns/partner/pricing.rules.ts';
import { rateInWords } from '../output/rate.ts';
import { choiceOption } from './choice-option.ts';
import { bandsOf, limitsOf, listOf, numberOf, rateOf } from './option-value.ts';

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

/** Adds an option for every setting of a partner. For a new partner the help names the defaults; a change has none. */
export function addSettingOptions(command: Command, use: 'create' | 'update'): Command {
  const defaults = CreatePartnerInput.parse({ name: 'any' });
  const byDefault = (value: string | number) => (use === 'create' ? ` (default: ${value})` : '');
  return command
    .addOption(
      choiceOption(
        '--review <how>',
        `who approves requests for funding: ${REVIEWS.join(' or ')}${byDefault(defaults.review)}`,
        REVIEWS,
      ),
    )
    .option('--auto-accept', 'accept every offer at once in the name of the partner')
    .option('--no-auto-accept', `leave offers to the partner${byDefault('this')}`)
    .addOption(
      choiceOption(
        '--account-rates <need>',
        `chargeback and refund rates: ${ACCOUNT_RATES.join(' or ')}${byDefault(defaults.account_rates)}`,
        ACCOUNT_RATES,
      ),
    )
    .option(
      '--interest-rate <rate>',
      `the interest rate, in percent such as 0.15% or as a decimal such as 0.0015${byDefault(rateInWords(defaults.interest_rate.default))}`,
      rateOf,
    )
    .option(
      '--interest-bands <list>',
      `rates by currency and longest period, such as HKD:30:0.15% or HKD:30:0.0015, or none${byDefault('none')}`,
      bandsOf,
    )
    .addOption(
      choiceOption(
        '--currencies <list>',
        `currencies that the partner can request, such as HKD,USD${byDefault('all')}`,
        CURRENCIES,
      ).argParser(listOf),
    )
    .option(
      '--offer-valid-days <days>',
      `days in which an offer may be accepted${byDefault(defaults.offer_valid_days)}`,
      numberOf,
    )
    .option(
      '--auto-limit <list>',
      `what a customer may have outstanding under automatic review, such as HKD:100000000 in minor units, or none${byDefault('none')}`,
      limitsOf,
    )
    .addOption(
      choiceOption(
        '--unknown-input <how>',
        `unknown input on /v1: ${UNKNOWN_INPUTS.join(' or ')}${byDefault(defaults.unknown_input)}`,
        UNKNOWN_INPUTS,
      ),
    );
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
