import { notBefore } from '../../../kernel/clock.ts';
import { refusal } from '../../../kernel/errors.ts';
import type { CommandContext } from '../../../pipeline/operation.ts';
import { type SentTogether, sentTogether } from '../../../engine/sql/sent-together.ts';
import { postEntries } from '../../ledger/post-entries.ts';
import { findProviderToPost } from '../../provider/find-provider.ts';
import type { ProviderSettingsView } from '../../provider/provider.present.ts';
import type { EntryRow } from '../../ledger/entry-mac.ts';
import { type Move, moveSettlement, touchSettlement } from '../move-settlement.ts';
import type { ProvenRow } from '../proven-settlements.ts';
import type { SettlementRow } from '../settlement.present.ts';
import { statementBalanceOf, withBalances } from './balances.ts';
import { applyFactInOrder, type OwedByDay } from './closing-day.ts';
import type { Serviced } from './lock-servicing.ts';
import { openedServicing } from './open-former.ts';
import { presentRules } from './present-rules.ts';
import type { Allocation, Change, Fact, Step } from './servicing.facts.ts';
import type { ServicingRow } from './servicing-mac.ts';
import { storeServicing } from './store-servicing.ts';

/** What the changes of one transaction share. */
export interface Among {
  /** The settings of the provider, so that they are read once. */
  readonly provider?: ProviderSettingsView;
  /**
   * Takes the statements of the change, which may still run when the function returns. If it is absent, the function
   * waits for them.
   */
  readonly together?: SentTogether;
  /** What settlements owe by day, if several late facts of one settlement may come. */
  readonly owed?: OwedByDay;
}

/** The rows after a fact. */
interface Changed<Row extends ProvenRow = SettlementRow> {
  readonly settlement: Row;
  readonly servicing: ServicingRow;
  readonly entries: readonly EntryRow[];
  /** How a repayment was divided; null for other facts. */
  readonly allocation: Allocation | null;
}

/**
 * The only way to change what is owed: writes the entries, the row under its MAC, the events and the move of the
 * settlement. The caller has locked both rows (`lockServiced`). Throws `balance_insufficient`,
 * `funding_status_invalid`, `limit_reached` or `parameter_invalid` if the balances do not allow the fact.
 */
export async function changeServicing<Row extends ProvenRow>(
  context: CommandContext,
  { settlement, servicing }: Serviced<Row>,
  fact: Fact,
  among: Among = {},
): Promise<Changed<Row>> {
  if (servicing === null)
    throw refusal(
      'funding_status_invalid',
      `The instant settlement is ${settlement.status}; its money was not sent.`,
    );
  const provider = among.provider ?? (await findProviderToPost(context));
  const before = await openedServicing(context, { settlement, servicing, provider });
  const rules = presentRules(provider, context.now, before);
  const change = await applyFactInOrder(context, before, fact, { rules, owed: among.owed });
  const { after, entries: made, steps, endsOverdue, move, allocation } = change;
  const recordedAt = notBefore(before.recorded_at, context.clock());
  const together = among.together ?? sentTogether();
  const changed = {
    ...after,
    recorded_at: made.length > 0 ? recordedAt : before.recorded_at,
    entries: before.entries + made.length,
    steps: before.steps + steps.length,
  };
  const stored = await storeServicing(context, before, changed, together);
  const posting = { ...rules, recordedAt, first: before.entries };
  const balanced = withBalances(statementBalanceOf(before), made);
  const entries = await postEntries(context, settlement, balanced, posting);
  await recordSteps(context, stored, move === 'return' ? steps.filter(isNotOfMove) : steps);
  // A report makes no event of the settlement, but its readers see the sum of reports.
  const isSeen =
    steps.some(({ type }) => type !== 'funding.fee_earned') || after.reported !== before.reported;
  const touched = isSeen && move === null ? await touchSettlement(context, settlement, together) : settlement;
  // A move reads the database, so the statements before it must be done.
  if (move !== null || among.together === undefined) await together.done();
  const moved =
    move === null ? touched : await moveSettlement(context, settlement, [{ event: move, ...MOVES[move] }]);
  if (endsOverdue) await record(context, stored, { type: 'funding.overdue_ended' });
  return { settlement: moved, servicing: stored, entries, allocation };
}

/** What else a move changes. */
const MOVES: Readonly<Record<NonNullable<Change['move']>, Pick<Move, 'change'>>> = {
  repay: {},
  reopen: { change: { reopened: 1 } },
  return: {},
};

/** The event of a returned payout is also the event of the settlement's machine, which records it. */
const isNotOfMove = ({ type }: Step): boolean => type !== 'funding.disbursement_returned';

async function recordSteps(
  context: CommandContext,
  row: ServicingRow,
  steps: readonly Step[],
): Promise<void> {
  for (const step of steps) await record(context, row, step);
}

const record = (
  context: CommandContext,
  { id, partner_id }: Pick<ServicingRow, 'id' | 'partner_id'>,
  { type, data = {} }: Pick<Step, 'data'> & { readonly type: Step['type'] | 'funding.overdue_ended' },
): Promise<void> => context.record({ type, subject: `funding/${id}`, partnerId: partner_id, data });
