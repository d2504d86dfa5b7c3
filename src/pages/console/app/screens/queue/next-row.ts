import type { LISTS, ListName } from './queue-lists.ts';
import type { QueueRow } from './queue-row.ts';

/** Pages to search for a case. A person who has passed over a thousand cases continues at the first one. */
const PAGES_MAX = 10;

/** Loads the page behind a cursor; the first one for null. */
type Load = (after: string | null) => ReturnType<(typeof LISTS)[ListName]['load']>;

/** The pages of a list, in its order. */
async function* pagesOf(load: Load): AsyncGenerator<readonly QueueRow[]> {
  let after: string | null = null;
  for (let pages = 0; pages < PAGES_MAX; pages += 1) {
    const { nodes, pageInfo }: Awaited<ReturnType<Load>> = await load(after);
    yield nodes;
    if (!pageInfo.hasNextPage) return;
    after = pageInfo.endCursor;
  }
}

/**
 * The next row after a case in its list that no one else has claimed; after the last case, the first such row.
 * Undefined if there is none.
 */
export async function nextRow(load: Load, id: string): Promise<QueueRow | undefined> {
  let isBehind = false;
  let first: QueueRow | undefined;
  for await (const rows of pagesOf(load))
    for (const row of rows) {
      if (caseOf(row) === id) isBehind = true;
      else if (isFree(row)) {
        if (isBehind) return row;
        first ??= row;
      }
    }
  return first;
}

/** The ids around a case in its list, in the order of the list. */
export interface Surroundings {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** The neighbours of a case before a decision takes it out of its list; null if the list does not have it. */
export async function surroundings(load: Load, id: string): Promise<Surroundings | null> {
  const before: string[] = [];
  let after: string[] | null = null;
  for await (const rows of pagesOf(load)) {
    const ids = rows.map(caseOf);
    if (after !== null) {
      // One page more, if the case was near the end of its own.
      after.push(...ids);
      break;
    }
    const at = ids.indexOf(id);
    before.push(...(at < 0 ? ids : ids.slice(0, at)));
    if (at >= 0) after = ids.slice(at + 1);
    if (at >= 0 && at < ids.length / 2) break;
  }
  return after === null ? null : { before, after };
}

/**
 * The next row after a decision took a case out of its list, if no one else has claimed it: the first row after the
 * case, then a row that came in meanwhile, then the nearest row before the case. Undefined if no row is left.
 */
export async function rowThatFollowed(
  load: Load,
  id: string,
  { before, after }: Surroundings,
): Promise<QueueRow | undefined> {
  const free = new Map<string, QueueRow>();
  for await (const rows of pagesOf(load)) {
    for (const row of rows) if (caseOf(row) !== id && isFree(row)) free.set(caseOf(row), row);
    const [nearest] = after;
    if (nearest !== undefined && free.has(nearest)) break;
  }
  const follower = after.find((each) => free.has(each));
  if (follower !== undefined) return free.get(follower);
  const known = new Set(before);
  const later = [...free.keys()].find((each) => !known.has(each));
  return free.get(later ?? before.findLast((each) => free.has(each)) ?? '');
}

const isFree = ({ settlement }: QueueRow): boolean => settlement?.claim == null || settlement.claim.mine;

/** The case or customer that a row leads to. A case may have several rows, each with a report. */
const caseOf = ({ address: [, id] }: QueueRow): string => id;
