import { z } from 'zod';
import { describedBy } from '../../kernel/input/description.ts';
import { SERVICING_STATES } from './servicing-states.rules.ts';
import { WRITE_OFF_CODES } from './write-off.rules.ts';

const day = () => z.string().meta({ format: 'date' });
const amount = () => z.int().min(0);

export const WrittenOffView = describedBy(
  null,
  z.strictObject({
    principal: amount().describe('Of the amount, and of what was refunded too early.'),
    fee: amount().describe('Of the fee.'),
    on: day().describe('The day on which it was written off.'),
    code: z.enum(WRITE_OFF_CODES).describe('Why it was written off.'),
  }),
).meta({ id: 'WrittenOff' });
export type WrittenOffView = z.output<typeof WrittenOffView>;

/** What is owed for a settlement whose money was sent. */
export const ServicingView = describedBy(
  null,
  z.strictObject({
    funded_on: day().describe('The day of the payout in the country of the customer.'),
    due_on: day().describe('The day on which it is due.'),
    original_due_on: day().describe('The day on which it was due before the provider moved it.'),
    pay_by: day().describe('The last day for the payment: `due_on`, or the next day on which banks work.'),
    principal_outstanding: amount().describe('What is outstanding of the amount.'),
    fee_outstanding: amount().describe('What is outstanding of the fee.'),
    refund_receivable: amount().describe(
      'Excess that was paid back to the payer before its repayment was reversed.',
    ),
    outstanding: amount().describe('What is owed: principal, fee and refund receivable.'),
    paid: amount().describe('What received repayments paid of principal, fee and a claim.'),
    excess: amount().describe('What was paid too much and is held for the payer.'),
    reported: amount().describe('The sum of the reports that wait for the confirmation of the provider.'),
    days_past_due: z
      .int()
      .min(0)
      .describe('Days since `pay_by`, until a claim was recovered; 0 unless it is overdue or written off.'),
    state: z.enum(SERVICING_STATES).describe('What the provider waits for.'),
    written_off: WrittenOffView.nullable().describe('What was written off; null if nothing was.'),
    claim: amount().describe('What was written off and has not come back.'),
    closed_on: day().nullable().describe('The day since which nothing is owed; null while something is.'),
  }),
).meta({ id: 'Servicing', description: 'Amounts are in the minor unit of the currency of the settlement.' });
export type ServicingView = z.output<typeof ServicingView>;
