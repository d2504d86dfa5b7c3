import type { Selectable } from 'kysely';
import { z } from 'zod';
import { CURRENCIES } from '../../kernel/currency.ts';
import { describedBy } from '../../kernel/input/description.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import { operationField, ruleField } from './two-people.input.ts';
import {
  COUNTRY_CODES,
  FEE_RECOGNITIONS,
  QUEUE_NAMES,
  UpdateProviderSettingsInput,
} from './provider.input.ts';

const country = z.enum(COUNTRY_CODES);

/** The settings, as they are stored. A setting that an earlier version did not have has its default. */
const StoredSettings = z.object({
  rate_ceiling: z.array(z.strictObject({ country, rate: z.number() })).default([]),
  holidays: z.array(z.strictObject({ country, day: z.string() })).default([]),
  small_difference: z.array(z.strictObject({ currency: z.enum(CURRENCIES), amount: z.number() })).default([]),
  fee_recognition: z.enum(FEE_RECOGNITIONS).default('over_period'),
  two_people: z.array(z.strictObject({ operation: operationField(), rule: ruleField() })).default([]),
  two_people_from: z
    .array(z.strictObject({ operation: operationField(), currency: z.enum(CURRENCIES), amount: z.number() }))
    .default([]),
  separate_roles: z.boolean().default(false),
  due_times: z.array(z.strictObject({ queue: z.enum(QUEUE_NAMES), hours: z.number() })).default([]),
  /** Whether a change of holidays has not reached every last day of a payment yet. Only the gateway reads it. */
  holidays_pending: z.boolean().default(false),
});
export type StoredSettings = z.output<typeof StoredSettings>;

const { rate_ceiling, holidays, small_difference, fee_recognition, due_times } = StoredSettings.shape;
const { two_people, two_people_from, separate_roles } = StoredSettings.shape;

export const ProviderSettingsView = describedBy(
  UpdateProviderSettingsInput,
  z.strictObject({
    rate_ceiling: rate_ceiling.describe(
      'The highest annual rate of an offer by country of the customer; a country that is not listed has none.',
    ),
    holidays: holidays.describe(
      'The days by country on which nothing is to be paid, besides Saturdays and Sundays.',
    ),
    small_difference: small_difference.describe(
      'A repayment that leaves no more than this closes the settlement; 0 for a currency that is not listed.',
    ),
    fee_recognition,
    two_people: two_people.describe(
      'The changes that need two people; one that is not listed needs one person.',
    ),
    two_people_from: two_people_from.describe(
      'The amounts from which changes under the rule FROM need two people.',
    ),
    separate_roles,
    due_times: due_times.describe(
      'How soon the work of each queue should be done; a queue that is not listed has no due time.',
    ),
    books_closed_until: z
      .string()
      .nullable()
      .describe(
        'The last day of the closed books; a fact of an earlier day is posted on the day of recording.',
      ),
    updated_at: z.string(),
  }),
);
export type ProviderSettingsView = z.output<typeof ProviderSettingsView>;

export type ProviderRow = Selectable<Tables['provider_settings']>;

export const storedSettingsOf = (row: Pick<ProviderRow, 'settings'>): StoredSettings =>
  StoredSettings.parse(JSON.parse(row.settings));

/** The settings of a gateway whose operators have not set any. */
export const DEFAULT_SETTINGS: StoredSettings = StoredSettings.parse({});

export function presentProvider(row: ProviderRow): ProviderSettingsView {
  const { holidays_pending: _pending, ...settings } = storedSettingsOf(row);
  return { ...settings, books_closed_until: row.books_closed_until, updated_at: row.updated_at };
}
