import { wordsOf } from '../../kernel/words.ts';
import { z } from 'zod';
import { CURRENCIES } from '../../kernel/currency.ts';
import { amountField, dateField, integerField } from '../../kernel/input/fields.ts';
import { typeNamed } from '../../kernel/input/type-name.ts';
import { inUnit } from '../../kernel/input/unit.ts';
import { countries } from '../kyc/countries/index.ts';
import { hasNoPair, TWO_PEOPLE_INPUT } from './two-people.input.ts';

export const FEE_RECOGNITIONS = ['over_period', 'at_disbursement'] as const;
export const FEE_RECOGNITION_MEANINGS: Readonly<Record<(typeof FEE_RECOGNITIONS)[number], string>> = {
  over_period: 'A fee is earned day by day over the period of its settlement.',
  at_disbursement: 'A fee is earned whole when the money is sent.',
};

/** 100 is 10,000 % a year. A higher ceiling would stop nothing. */
const CEILING_MAX = 100;
/** No country has as many public holidays. */
const HOLIDAYS_OF_YEAR_MAX = 100;
/** Five years of two countries. The list is read whenever a settlement is funded. */
export const HOLIDAYS_MAX = 1_000;
/** A larger difference is not small in any currency: a million yen are about 50,000 HKD. */
const SMALL_DIFFERENCE_MAX = 1_000_000;

export const COUNTRY_CODES = Object.values(countries).map(({ code }) => code);

const country = z.enum(COUNTRY_CODES).describe('The country of the customer, such as HK.');

const RateCeilingInput = typeNamed(
  'RateCeilingInput',
  z
    .strictObject({
      country,
      rate: inUnit('rate', z.number().min(0).max(CEILING_MAX)).describe(
        'Of a year, as a decimal: 0.6 is 60 %.',
      ),
    })
    .describe('The highest annual rate of an offer to customers of a country.'),
);

const HolidayInput = typeNamed(
  'HolidayInput',
  z
    .strictObject({ country, day: dateField().describe('As YYYY-MM-DD.') })
    .describe('A day on which the banks of a country are closed.'),
);

const SmallDifferenceInput = typeNamed(
  'SmallDifferenceInput',
  z
    .strictObject({
      currency: z.enum(CURRENCIES),
      amount: typeNamed('SafeInt', amountField(0, SMALL_DIFFERENCE_MAX)).describe(
        'In the minor unit of the currency.',
      ),
    })
    .describe('What may stay unpaid in a currency when a settlement is closed.'),
);

/** The queues of work, each with the moment from which its due time counts. */
export const WORK_QUEUES = {
  review: 'Requests that wait for a decision, from the request on.',
  disburse: 'Accepted offers whose money waits to be sent, from the acceptance on.',
  lapsing: 'Offers that the partner has not answered, from the approval on.',
  warnings: 'Customers whose KYC has warnings, from the first warning on.',
  overdue: 'Settlements that are overdue, from the end of their last day for the payment on.',
  reported: 'Reported repayments that wait for an answer, from the report on.',
  excess: 'Money that was paid too much, from the day on which its list shows it.',
} as const;
export type WorkQueue = keyof typeof WORK_QUEUES;
export const QUEUE_NAMES = wordsOf(WORK_QUEUES);

/** 30 days: what may wait for longer needs no due time. */
const DUE_HOURS_MAX = 720;

const DueTimeInput = typeNamed(
  'DueTimeInput',
  z
    .strictObject({
      queue: typeNamed('WorkQueue', z.enum(QUEUE_NAMES)).describe('The queue.'),
      hours: integerField(1, DUE_HOURS_MAX).describe(
        `From the beginning of the wait, 1 to ${DUE_HOURS_MAX}.`,
      ),
    })
    .describe('How soon the work of a queue should be done.'),
);

/** Whether no country has more holidays in a year than `HOLIDAYS_OF_YEAR_MAX`. */
function hasFewAYear(holidays: readonly { readonly country: string; readonly day: string }[]): boolean {
  const years = Map.groupBy(holidays, (each) => `${each.country} ${each.day.slice(0, 'YYYY'.length)}`);
  return [...years.values()].every((days) => days.length <= HOLIDAYS_OF_YEAR_MAX);
}

/** If a member is absent or null, the present setting stays. */
export const UpdateProviderSettingsInput = z
  .strictObject({
    rate_ceiling: z
      .array(RateCeilingInput)
      .max(COUNTRY_CODES.length)
      .refine((rows) => hasNoPair(rows, (row) => row.country), 'must not have two ceilings of one country')
      .nullish()
      .describe(
        'The highest annual rate by country; above it no approval is possible, and a request that would be approved automatically waits. Without one there is no ceiling. They replace the present ceilings.',
      ),
    holidays: z
      .array(HolidayInput)
      .max(HOLIDAYS_MAX)
      .refine(
        (rows) => hasNoPair(rows, ({ country: of, day }) => `${of} ${day}`),
        'must not name a day of a country twice',
      )
      .refine(hasFewAYear, `must have at most ${HOLIDAYS_OF_YEAR_MAX} days of a country and year`)
      .nullish()
      .describe(
        'The days by country, besides Saturdays and Sundays, on which nothing is to be paid. A change moves no last day for a payment that is past. They replace the present ones.',
      ),
    small_difference: z
      .array(SmallDifferenceInput)
      .max(CURRENCIES.length)
      .refine(
        (rows) => hasNoPair(rows, ({ currency }) => currency),
        'must not have two amounts of one currency',
      )
      .nullish()
      .describe(
        'A repayment that leaves no more than this of principal and fee closes the settlement, by currency; 0 if a currency is not named. They replace the present ones.',
      ),
    fee_recognition: typeNamed('FeeRecognition', z.enum(FEE_RECOGNITIONS))
      .nullish()
      .describe('When fees become income in the books.'),
    ...TWO_PEOPLE_INPUT,
    due_times: z
      .array(DueTimeInput)
      .max(QUEUE_NAMES.length)
      .refine((rows) => hasNoPair(rows, (row) => row.queue), 'must not have two due times of one queue')
      .nullish()
      .describe('How soon the work of each queue should be done. They replace the present due times.'),
  })
  .describe('The settings to change. A setting that is absent or null does not change.');
export type ProviderChange = z.output<typeof UpdateProviderSettingsInput>;

export const CloseBooksInput = z.strictObject({
  until: dateField().describe('The last day of the closed period, as YYYY-MM-DD; at the latest yesterday.'),
});
