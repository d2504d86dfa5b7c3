import type { QueryContext } from '../../../pipeline/operation.ts';
import type { EntryKind, NewEntry } from '../../ledger/entries.ts';
import { applyFact } from './apply-fact.ts';
import { ON_STATEMENT } from './balances.ts';
import type { Change, Fact, ServicingRules } from './servicing.facts.ts';
import type { ServicingRow } from './servicing-mac.ts';
import { entriesSincePayout, standingEntries, storedLegs } from './standing-entries.ts';

/**
 * What a fact changes, with the day since which nothing is owed. Facts may be recorded in another order than they
 * happened. Then that day is not the one of the fact that was recorded last: all entries that stand tell it.
 */
export async function applyFactInOrder(
  context: QueryContext,
  before: ServicingRow,
  fact: Fact,
  rules: ServicingRules,
): Promise<Change> {
  const known = { ...rules, forgiven: await forgivenBefore(context, before, fact) };
  const change = applyFact(before, fact, known);
  if (!movesClosing(before, change, { fact, rules })) return change;
  const entries = await entriesSincePayout(context, before.id);
  const undone = new Set(entries.map(({ mirrors }) => mirrors));
  const standing = entries.filter(({ id, mirrors }) => mirrors === null && !undone.has(id));
  const told = standing.map((row) => ({
    kind: row.kind,
    effectiveOn: row.effective_on,
    legs: storedLegs(row),
  }));
  const closedOn = lastClosing(told, change.entries);
  if (closedOn === null || (fact.kind === 'repayment' && closedOn > (before.closed_on ?? closedOn)))
    return change;
  return applyFact(before, fact, { ...known, closedOn });
}

/** The small differences that are owed again if the fact reopens the settlement. */
async function forgivenBefore(
  context: QueryContext,
  { id }: ServicingRow,
  { kind }: Fact,
): Promise<NonNullable<ServicingRules['forgiven']>> {
  if (kind !== 'reversal' && kind !== 'undo') return [];
  const rows = await standingEntries(context, id, 'small_difference');
  return rows.map((row) => ({ id: row.id, effectiveOn: row.effective_on, legs: storedLegs(row) }));
}

interface Late {
  readonly fact: Fact;
  readonly rules: ServicingRules;
}

/** Whether the fact is of an earlier day, and the settlement is closed after it, maybe on another day. */
function movesClosing({ closed_on }: ServicingRow, { after }: Change, { fact, rules }: Late): boolean {
  if ((fact.kind !== 'repayment' && fact.kind !== 'reversal') || after.closed_on === null) return false;
  const { kind, effectiveOn } = fact;
  if (effectiveOn >= rules.today) return false;
  return kind === 'reversal' || closed_on === null || effectiveOn < closed_on;
}

type Told = Pick<NewEntry, 'effectiveOn' | 'legs'> & { readonly kind: string };

/** The kinds that only move what is owed to the claim, and back. */
const BETWEEN_CLAIM: readonly string[] = ['write_off', 'write_off_undone'] satisfies readonly EntryKind[];

/** The day since which nothing is owed after standing and new entries; null if something is. */
function lastClosing(standing: readonly Told[], made: readonly NewEntry[]): string | null {
  const isForgiven = ({ kind }: NewEntry) => kind === 'small_difference';
  // What the fact forgives is forgiven on the day that is looked for.
  const forgiven = -sumOf(made.filter(isForgiven));
  const all = [...standing, ...made.filter((entry) => !isForgiven(entry))];
  const days = Map.groupBy(all, ({ effectiveOn }) => effectiveOn);
  let owed = 0;
  let since: string | null = null;
  for (const day of [...days.keys()].toSorted()) {
    owed += sumOf(days.get(day) ?? []);
    since = owed > forgiven ? null : (since ?? day);
  }
  return since;
}

/** By how much entries change what is owed, claims included, less the excess that is held. */
const sumOf = (entries: readonly Told[]): number =>
  entries
    .filter(({ kind }) => !BETWEEN_CLAIM.includes(kind))
    .flatMap(({ legs }) => legs)
    .reduce((sum, [account, amount]) => (isOwed(account) ? sum + amount : sum), 0);

const isOwed = (account: NewEntry['legs'][number][0]): boolean =>
  ON_STATEMENT.has(account) || account === 'recovery';
