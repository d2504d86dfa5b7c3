import { notBefore } from '../kernel/clock.ts';
import type { CommandContext } from '../pipeline/operation.ts';
import { forgedRow } from '../crypto/row-mac.ts';
import type { SettlementEvent } from './settlement.machine.ts';
import { settlementAad, type SettlementRow, statusOf } from './settlement.present.ts';
import { EVENT_OF_MOVE } from './settlement-events.rules.ts';
import {
  type ProvenRow,
  requireGenuineSettlement,
  settlementMac,
  settlementRowAad,
} from './settlement-mac.ts';
import { recordedSteps } from './settlement-steps.ts';
import {
  advance,
  countsOf,
  hasLapsed,
  offerLapsed,
  statusInvalid,
  survivesLapse,
} from './settlement.rules.ts';

interface MoveOptions {
  /** What changes besides the status. */
  readonly change?: Partial<SettlementRow>;
  /** What the event tells besides its type; never a personal value. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** How many steps the trail has, where this one follows upon another of the same transaction. */
  readonly recorded?: number;
}

/**
 * Moves a settlement along its machine, with the event and the totals that belong to it; `funding_status_invalid` where
 * there is no such move, where its offer has lapsed, and where another change came first. `service_unavailable` where the
 * row is not as the gateway wrote it, or is an older version of itself than the trail knows.
 */
export async function moveSettlement<Row extends ProvenRow>(
  context: CommandContext,
  before: Row,
  event: SettlementEvent,
  { change = {}, data = {}, recorded = before.steps }: MoveOptions = {},
): Promise<Row> {
  requireGenuineSettlement(context.rowMacs, before);
  const from = statusOf(before);
  const status = advance(from, event);
  if (hasLapsed(before, context.now) && !survivesLapse(event)) throw offerLapsed();
  const updated_at = notBefore(before.updated_at, context.now);
  const unproven = { ...before, ...change, status, updated_at, steps: before.steps + 1 };
  const after = { ...unproven, mac: settlementMac(context.rowMacs, unproven) };
  const moved = await context.db
    .updateTable('instant_settlement')
    .set({ ...change, status, updated_at, steps: after.steps, mac: after.mac })
    .where('id', '=', before.id)
    .where('status', '=', from)
    .where((eb) => eb(recordedSteps(eb), '=', recorded))
    .executeTakeFirst();
  if (moved.numUpdatedRows !== 1n) throw await whyNot(context, before, recorded, statusInvalid(from, event));
  await context.record({ ...aboutSettlement(before), type: EVENT_OF_MOVE[event], data });
  await context.count([...countsOf(before, -1), ...countsOf(after, 1)]);
  return after;
}

/** Why a move changed no row: another change came first, or the row is not the one that the trail tells of. */
async function whyNot({ db }: CommandContext, { id }: ProvenRow, recorded: number, raced: Error) {
  const now = await db
    .selectFrom('instant_settlement')
    .select((eb) => recordedSteps(eb).as('recorded'))
    .where('id', '=', id)
    .executeTakeFirst();
  return now === undefined || now.recorded === recorded ? raced : forgedRow(settlementRowAad(id));
}

export const aboutSettlement = (row: Pick<SettlementRow, 'id' | 'partner_id'>) =>
  ({ subject: `funding/${row.id}`, partnerId: row.partner_id }) as const;

/** Seals what a person wrote for its column; absent is null. */
export function encryptedNote(
  { vault }: CommandContext,
  column: Parameters<typeof settlementAad>[0],
  id: string,
  text: string | null | undefined,
) {
  return typeof text === 'string' ? vault.encrypt(text, settlementAad(column, id)) : null;
}
