import { z } from 'zod';
import { type IdPrefix, isId } from '../kernel/id.ts';
import { mapPage, type Page, PAGE_LIMIT_DEFAULT, PAGE_LIMIT_MAX } from '../kernel/page.ts';
import { pageInput } from '../pipeline/find-page.ts';
import { isCursorOf, type Queued, type QueueKind } from '../pipeline/find-queue.ts';
import { refusalOf } from '../pipeline/read-input.ts';
import { refusalOfArguments } from './argument-refusal.ts';
import type { Builder } from './builder.ts';
import type { UnfitCall } from './field-facts.ts';
import { camelCase } from './naming.ts';

/** One page of a list, and how to count the whole of it when that is asked for. */
export interface Connection {
  readonly edges: readonly Edge[];
  readonly pageInfo: PageInfo;
  /** Null where the list is not counted. */
  readonly count: (() => Promise<number>) | null;
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

/** The connection of a page; the cursor of an item is its id. */
export function connectionOf<Item extends object>(
  page: Page<Item>,
  idOf: (item: Item) => string,
  count: Connection['count'] = null,
): Connection {
  return queueConnectionOf(
    mapPage(page, (item) => ({ cursor: idOf(item), item })),
    count,
  );
}

/** The connection of a page of a queue, whose cursors say more than an id. */
export function queueConnectionOf(page: Page<Queued<object>>, count: Connection['count']): Connection {
  const edges = page.rows.map(({ cursor, item }) => ({ cursor, node: item }));
  const pageInfo = {
    hasNextPage: page.hasOlder,
    hasPreviousPage: page.hasNewer,
    startCursor: edges[0]?.cursor ?? null,
    endCursor: edges.at(-1)?.cursor ?? null,
  };
  return { edges, pageInfo, count };
}

/** The connection of a list in which nothing can be. */
export const NO_ITEMS: Connection = {
  edges: [],
  pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null },
  count: async () => 0,
};

export interface PageArguments {
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
  readonly last?: number | null | undefined;
  readonly before?: string | null | undefined;
}

/** The arguments of a connection as the input that lists take. */
export function pageArguments({ first, after, last, before }: PageArguments) {
  return {
    limit: first ?? last ?? PAGE_LIMIT_DEFAULT,
    starting_after: after ?? null,
    ending_before: before ?? null,
    from: typeof last === 'number' ? 'oldest' : 'newest',
  } as const;
}

/** The arguments of a connection as the input that queues take. */
export function queueArguments({ first, after, last, before }: PageArguments) {
  return {
    limit: first ?? last ?? PAGE_LIMIT_DEFAULT,
    after: after ?? null,
    before: before ?? null,
    from: typeof last === 'number' ? 'end' : 'start',
  } as const;
}

/** What a connection takes, in the names of its arguments; a cursor is the id of an item. */
export const pageArgumentsSchema = (prefix: IdPrefix) => argumentsSchema((text) => isId(prefix, text));

/** The same of a queue, which has cursors of its own. */
export const queueArgumentsSchema = (queue: QueueKind) => argumentsSchema((text) => isCursorOf(queue, text));

function argumentsSchema(isPosition: (text: string) => boolean) {
  const cursor = z
    .string()
    .refine((text) => isPosition(text), 'must be a cursor of this list')
    .nullish();
  const size = z.int().min(1).max(PAGE_LIMIT_MAX).nullish();
  return z
    .looseObject({ first: size, after: cursor, last: size, before: cursor })
    .refine(({ first, last }) => typeof first !== 'number' || typeof last !== 'number', {
      error: 'cannot be used with first',
      path: ['last'],
    });
}

/** A list operation, as far as its filters go. */
interface FilteredList {
  readonly input: z.ZodObject | ((subject: never) => z.ZodObject);
}

/** What says where a page lies, and of whom it is; the rest of the input of a list are its filters. */
const NO_FILTERS: readonly string[] = Object.keys(pageInput('cus', {}).shape).concat('customer_ids');

/**
 * The options of a field that is a list with filters. All that is wrong with page and filter is told at once, as on REST;
 * what is wrong with a filter the operation says in its own schema.
 */
