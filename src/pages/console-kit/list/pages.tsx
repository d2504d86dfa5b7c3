import type { ListPageFragment } from '../generated/graphql.ts';
import { Key } from '../parts.tsx';
import { showHere } from './page-here.ts';
import { useKeys } from '../use-keys.ts';

interface PagerOptions {
  readonly page: ListPageFragment;
  /** Whether a row can be chosen, so that the keys for it are shown. */
  readonly hasChoice?: boolean;
}

/** Goes to the next and to the previous page of a list. */
export function Pager({ page, hasChoice = false }: PagerOptions) {
  const previous = () => {
    if (page.hasPreviousPage) showHere({ before: page.startCursor });
  };
  const next = () => {
    if (page.hasNextPage) showHere({ after: page.endCursor });
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
      {hasPages && (
        <>
          <button type="button" class="quiet push" disabled={!page.hasPreviousPage} onClick={previous}>
            Previous <Key>p</Key>
          </button>
          <button type="button" class="quiet" disabled={!page.hasNextPage} onClick={next}>
            Next <Key>n</Key>
          </button>
        </>
      )}
    </div>
  );
}
