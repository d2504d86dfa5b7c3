import { z } from 'zod';
import { orElse, orNull } from '../../../kernel/input/fields.ts';
import { typeNamed } from '../../../kernel/input/type-name.ts';
import { type Separator, SEPARATORS } from '../../../engine/sheets/read-csv.ts';
import { DECIMAL_SIGNS, type DecimalSign } from './repayment-csv.ts';
import { DATE_ORDERS, type DateOrder } from './written-day.ts';
import { BULK_MAX } from './bulk.rules.ts';

const dryRun = () =>
  orElse(z.boolean(), false).describe(
    'True shows what would happen, and changes nothing; false when absent.',
  );
const onlyValid = () =>
  orElse(z.boolean(), false).describe(
    'True records the valid items even if others are invalid. False when absent: one invalid item then stops the whole request.',
  );

/** An item, not checked yet. Each item is checked alone, so that a fault in one item does not refuse the others. */
const RecordRepaymentsItem = z
  .strictObject({
    funding_id: typeNamed('ID', z.string()).describe('The settlement that is paid back.'),
    amount: typeNamed('SafeInt', z.number()).describe('In the minor unit of the currency, 1 or more.'),
    currency: orNull(z.string()).describe('If it is given, it must be the currency of the settlement.'),
    received_on: orNull(typeNamed('LocalDate', z.string())).describe(
      'The day on which the money came; today when absent.',
    ),
    source: typeNamed('RepaymentSource', z.string()).describe('The way in which the money came.'),
    reference: z.string().describe('The reference of the payment, 1 to 140 characters.'),
  })
  .meta({ id: 'RecordRepaymentsItem', description: 'A repayment that the provider has received.' });

export const RecordRepaymentsInput = z
  .strictObject({
    items: z.array(RecordRepaymentsItem).min(1).max(BULK_MAX).describe(`1 to ${BULK_MAX} repayments.`),
    dry_run: dryRun(),
    only_valid: onlyValid(),
  })
  .meta({ id: 'RecordRepaymentsInput', description: 'Repayments that are recorded together.' });

/** The largest file: 500 rows of 4 kB. */
export const CSV_BYTES_MAX = 2 * 1024 * 1024;

export const SEPARATOR_MEANINGS: Readonly<Record<Separator, string>> = {
  comma: 'A comma.',
  semicolon: 'A semicolon.',
  tab: 'A tab.',
};
export const SIGN_MEANINGS: Readonly<Record<DecimalSign, string>> = {
  point: 'A point, as in 745.00.',
  comma: 'A comma, as in 745,00.',
};
export const DATE_ORDER_MEANINGS: Readonly<Record<DateOrder, string>> = {
  year_first: 'As in 2026-01-31.',
  day_first: 'As in 31/01/2026.',
  month_first: 'As in 01/31/2026.',
};

export const ImportRepaymentsInput = z
  .strictObject({
    csv: z
      .string()
      .refine((text) => Buffer.byteLength(text) <= CSV_BYTES_MAX, {
        error: 'must have at most 2 MiB',
        abort: true,
      })
      .describe(
        'The text of the file, whose first row names the columns funding_id, amount, currency, received_on, reference and source.',
      ),
    separator: orElse(typeNamed('CsvSeparator', z.enum(SEPARATORS)), 'comma').describe(
      'What stands between two cells; a comma when absent.',
    ),
    decimal_sign: orElse(typeNamed('CsvDecimalSign', z.enum(DECIMAL_SIGNS)), 'point').describe(
      'What stands between dollars and cents; a point when absent.',
    ),
    date_order: orElse(typeNamed('CsvDateOrder', z.enum(DATE_ORDERS)), 'year_first').describe(
      'The order of day, month and year; the year first when absent.',
    ),
    dry_run: dryRun(),
    only_valid: onlyValid(),
  })
  .meta({ id: 'ImportRepaymentsInput', description: 'A CSV file of repayments that are recorded together.' });