export function listArguments(prefix: IdPrefix, { input }: FilteredList) {
  if (typeof input === 'function') throw new Error('A list has one form of input.');
  const filters = Object.entries(input.shape).filter(([name]) => !NO_FILTERS.includes(name));
  const shape = Object.fromEntries(filters.map(([name, member]) => [camelCase(name), z.nullish(member)]));
  const schema = pageArgumentsSchema(prefix).and(withoutFaults({ filter: z.looseObject(shape).nullish() }));
  return {
    validate: { schema },
    refusalOf: async ({ args }: UnfitCall) => {
      const { error } = schema.safeParse(args);
      return error === undefined ? null : refusalOfArguments(error, args);
    },
  };
}

/** Arguments that such members find no fault with; they stay as they came, since the operation itself reads them. */
function withoutFaults(members: z.ZodRawShape) {
  const schema = z.looseObject(members);
  return z.looseObject({}).check((given) => {
    const { error } = schema.safeParse(given.value);
    if (error === undefined) return;
    for (const { code, path, says } of refusalOf(error, given.value).problems)
      given.issues.push({
        code: 'custom',
        path: [...path],
        message: says,
        params: { code },
        input: given.value,
      });
  });
}

/** `first`, `after`, `last` and `before`, as every connection has them. */
export function pageArgs(t: ArgBuilder) {
  return {
    first: t.int({
      description: `Items from the start of the list, 1 to ${PAGE_LIMIT_MAX}; ${PAGE_LIMIT_DEFAULT} when neither first nor last is given.`,
    }),
    after: t.string({ description: 'Only items after this cursor.' }),
    last: t.int({
      description: `Items from the end of the list, 1 to ${PAGE_LIMIT_MAX}; they come in the order of the list all the same.`,
    }),
    before: t.string({ description: 'Only items before this cursor.' }),
  };
}

type ArgBuilder = Parameters<Parameters<Builder['args']>[0]>[0];

/** The type of the items, whichever it is. */
type NodeRef = ReturnType<ReturnType<Builder['objectRef']>['implement']>;

/**
 * The type of a connection over items of one type, by the Relay specification, with `nodes` and `totalCount` besides. A log
 * that only ever grows is not counted: nobody pages to its end.
 */
export function defineConnection(
  builder: Builder,
  name: string,
  node: NodeRef,
  { isCounted = true }: { readonly isCounted?: boolean } = {},
) {
  const edge = builder.objectRef<Edge>(`${name}Edge`).implement({
    fields: (t) => ({
      cursor: t.exposeString('cursor'),
      node: t.field({ type: node, resolve: (of) => of.node }),
    }),
  });
  return builder.objectRef<Connection>(`${name}Connection`).implement({
    fields: (t) => ({
      edges: t.field({ type: [edge], resolve: (of) => [...of.edges] }),
      nodes: t.field({ type: [node], resolve: (of) => of.edges.map((each) => each.node) }),
      pageInfo: t.field({ type: pageInfoType(builder), resolve: (of) => of.pageInfo }),
      ...(isCounted && {
        totalCount: t.int({
          description: 'How many items the list has in all; counted only when asked for.',
          resolve({ count }) {
            if (count === null) throw new Error(`Nobody has said how to count ${name}Connection.`);
            return count();
          },
        }),
      }),
    }),
  });
}

export type ConnectionType = ReturnType<typeof defineConnection>;

/** One for each schema. */
const pageInfoTypes = new WeakMap<Builder, ReturnType<typeof definePageInfo>>();

function pageInfoType(builder: Builder) {
  const known = pageInfoTypes.get(builder) ?? definePageInfo(builder);
  pageInfoTypes.set(builder, known);
  return known;
}

function definePageInfo(builder: Builder) {
  return builder.objectRef<PageInfo>('PageInfo').implement({
    fields: (t) => ({
      hasNextPage: t.exposeBoolean('hasNextPage'),
      hasPreviousPage: t.exposeBoolean('hasPreviousPage'),
      startCursor: t.exposeString('startCursor', { nullable: true }),
      endCursor: t.exposeString('endCursor', { nullable: true }),
    }),
  });
}
