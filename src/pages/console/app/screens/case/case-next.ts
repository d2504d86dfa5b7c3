import type { CaseSettlement } from '../../../../console-kit/case-settlement.ts';
import { money } from '../../../../console-kit/format.ts';
import { isDialogOpen } from '../../../../console-kit/open-dialog.ts';
import { say } from '../../../../console-kit/parts.tsx';
import { go, href, place } from '../../../../console-kit/route.ts';
import { stillKeys } from '../../../../console-kit/stillness.ts';
import { nextRow, rowThatFollowed, type Surroundings, surroundings } from '../queue/next-row.ts';
import { type QueueFilter, queueFilterHere } from '../queue/queue-filter.ts';
import { isList, type ListName, LISTS } from '../queue/queue-lists.ts';
import type { QueueRow } from '../queue/queue-row.ts';

/**
 * Rows to load for the next case, a full page: others may have claimed the first rows, and a person may pass over
 * many.
 */
const NEXT_ROWS = 100;

/** The list from which the case was opened, with its filter; null if the case was opened by its address. */
export function listHere() {
  const from = place.value.query.get('from') ?? '';
  return { list: isList(from) ? from : null, filter: queueFilterHere() };
}

const loaderOf = (list: ListName, filter: QueueFilter) => (after: string | null) =>
  LISTS[list].load(filter, { first: NEXT_ROWS, after });

function openRow(row: QueueRow | undefined, list: ListName, filter: QueueFilter): void {
  stillKeys();
  go(row === undefined ? href('queue', list, filter) : href(...row.address, { from: list, ...filter }));
}

/** Goes to the next case of the list that no one else has claimed, or back to the list. */
export async function goNext(id: string): Promise<void> {
  const asked = place.value;
  const { list: from, filter } = listHere();
  const list = from ?? 'review';
  const row = await nextRow(loaderOf(list, filter), id).catch(() => undefined);
  // On a slow network the person may have gone elsewhere meanwhile, or begun something here.
  if (place.value === asked && !isDialogOpen()) openRow(row, list, filter);
}

/**
 * The neighbours of a case in the list from which it was opened; null if there is no such list, or it is not known.
 */
export async function surroundingsHere(id: string): Promise<Surroundings | null> {
  const { list, filter } = listHere();
  return list === null ? null : surroundings(loaderOf(list, filter), id).catch(() => null);
}

/**
 * Says which case was decided, and goes to the next row of its list. Without a list the case stays. Resolves to
 * whether the case was left.
 */
export async function leaveDecided(
  { id, amount, currency, customer }: CaseSettlement,
  sentence: string,
  around: Promise<Surroundings | null> | null,
): Promise<boolean> {
  stillKeys();
  const asked = place.value;
  say(sentence, { address: href('case', id), name: customer.companyName, what: money(amount, currency), id });
  const { list, filter } = listHere();
  const known = await around;
  if (list === null || known === null) return false;
  const followed = await rowThatFollowed(loaderOf(list, filter), id, known).then(
    (row) => ({ row }),
    () => null,
  );
  if (place.value !== asked) return true;
  if (followed === null || isDialogOpen()) return false;
  openRow(followed.row, list, filter);
  return true;
}
