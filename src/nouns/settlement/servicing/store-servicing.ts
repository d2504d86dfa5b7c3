import { notBefore } from '../../../kernel/clock.ts';
import { forgedRow } from '../../../engine/crypto/row-mac.ts';
import type { CommandContext } from '../../../pipeline/operation.ts';
import { forgetPast } from '../customer-past.ts';
import { servicingCounts } from './servicing-counts.ts';
import {
  recordedServicingSteps,
  SERVICING_STEPS,
  servicingAad,
  servicingMac,
  type ServicingRow,
} from './servicing-mac.ts';

/** The columns that the past of a customer is made from. */
const IN_PAST = ['closed_on', 'pay_by', 'extensions'] as const;

/** Writes the row and its totals. Throws if another change came first, or if the row is older than the trail shows. */
export async function storeServicing(
  context: CommandContext,
  before: ServicingRow,
  changed: Omit<ServicingRow, 'mac' | 'updated_at'>,
): Promise<ServicingRow> {
  const unproven = { ...changed, updated_at: notBefore(before.updated_at, context.now) };
  const { id, ...row } = { ...unproven, mac: servicingMac(context.rowMacs, unproven) };
  const stored = await context.db
    .updateTable('servicing')
    .set(row)
    .where('id', '=', id)
    .where('mac', '=', before.mac)
    .where((eb) => eb(recordedServicingSteps(), '=', before.steps - unwrittenSteps(context, id)))
    .executeTakeFirst();
  // The caller holds the lock of the settlement, so only a row that was set back is not found.
  if (stored.numUpdatedRows !== 1n) throw forgedRow(servicingAad(id));
  const after = { id, ...row };
  await context.count([...servicingCounts(before, -1), ...servicingCounts(after, 1)]);
  if (IN_PAST.some((column) => before[column] !== after[column])) forgetPast(context, after.customer_id);
  return after;
}

/** How many steps of the row the transaction has recorded, and not written yet. */
const unwrittenSteps = (context: CommandContext, id: string): number =>
  context.unwritten(`funding/${id}`).filter((type) => STEPS.has(type)).length;

const STEPS: ReadonlySet<string> = new Set(SERVICING_STEPS);
