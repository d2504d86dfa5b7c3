import { notBefore } from '../../../kernel/clock.ts';
import { sentTogether } from '../../../engine/sql/sent-together.ts';
import { rowChanges } from '../../../trail/record/change-row.ts';
import type { CommandContext } from '../../../pipeline/operation.ts';
import { forgetPast } from '../customer-past.ts';
import { servicingCounts } from './servicing-counts.ts';
import { PROVEN_SERVICING, SERVICING_STEPS, type ServicingRow } from './servicing-mac.ts';

/** The columns that the past of a customer is made from. */
const IN_PAST = ['closed_on', 'pay_by', 'extensions'] as const;

/** The caller holds the lock of the settlement. */
export const changeServicingRow = rowChanges(PROVEN_SERVICING);

/**
 * Writes the row and its totals. Throws if another change came first, or if the row is older than the trail shows. If
 * `together` is given, `together.done` throws it.
 */
export async function storeServicing(
  context: CommandContext,
  before: ServicingRow,
  changed: Omit<ServicingRow, 'mac' | 'updated_at'>,
  together = sentTogether(1),
): Promise<ServicingRow> {
  const updated_at = notBefore(before.updated_at, context.now);
  const { after, written } = changeServicingRow(
    context,
    before,
    { ...changed, updated_at },
    { still: { mac: before.mac }, unwritten: unwrittenSteps(context, before.id) },
  );
  await together.send(written);
  await context.count([...servicingCounts(before, -1), ...servicingCounts(after, 1)]);
  if (IN_PAST.some((column) => before[column] !== after[column])) forgetPast(context, after.customer_id);
  return after;
}

/** How many steps of the row the transaction has recorded, and not written yet. */
const unwrittenSteps = (context: CommandContext, id: string): number =>
  context.unwritten(`funding/${id}`).filter((type) => STEPS.has(type)).length;

const STEPS: ReadonlySet<string> = new Set(SERVICING_STEPS);
