import { notBefore } from '../../../kernel/clock.ts';
import { forgedRow } from '../../../engine/crypto/row-mac.ts';
import { sentTogether } from '../../../engine/sql/sent-together.ts';
import { statement } from '../../../engine/sql/statement.ts';
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

/**
 * Writes the row and its totals. Throws if another change came first, or if the row is older than the trail shows; with
 * `together` it is thrown when that is done.
 */
export async function storeServicing(
  context: CommandContext,
  before: ServicingRow,
  changed: Omit<ServicingRow, 'mac' | 'updated_at'>,
  together = sentTogether(1),
): Promise<ServicingRow> {
  const unproven = { ...changed, updated_at: notBefore(before.updated_at, context.now) };
  const after = { ...unproven, mac: servicingMac(context.rowMacs, unproven) };
  const { id, mac } = before;
  const recorded = before.steps - unwrittenSteps(context, id);
  const storing = updateRow(context.db, { id, mac, recorded, change: differenceOf(before, after) });
  const refuseMissing = (stored: readonly unknown[]) => {
    // The caller holds the lock of the settlement, so only a row that was set back is not found.
    if (stored.length !== 1) throw forgedRow(servicingAad(id));
  };
  await together.send(storing.then(refuseMissing));
  await context.count([...servicingCounts(before, -1), ...servicingCounts(after, 1)]);
  if (IN_PAST.some((column) => before[column] !== after[column])) forgetPast(context, after.customer_id);
  return after;
}

interface Update {
  readonly id: string;
  /** Of the row as it was read. */
  readonly mac: string;
  readonly recorded: number;
  readonly change: Partial<ServicingRow>;
}

const updateRow = statement((db, { id, mac, recorded, change }: Update) =>
  db
    .updateTable('servicing')
    .set(change)
    .where('id', '=', id)
    .where('mac', '=', mac)
    .where((eb) => eb(recordedServicingSteps(), '=', recorded))
    .returning('id'),
);

/** The columns that change. SQLite would write the index of each column that a statement names. */
const differenceOf = (before: ServicingRow, after: ServicingRow): Partial<ServicingRow> =>
  Object.fromEntries(
    Object.entries(after).filter(([column, value]) => value !== Reflect.get(before, column)),
  );

/** How many steps of the row the transaction has recorded, and not written yet. */
const unwrittenSteps = (context: CommandContext, id: string): number =>
  context.unwritten(`funding/${id}`).filter((type) => STEPS.has(type)).length;

const STEPS: ReadonlySet<string> = new Set(SERVICING_STEPS);
