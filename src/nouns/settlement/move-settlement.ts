import { notBefore, timestamp } from '../../kernel/clock.ts';
import { lapseOf } from '../approval/end-approval.ts';
import { waitsAbout } from '../approval/find-approvals.ts';
import { keepDecision, type NewDecision } from '../decision/keep-decision.ts';
import type { KycRow } from '../kyc/kyc.present.ts';
import type { CommandContext } from '../../pipeline/operation.ts';
import type { SentTogether } from '../../engine/sql/sent-together.ts';
import { statement } from '../../engine/sql/statement.ts';
import { rowChanges } from '../../trail/record/change-row.ts';
import { forgetPast } from './customer-past.ts';
import { requireGuards, type GuardInput } from './settlement.guards.ts';
import type { SettlementStatus } from './settlement.machine.ts';
import {
  type EncryptedSettlementColumn,
  settlementAad,
  type SettlementRow,
  statusOf,
} from './settlement.present.ts';
import { eventTypeOf, type SettlementStep } from './settlement-events.rules.ts';
import {
  PROVEN_SETTLEMENTS,
  type ProvenRow,
  requireGenuineSettlement,
  withSettlementMac,
} from './proven-settlements.ts';
import { advance, countsOf, statusInvalid, statusSeen } from './settlement.rules.ts';

/** One event of a settlement. */
export interface Move {
  readonly event: SettlementStep;
  /**
   * Columns that change besides the status. They include `updated_at` if the change took effect earlier than it is
   * written.
   */
  readonly change?: Partial<SettlementRow>;
  /** The data of the event; never a personal value. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** Of an approval or a denial by underwriting: what is kept of the decision. */
  readonly decision?: NewDecision;
}

export type Moves = readonly [Move, ...Move[]];

/** What the guards of the events need in addition to the settlement. */
interface GuardFacts {
  readonly kyc?: KycRow;
  readonly confirmedKycRevision?: number | null | undefined;
}

const changeRow = rowChanges(PROVEN_SETTLEMENTS, waitsAbout);

/** A settlement that is about to be submitted. */
type Draft = Omit<SettlementRow, 'status' | 'updated_at' | 'steps' | 'mac'>;

/** Stores a new settlement after its first events. The first of them is `submit`. */
export async function submitSettlement(
  context: CommandContext,
  draft: Draft,
  moves: Moves,
  facts: GuardFacts,
): Promise<SettlementRow> {
  const unsubmitted = { ...draft, status: null, steps: 0, updated_at: timestamp(context.now) };
  const submitted = { ...draft, ...changesOf(context, unsubmitted, moves, facts) };
  const row = withSettlementMac(context.rowMacs, submitted);
  await insertSettlement(context.db, { row });
  await recordMoves(context, row, moves);
  await context.count(countsOf(row, 1));
  return row;
}

const insertSettlement = statement((db, { row }: { row: SettlementRow }) =>
  db.insertInto('instant_settlement').values(row),
);

/**
 * Moves a settlement by one or several events of its machine, and writes them to the trail and the totals. Throws
 * `funding_status_invalid` if the machine does not allow it, the offer has lapsed, or another change came first. Throws
 * `service_unavailable` if the gateway did not write the row, or if the row is older than the trail shows.
 */
export async function moveSettlement<Row extends ProvenRow>(
  context: CommandContext,
  before: Row,
  moves: Moves,
  facts: GuardFacts = {},
): Promise<Row> {
  requireGenuineSettlement(context.rowMacs, before);
  const from = statusOf(before);
  const change = changesOf(context, { ...before, status: from }, moves, facts);
  const raced = () => statusInvalid(from, moves[0].event);
  const { after, written } = changeRow(context, before, change, { still: { status: from }, raced });
  const waits = await written;
  await recordMoves(context, before, moves);
  if (after.status !== from && waits) await lapseOf(context, before.id);
  await context.count([...countsOf(before, -1), ...countsOf(after, 1)]);
  return after;
}

/** A settlement whose balances changed: only `updated_at` moves. The statement goes to `together`. */
export async function touchSettlement<Row extends ProvenRow>(
  context: CommandContext,
  before: Row,
  together: SentTogether,
): Promise<Row> {
  const updated_at = notBefore(before.updated_at, context.now);
  if (updated_at === before.updated_at) return before;
  const after = withSettlementMac(context.rowMacs, { ...before, updated_at });
  const { id, mac } = after;
  await together.send(touchRow(context.db, { id, updated_at, mac }));
  return after;
}

const touchRow = statement((db, { id, updated_at, mac }: Pick<SettlementRow, 'id' | 'updated_at' | 'mac'>) =>
  db.updateTable('instant_settlement').set({ updated_at, mac }).where('id', '=', id),
);

type BeforeMove = GuardInput['settlement'] & {
  readonly status: SettlementStatus | null;
  readonly steps: number;
  readonly updated_at: string;
};

/** The columns that the events change, one event after another. The machine and the guards check each event. */
function changesOf({ now }: CommandContext, before: BeforeMove, moves: Moves, facts: GuardFacts) {
  const { kyc = null } = facts;
  const confirmedKycRevision = facts.confirmedKycRevision ?? null;
  const take = (settlement: BeforeMove, { event, change }: Move) => {
    const status = advance(settlement.status, event, statusSeen(settlement, now));
    requireGuards(event, { settlement, now, kyc, confirmedKycRevision });
    return { ...settlement, ...change, status };
  };
  const [first, ...more] = moves;
  const { status } = more.reduce(take, take(before, first));
  const change: Partial<SettlementRow> = Object.assign({}, ...moves.map((move) => move.change));
  const updated_at = notBefore(before.updated_at, now);
  return { updated_at, ...change, status, steps: before.steps + moves.length };
}

/** The steps that change the past of a customer. */
const IN_PAST: ReadonlySet<SettlementStep> = new Set(['deny', 'repay', 'reopen', 'return']);

async function recordMoves(
  context: CommandContext,
  row: Pick<SettlementRow, 'id' | 'partner_id' | 'customer_id'>,
  moves: Moves,
): Promise<void> {
  for (const { event, data = {}, decision } of moves) {
    const id = context.newId('evt');
    const about = { eventId: id, settlement: row };
    const kept =
      decision !== undefined && (event === 'approve' || event === 'deny')
        ? { decision: await keepDecision(context, decision, { ...about, outcome: event }) }
        : {};
    await context.record({
      id,
      type: eventTypeOf(event),
      subject: `funding/${row.id}`,
      partnerId: row.partner_id,
      data: { ...data, ...kept },
    });
    if (IN_PAST.has(event)) forgetPast(context, row.customer_id);
  }
}

/** Encrypts a person's text for its column. Absent text is null. */
export function encryptedNote(
  { vault }: CommandContext,
  column: EncryptedSettlementColumn,
  id: string,
  text: string | null | undefined,
) {
  return typeof text === 'string' ? vault.encrypt(text, settlementAad(column, id)) : null;
}
