import { z } from 'zod';
import { describedBy } from '../../kernel/input/description.ts';
import { ENTRY_KINDS } from '../ledger/entries.ts';

const day = (says: string) => z.string().meta({ format: 'date', description: says });
const moment = (says: string) => z.string().meta({ format: 'date-time', description: says });

/** One line: a change of what a customer owes. It never changes. */
export const StatementLine = describedBy(
  null,
  z.strictObject({
    entry_id: z.string(),
    effective_on: day('The day for which it is true.'),
    posted_on: day(
      'The day in the books: `effective_on`, or the day of recording if those books were closed.',
    ),
    recorded_at: moment('When it became known.'),
    kind: z.enum(ENTRY_KINDS).describe('What happened.'),
    funding_id: z.string(),
    repayment_id: z.string().nullable(),
    amount: z
      .int()
      .describe('The change of what is owed, in the minor unit of the currency; negative if less is owed.'),
    balance: z
      .int()
      .describe(
        'What the settlement owed right after it was recorded, in the minor unit; negative if money is owed to the payer.',
      ),
  }),
).meta({ id: 'StatementLine' });
export type StatementLine = z.output<typeof StatementLine>;

const total = (says: string) =>
  z.string().describe(`${says} An exact whole number of minor units, as a decimal text.`);

export const StatementView = z
  .strictObject({
    currency: z.string().describe('ISO 4217, such as HKD.'),
    from: day('The first day; null for the beginning.').nullable(),
    until: day('The last day; null for the end.').nullable(),
    known_at: moment('What was recorded until this moment is shown.'),
    final: z
      .boolean()
      .describe('False if `known_at` is so recent that a line of that moment may not be visible yet.'),
    opening_balance: total('What was owed before the first day.'),
    closing_balance: total('What was owed at the end of the last day.'),
    items: z.array(StatementLine),
    next_cursor: z.string().nullable().describe('Pass it as `after` for the next page; null at the end.'),
    has_more: z.boolean().describe('Whether more lines follow.'),
  })
  .meta({ id: 'Statement' });
export type StatementView = z.output<typeof StatementView>;
