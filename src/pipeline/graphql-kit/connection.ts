import { countedLength, type ListLength, type Page } from '../../kernel/page.ts';
import { COUNTED_MAX } from '../rows/counted-rows.ts';
import type { Queued } from '../rows/find-queue.ts';
import { once } from '../../engine/async/once.ts';
import type { Builder } from './builder.ts';

/** One page of a list, and the function that counts the whole list. */
export interface Connection {
  readonly nodes: readonly object[];
  /** The cursor of a node by its place. Called only if edges or the page are selected. */
  readonly cursorAt: (place: number) => string;
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  /** Called only if `totalCount` is selected. Null if the list is not counted. */
  readonly count: (() => Promise<ListLength>) | null;
}

interface Edge {
  readonly cursor: string;
  readonly node: object;
}

interface PageInfo {
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  readonly startCursor: string | null;
  readonly endCursor: string | null;
}

/** The connection of a page whose cursors are the ids of the items: `connectionOf(page, 'customer_id')`. */
export function connectionOf<IdName extends string>(
  { rows, hasOlder, hasNewer }: Page<Readonly<Record<IdName, string>>>,
  idName: IdName,
  count: Connection['count'] = null,
): Connection {
  const cursorAt = (place: number): string => cursorOf(rows[place], (row) => row[idName]);
  return {
    nodes: rows,
    cursorAt,
    hasNextPage: hasOlder,
    hasPreviousPage: hasNewer,
    count: countedOnce(count),
  };
}

/** The connection of a page of a queue. Each row has its own cursor. */
export function queueConnectionOf(
  { rows, hasOlder, hasNewer }: Page<Queued<object>>,
  count: Connection['count'],
): Connection {
  const cursorAt = (place: number): string => cursorOf(rows[place], ({ cursor }) => cursor);
  const nodes = rows.map(({ item }) => item);
  return { nodes, cursorAt, hasNextPage: hasOlder, hasPreviousPage: hasNewer, count: countedOnce(count) };
}

/** Two fields show the count. */
const countedOnce = (count: Connection['count']): Connection['count'] => count && once(count);

function cursorOf<Row>(row: Row | undefined, of: (row: Row) => string): string {
  if (row === undefined) throw new Error('There is no such row on the page.');
  return of(row);
}

function pageInfoOf({ nodes, cursorAt, hasNextPage, hasPreviousPage }: Connection): PageInfo {
  const last = nodes.length - 1;
  const startCursor = last < 0 ? null : cursorAt(0);
  const endCursor = last < 0 ? null : cursorAt(last);
  return { hasNextPage, hasPreviousPage, startCursor, endCursor };
}

/** A connection without items, for a list that is always empty. */
export const NO_ITEMS: Connection = connectionOf(
  { rows: [], hasOlder: false, hasNewer: false },
  '',
  async () => 0,
);

/** The type of the items. */
type NodeRef = ReturnType<ReturnType<Builder['objectRef']>['implement']>;

/**
 * The type of a connection over items of one type, by the Relay specification, plus `nodes` and `totalCount`. A log
 * that only grows has no `totalCount`, because counting it would become slower and slower.
 */
export function defineConnection(
  builder: Builder,
  name: string,
  node: NodeRef,
  { isCounted = true, mayStop = false }: { readonly isCounted?: boolean; readonly mayStop?: boolean } = {},
) {
  const edge = builder.objectRef<Edge>(`${name}Edge`).implement({
    description: 'An item of a page and its cursor.',
    fields: (t) => ({
      cursor: t.exposeString('cursor', {
        description: 'The position of the item in the list; pass it as after or before.',
      }),
      node: t.field({ type: node, description: 'The item.', resolve: (of) => of.node }),
    }),
  });
  return builder.objectRef<Connection>(`${name}Connection`).implement({
    description: 'A page of a list.',
    fields: (t) => ({
      edges: t.field({
        type: [edge],
        description: 'The items of the page, each with its cursor.',
        resolve: (of) => of.nodes.map((each, place) => ({ node: each, cursor: of.cursorAt(place) })),
      }),
      nodes: t.field({
        type: [node],
        description: 'The items of the page, without cursors.',
        resolve: (of) => of.nodes,
      }),
      pageInfo: t.field({
        type: pageInfoType(builder),
        description: 'Where the page begins and ends, and whether there are others.',
        resolve: pageInfoOf,
      }),
      ...(isCounted && {
        totalCount: t.int({
          description: `How many items the whole list has. ${COUNTED_ON_DEMAND}${mayStop ? STOPS : ''}`,
          resolve: async (of) => countedLength(await lengthOf(of)),
        }),
      }),
      ...(mayStop && {
        totalCountIsAtLeast: t.boolean({
          description: 'Whether the list has more items than `totalCount`, because counting stopped there.',
          resolve: async (of) => typeof (await lengthOf(of)) !== 'number',
        }),
      }),
    }),
  });
}

const COUNTED_ON_DEMAND = 'They are counted only if you select this field.';
const STOPS = ` With a filter, counting may stop at ${COUNTED_MAX.toLocaleString('en')}; see \`totalCountIsAtLeast\`.`;

function lengthOf({ count }: Connection): Promise<ListLength> {
  if (count === null) throw new Error('This list has no count.');
  return count();
}

export type ConnectionType = ReturnType<typeof defineConnection>;

/** Each schema has one `PageInfo` type. */
const pageInfoTypes = new WeakMap<Builder, ReturnType<typeof definePageInfo>>();

function pageInfoType(builder: Builder) {
  const known = pageInfoTypes.get(builder) ?? definePageInfo(builder);
  pageInfoTypes.set(builder, known);
  return known;
}

function definePageInfo(builder: Builder) {
  return builder.objectRef<PageInfo>('PageInfo').implement({
    description: 'Where a page begins and ends in its list.',
    fields: (t) => ({
      hasNextPage: t.exposeBoolean('hasNextPage', { description: 'Whether items follow the page.' }),
      hasPreviousPage: t.exposeBoolean('hasPreviousPage', {
        description: 'Whether items come before the page.',
      }),
      startCursor: t.exposeString('startCursor', {
        nullable: true,
        description: 'The cursor of the first item; pass it as before, with last. Null if there is no item.',
      }),
      endCursor: t.exposeString('endCursor', {
        nullable: true,
        description: 'The cursor of the last item; pass it as after, with first. Null if there is no item.',
      }),
    }),
  });
}
