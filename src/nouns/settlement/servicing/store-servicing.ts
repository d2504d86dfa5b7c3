import { notBefore } from '../../../kernel/clock.ts';
import { forgedRow } from '../../../engine/crypto/row-mac.ts';
import type { CommandContext } from '../../../pipeline/operation.ts';
import { servicingCounts } from './servicing-counts.ts';
import { recordedServicingSteps, servicingAad, servicingMac, type ServicingRow } from './servicing-mac.ts';

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
    .where((eb) => eb(recordedServicingSteps(), '=', before.steps - pendingSteps(context, id)))
    .executeTakeFirst();
  // The caller holds the lock of the settlement, so only a row that was set back is not found.
  if (stored.numUpdatedRows !== 1n) throw forgedRow(servicingAad(id));
  const after = { id, ...row };
  addPending(context, id, after.steps - before.steps);
  await context.count([...servicingCounts(before, -1), ...servicingCounts(after, 1)]);
  return after;
}

/** The events of a transaction are written at its end. Until then they are counted here, by settlement. */
const pending = new WeakMap<CommandContext['record'], Map<string, number>>();

/** How many steps of a settlement the transaction of a context has not written yet. */
const pendingSteps = ({ record }: CommandContext, id: string): number => pending.get(record)?.get(id) ?? 0;

/** Notes steps whose events the transaction has recorded, and not written yet. */
export function addPending({ record }: CommandContext, id: string, steps: number): void {
  const counts = pending.get(record) ?? new Map<string, number>();
  pending.set(record, counts);
  counts.set(id, (counts.get(id) ?? 0) + steps);
}
