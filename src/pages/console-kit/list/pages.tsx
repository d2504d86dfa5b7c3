import type { ListPageFragment } from '../generated/graphql.ts';
import { Button, Key, QuietButton } from '../parts.tsx';
import { PAGE_ROWS, rowHere, showHere } from './page-here.ts';
import { useKeys } from '../use-keys.ts';

interface PagerOptions {
  readonly page: ListPageFragment;
  /** The rows that are shown. */
  readonly rows: number;
  /** The rows of all pages, if that is known. */
  readonly total?: number | undefined;
  /** Whether a row can be chosen, so that the keys for it are shown. */
  readonly hasChoice?: boolean;
}

/** The gateway may count a narrowed list up to here only. */
const COUNTED_MAX = 10_000;
const counted = (count: number) => count.toLocaleString('en');

/** The number of the first row: the ends of a list are known, and the address knows the rest. */
function firstRow({ page, rows, total }: Pick<PagerOptions, 'page' | 'rows' | 'total'>): number | null {
  if (!page.hasPreviousPage) return 1;
  if (!page.hasNextPage && total !== undefined && total >= rows) return total - rows + 1;
  return rowHere();
}

/** Goes to the next and to the previous page of a list. */
export function Pager({ page, rows, total, hasChoice = false }: PagerOptions) {
  const at = firstRow({ page, rows, total });
  const previous = () => {
    if (page.hasPreviousPage)
      showHere({ before: page.startCursor, at: at === null ? null : String(Math.max(1, at - PAGE_ROWS)) });
  };
  const next = () => {
    if (page.hasNextPage) showHere({ after: page.endCursor, at: at === null ? null : String(at + rows) });
  };
  useKeys({ n: { name: 'the next page', run: next }, p: { name: 'the previous page', run: previous } });
  const hasPages = page.hasPreviousPage || page.hasNextPage;
  return (
    <div class="pager">
      {hasChoice && (
        <p class="faint for-keyboards">
          <Key>j</Key> <Key>k</Key> choose, <Key>Enter</Key> open
        </p>
      )}
      {total !== undefined && rows > 0 && (
        <p class="faint">
          {at !== null && `${counted(at)}–${counted(at + rows - 1)} of `}
          {total >= COUNTED_MAX && 'at least '}
          {counted(total)}
          {at === null && ' in all'}
        </p>
      )}
      {hasPages && (
        <>
          <Button class="quiet push" disabled={!page.hasPreviousPage} onClick={previous}>
            Previous <Key>p</Key>
          </Button>
          <QuietButton disabled={!page.hasNextPage} onClick={next}>
            Next <Key>n</Key>
          </QuietButton>
        </>
      )}
    </div>
  );
}
