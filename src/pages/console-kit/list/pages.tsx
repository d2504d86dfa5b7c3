import { go, href, place } from '../route.ts';
import type { ListPageFragment } from '../generated/graphql.ts';
import { Key } from '../parts.tsx';
import { useKeys } from '../use-keys.ts';

/** Rows of a page: as many as fit on a screen. */
const PAGE_ROWS = 20;

/** The part of a list that the address names, as arguments of a connection. */
export function pageHere() {
  const { query } = place.value;
  const [after, before] = [query.get('after'), query.get('before')];
  return before === null ? { first: PAGE_ROWS, after } : { last: PAGE_ROWS, before };
}

/** Shows the same screen with a changed query. Other parameters stay, and the list begins at its first page. */
export function showHere(change: Readonly<Record<string, string | null>>): void {
  const { parts, query } = place.value;
  const { after: _after, before: _before, ...kept } = Object.fromEntries(query);
  go(href(...parts, { ...kept, ...change }));
}

export const NEXT_PAGE = 'the next page';
export const PREVIOUS_PAGE = 'the previous page';

/** Goes to the next and to the previous page of a list. */
export function Pager({ page }: { page: ListPageFragment }) {
  const previous = () => {
    if (page.hasPreviousPage) showHere({ before: page.startCursor });
  };
  const next = () => {
    if (page.hasNextPage) showHere({ after: page.endCursor });
  };
  useKeys({ n: { name: NEXT_PAGE, run: next }, p: { name: PREVIOUS_PAGE, run: previous } });
  if (!page.hasPreviousPage && !page.hasNextPage) return null;
  return (
    <div class="pager">
      <button type="button" class="quiet push" disabled={!page.hasPreviousPage} onClick={previous}>
        Previous <Key>p</Key>
      </button>
      <button type="button" class="quiet" disabled={!page.hasNextPage} onClick={next}>
        Next <Key>n</Key>
      </button>
    </div>
  );
}
