import type { Route } from '../../rest-kit/route.ts';

/**
 * A name for each row that no other has. Rows that run one operation are told apart by the words of their paths that
 * not all of them share.
 */
export function operationIds(routes: readonly Route[]): ReadonlyMap<Route, string> {
  const alike = Map.groupBy(routes, ({ describe }) => describe.operationId);
  return new Map(
    [...alike].flatMap(([name, rows]) =>
      rows.map((row) => {
        const own = wordsOf(row).filter((word) => !rows.every((other) => wordsOf(other).includes(word)));
        return [row, [name, ...own].join('_')] as const;
      }),
    ),
  );
}

const wordsOf = ({ path }: Route) =>
  path
    .split('/')
    .filter((segment) => !segment.startsWith('{'))
    .map((segment) => segment.replaceAll('-', '_'));
