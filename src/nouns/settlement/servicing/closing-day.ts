import type { QueryContext } from '../../../pipeline/operation.ts';
import type { EntryKind, NewEntry } from '../../ledger/entries.ts';
import { applyFact } from './apply-fact.ts';
import { ON_STATEMENT } from './balances.ts';
import type { Change, Fact, ServicingRules } from './servicing.facts.ts';
import type { ServicingRow } from './servicing-mac.ts';
import { noticesBefore } from './written-notices.ts';
import { entriesSincePayout, standingEntries, storedLegs } from './standing-entries.ts';

/**
 * What each settlement owes by day, by its standing entries. The changes of one transaction share it, so that many late
 * facts of a settlement read its entries once.
 */
export type OwedByDay = Map<string, Map<string, number>>;

/**
 * What a fact changes, with the day since which nothing is owed. Facts may be recorded in another order than they
 * happened. Then the last recorded fact may have another day, so the day is computed from all standing entries.
 */
export async function applyFactInOrder(
  context: QueryContext,
  before: ServicingRow,
  fact: Fact,
  { rules, owed = new Map() }: { readonly rules: ServicingRules; readonly owed?: OwedByDay | undefined },
): Promise<Change> {
  const known = {
    ...rules,
    forgiven: await forgivenBefore(context, before, fact),
    notices: await noticesBefore(context, before.id, fact),
  };
  const change = applyFact(before, fact, known);
  const ordered = movesClosing(before, change, { fact, rules })
    ? await inOrder(context, { before, fact, change, rules: known }, owed)
    : change;
  keepUp(owed, before.id, ordered.entries);
  return ordered;
}

interface Applied {
  readonly before: ServicingRow;
  readonly fact: Fact;
  readonly change: Change;
  readonly rules: ServicingRules;
}

async function inOrder(
  context: QueryContext,
  { before, fact, change, rules }: Applied,
  owed: OwedByDay,
): Promise<Change> {
  const days = owed.get(before.id) ?? sumsOfDays(await standingNow(context, before.id));
  owed.set(before.id, days);
  const closedOn = lastClosing(days, change.entries);
  if (closedOn === null || (fact.kind === 'repayment' && closedOn > (before.closed_on ?? closedOn)))
    return change;
  return applyFact(before, fact, { ...rules, closedOn });
}

/** Adds the entries of a change to the days of its settlement. If one undoes another entry, the days are read again. */
function keepUp(owed: OwedByDay, id: string, made: readonly NewEntry[]): void {
  const days = owed.get(id);
  if (days === undefined) return;
  if (made.some(({ mirrors }) => mirrors !== undefined)) owed.delete(id);
  else sumsOfDays(made, days);
}

async function standingNow(context: QueryContext, id: string): Promise<readonly Told[]> {
  const entries = await entriesSincePayout(context, id);
  const undone = new Set(entries.map(({ mirrors }) => mirrors));
  const standing = entries.filter((entry) => entry.mirrors === null && !undone.has(entry.id));
  return standing.map((row) => ({
    kind: row.kind,
    effectiveOn: row.effective_on,
    legs: storedLegs(row),
  }));
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

/** Whether the fact has an earlier day and leaves the settlement closed, perhaps on another day than before. */
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
function lastClosing(standing: ReadonlyMap<string, number>, made: readonly NewEntry[]): string | null {
  const isForgiven = ({ kind }: NewEntry) => kind === 'small_difference';
  // What the fact forgives counts on the closing day, which is computed here.
  const forgiven = -sumOf(made.filter(isForgiven));
  const days = sumsOfDays(
    made.filter((entry) => !isForgiven(entry)),
    new Map(standing),
  );
  let owed = 0;
  let since: string | null = null;
  for (const day of [...days.keys()].toSorted()) {
    owed += days.get(day) ?? 0;
    since = owed > forgiven ? null : (since ?? day);
  }
  return since;
}

/** For each day, by how much its entries change what is owed. */
function sumsOfDays(entries: readonly Told[], days = new Map<string, number>()): Map<string, number> {
  for (const entry of entries)
    days.set(entry.effectiveOn, (days.get(entry.effectiveOn) ?? 0) + sumOf([entry]));
  return days;
}

/** By how much entries change what is owed, claims included, less the excess that is held. */
const sumOf = (entries: readonly Told[]): number =>
  entries
    .filter(({ kind }) => !BETWEEN_CLAIM.includes(kind))
    .flatMap(({ legs }) => legs)
    .reduce((sum, [account, amount]) => (isOwed(account) ? sum + amount : sum), 0);

const isOwed = (account: NewEntry['legs'][number][0]): boolean =>
  ON_STATEMENT.has(account) || account === 'recovery';
