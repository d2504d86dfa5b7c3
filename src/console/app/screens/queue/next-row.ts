import type { LISTS, ListName, PagePosition, QueueRow } from './queue-lists.ts';

/** Pages that are looked through for a case: a person who has passed over a thousand is sent to the first one. */
const PAGES_MAX = 10;

type Load = (position: PagePosition) => ReturnType<(typeof LISTS)[ListName]['load']>;

/**
 * The row behind a case in its list that no one else has claimed, or the first such row: behind the last case, and for a
 * case that has left the list. Undefined where there is none.
 */
export async function nextRow(load: Load, id: string, hasLeft: boolean): Promise<QueueRow | undefined> {
  let isBehind = hasLeft;
  let first: QueueRow | undefined;
  let position: PagePosition = {};
  for (let pages = 0; pages < PAGES_MAX; pages += 1) {
    const { rows, pageInfo } = await load(position);
    for (const row of rows) {
      if (row.id === id) isBehind = true;
      else if (isFree(row)) {
        if (isBehind) return row;
        first ??= row;
      }
    }
    if (!pageInfo.hasNextPage) break;
    position = { after: pageInfo.endCursor ?? null };
  }
  return first;
}

const isFree = ({ settlement }: QueueRow): boolean => settlement?.claim == null || settlement.claim.mine;
