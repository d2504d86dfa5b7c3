import type { Route } from '../../../pipeline/rest-kit/route.ts';

/**
 * A unique name for each row. If rows run the same operation, the words that differ in their paths distinguish them.
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
