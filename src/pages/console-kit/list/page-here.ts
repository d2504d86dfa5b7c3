import { go, href, place } from '../route.ts';

/** Rows of a page: as many as fit on a screen. */
export const PAGE_ROWS = 20;

/** The part of a list that the address names, as arguments of a connection. */
export function pageHere() {
  const { query } = place.value;
  const [after, before] = [query.get('after'), query.get('before')];
  return before === null ? { first: PAGE_ROWS, after } : { last: PAGE_ROWS, before };
}

/** The number of the first row of the page, as far as the address knows. */
export const rowHere = (): number | null => {
  const at = Number(place.value.query.get('at'));
  return Number.isSafeInteger(at) && at > 0 ? at : null;
};

export type PageHere = ReturnType<typeof pageHere>;

/** Shows the same screen with a changed query. Other parameters stay, and the list begins at its first page. */
export function showHere(change: Readonly<Record<string, string | null>>): void {
  const { parts, query } = place.value;
  const { after: _after, before: _before, at: _at, ...kept } = Object.fromEntries(query);
  go(href(...parts, { ...kept, ...change }));
}
