import { notBefore } from '../kernel/clock.ts';
import type { CommandContext } from '../pipeline/operation.ts';
import type { SettlementEvent } from './settlement.machine.ts';
import {
  settlementPlace,
  type SettlementRow,
  type SettlementSummaryRow,
  statusOf,
} from './settlement.present.ts';
import { HAPPENINGS } from './settlement-events.rules.ts';
import {
  advance,
  countsOf,
  hasLapsed,
  offerLapsed,
  statusInvalid,
  survivesLapse,
} from './settlement.rules.ts';

interface Particulars {
  /** What changes besides the status. */
  readonly change?: Partial<SettlementRow>;
  /** What the event tells besides its type; never a personal value. */
  readonly data?: Readonly<Record<string, unknown>>;
}

/**
 * Moves a settlement along its machine, with the event and the totals that belong to it; `funding_status_invalid` where
 * there is no such move, where its offer has lapsed, and where another change came first.
 */
export async function moveSettlement<Row extends SettlementSummaryRow>(
  context: CommandContext,
  before: Row,
  event: SettlementEvent,
  { change = {}, data = {} }: Particulars = {},
): Promise<Row> {
  const from = statusOf(before);
  const status = advance(from, event);
  if (hasLapsed(before, context.now) && !survivesLapse(event)) throw offerLapsed();
  const updated_at = notBefore(before.updated_at, context.now);
  const after = { ...before, ...change, status, updated_at };
  const moved = await context.db
    .updateTable('instant_settlement')
    .set({ ...change, status, updated_at })
    .where('id', '=', before.id)
    .where('status', '=', from)
    .executeTakeFirst();
  if (moved.numUpdatedRows !== 1n) throw statusInvalid(from, event);
  await context.record({ ...aboutSettlement(before), type: HAPPENINGS[event], data });
  await context.tally([...countsOf(before, -1), ...countsOf(after, 1)]);
  return after;
}

export const aboutSettlement = (row: Pick<SettlementRow, 'id' | 'partner_id'>) =>
  ({ subject: `funding/${row.id}`, partnerId: row.partner_id }) as const;

/** Seals what a person wrote for its column; absent is null. */
export function sealedNote(
  { vault }: CommandContext,
  column: Parameters<typeof settlementPlace>[0],
  id: string,
  text: string | null | undefined,
) {
  return typeof text === 'string' ? vault.seal(text, settlementPlace(column, id)) : null;
}
