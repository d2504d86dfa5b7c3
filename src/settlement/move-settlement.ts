import { notBefore, timestamp } from '../kernel/clock.ts';
import type { KycRow } from '../kyc/kyc.present.ts';
import type { CommandContext } from '../pipeline/operation.ts';
import { forgedRow } from '../crypto/row-mac.ts';
import { requireGuards, type Situation } from './settlement.guards.ts';
import type { SettlementStatus } from './settlement.machine.ts';
import { settlementAad, type SettlementRow, statusOf } from './settlement.present.ts';
import { EVENT_OF_MOVE, type SettlementStep } from './settlement-events.rules.ts';
import {
  type ProvenRow,
  requireGenuineSettlement,
  settlementMac,
  settlementRowAad,
} from './settlement-mac.ts';
import { recordedSteps } from './settlement-steps.ts';
import { advance, countsOf, statusInvalid } from './settlement.rules.ts';

/** One event of a settlement. */
export interface Move {
  readonly event: SettlementStep;
  /** What changes besides the status; `updated_at` where the change took effect before it is written. */
  readonly change?: Partial<SettlementRow>;
  /** What the event tells besides its type; never a personal value. */
  readonly data?: Readonly<Record<string, unknown>>;
}

type Moves = readonly [Move, ...Move[]];

/** What the guards of the events look at beside the settlement. */
interface Papers {
  readonly kyc?: KycRow;
  readonly confirmedKycRevision?: number | null | undefined;
}

/** A settlement that is about to be submitted. */
type Draft = Omit<SettlementRow, 'status' | 'updated_at' | 'steps' | 'mac'>;

/** Stores a settlement that goes through its first events at once; the first of them is `submit`. */
export async function submitSettlement(
  context: CommandContext,
  draft: Draft,
  moves: Moves,
  papers: Papers,
): Promise<SettlementRow> {
  const standing = { ...draft, status: null, steps: 0, updated_at: timestamp(context.now) };
  const unproven = { ...draft, ...follow(context, standing, moves, papers) };
  const row = { ...unproven, mac: settlementMac(context.rowMacs, unproven) };
  await context.db.insertInto('instant_settlement').values(row).execute();
  await recordMoves(context, row, moves);
  await context.count(countsOf(row, 1));
  return row;
}

/**
 * Moves a settlement along its machine, with the events and the totals that belong to it; `funding_status_invalid` where
 * there is no such move, where its offer has lapsed, and where another change came first. `service_unavailable` where the
 * row is not as the gateway wrote it, or is an older version of itself than the trail knows.
 */
export async function moveSettlement<Row extends ProvenRow>(
  context: CommandContext,
  before: Row,
  moves: Moves,
  papers: Papers = {},
): Promise<Row> {
  requireGenuineSettlement(context.rowMacs, before);
  const from = statusOf(before);
  const change = follow(context, { ...before, status: from }, moves, papers);
  const unproven = { ...before, ...change };
  const after = { ...unproven, mac: settlementMac(context.rowMacs, unproven) };
  const moved = await context.db
    .updateTable('instant_settlement')
    .set({ ...change, mac: after.mac })
    .where('id', '=', before.id)
    .where('status', '=', from)
    .where((eb) => eb(recordedSteps(eb), '=', before.steps))
    .executeTakeFirst();
  if (moved.numUpdatedRows !== 1n) throw await whyNot(context, before, statusInvalid(from, moves[0].event));
  await recordMoves(context, before, moves);
  await context.count([...countsOf(before, -1), ...countsOf(after, 1)]);
  return after;
}

type Standing = Situation['settlement'] & {
  readonly status: SettlementStatus | null;
  readonly steps: number;
  readonly updated_at: string;
};

/** What the events change of a row, one after another: the machine and the guards decide on each. */
function follow({ now }: CommandContext, before: Standing, moves: Moves, papers: Papers) {
  const { kyc = null, confirmedKycRevision = null } = papers;
  const take = (settlement: Standing, { event, change }: Move) => {
    const status = advance(settlement.status, event);
    requireGuards(event, { settlement, now, kyc, confirmedKycRevision });
    return { ...settlement, ...change, status };
  };
  const [first, ...more] = moves;
  const { status } = more.reduce(take, take(before, first));
  const change: Partial<SettlementRow> = Object.assign({}, ...moves.map((move) => move.change));
  const updated_at = notBefore(before.updated_at, now);
  return { updated_at, ...change, status, steps: before.steps + moves.length };
}

async function recordMoves(
  context: CommandContext,
  row: Pick<SettlementRow, 'id' | 'partner_id'>,
  moves: Moves,
): Promise<void> {
  for (const { event, data = {} } of moves) {
    await context.record({
      type: EVENT_OF_MOVE[event],
      subject: `funding/${row.id}`,
      partnerId: row.partner_id,
      data,
    });
  }
}

/** Why a move changed no row: another change came first, or the row is not the one that the trail tells of. */
async function whyNot({ db }: CommandContext, { id, steps }: ProvenRow, raced: Error): Promise<Error> {
  const now = await db
    .selectFrom('instant_settlement')
    .select((eb) => recordedSteps(eb).as('recorded'))
    .where('id', '=', id)
    .executeTakeFirst();
  return now === undefined || now.recorded === steps ? raced : forgedRow(settlementRowAad(id));
}

/** Encrypts text that a person wrote, for its column; absent is null. */
export function encryptedNote(
  { vault }: CommandContext,
  column: Parameters<typeof settlementAad>[0],
  id: string,
  text: string | null | undefined,
) {
  return typeof text === 'string' ? vault.encrypt(text, settlementAad(column, id)) : null;
}
