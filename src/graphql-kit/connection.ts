import { z } from 'zod';
import { type IdPrefix, isId } from '../kernel/id.ts';
import { type Page, PAGE_LIMIT_DEFAULT, PAGE_LIMIT_MAX } from '../kernel/page.ts';
import { pageInput } from '../pipeline/rows/find-page.ts';
import { isCursorOf, type Queued, type QueueKind } from '../pipeline/rows/find-queue.ts';
import { refusalOf } from '../pipeline/input/read-input.ts';
import { refusalOfArguments } from './argument-refusal.ts';
import type { Builder } from './builder.ts';
import type { UnfitCall } from './field-facts.ts';
import { camelCase } from './naming.ts';

/** One page of a list, and the function that counts the whole list. */
export interface Connection {
  readonly nodes: readonly object[];
  /** The cursor of a node by its place; asked for only where edges or the page are shown. */
  readonly cursorAt: (place: number) => string;
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  /** Called only when `totalCount` is selected; null where the list is not counted. */
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

/** The connection of a page in which the cursor of an item is its id. */
export function connectionOf<Item extends object>(
  { rows, hasOlder, hasNewer }: Page<Item>,
  idOf: (item: Item) => string,
  count: Connection['count'] = null,
): Connection {
  const cursorAt = (place: number): string => cursorOf(rows[place], idOf);
  return { nodes: rows, cursorAt, hasNextPage: hasOlder, hasPreviousPage: hasNewer, count };
}

/** The connection of a page of a queue, in which each row has its own cursor. */
export function queueConnectionOf(
  { rows, hasOlder, hasNewer }: Page<Queued<object>>,
  count: Connection['count'],
): Connection {
  const cursorAt = (place: number): string => cursorOf(rows[place], ({ cursor }) => cursor);
  const nodes = rows.map(({ item }) => item);
  return { nodes, cursorAt, hasNextPage: hasOlder, hasPreviousPage: hasNewer, count };
}

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
  () => '',
  async () => 0,
);

export interface PageArguments {
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
  readonly last?: number | null | undefined;
  readonly before?: string | null | undefined;
}

/** Connection arguments as the input of a list operation. */
export function pageArguments({ first, after, last, before }: PageArguments) {
  return {
    limit: first ?? last ?? PAGE_LIMIT_DEFAULT,
    starting_after: after ?? null,
    ending_before: before ?? null,
    from: typeof last === 'number' ? 'oldest' : 'newest',
  } as const;
}

/** Connection arguments as the input of a queue operation. */
export function queueArguments({ first, after, last, before }: PageArguments) {
  return {
    limit: first ?? last ?? PAGE_LIMIT_DEFAULT,
    after: after ?? null,
    before: before ?? null,
    from: typeof last === 'number' ? 'end' : 'start',
  } as const;
}

/** The schema of the page arguments of a list and of `others` beside them; a cursor is the id of an item. */
export const pageArgumentsSchema = (prefix: IdPrefix, others: z.ZodRawShape = {}) =>
  argumentsSchema((text) => isId(prefix, text), others);

/** The schema of the page arguments of a queue, which has its own form of cursors. */
export const queueArgumentsSchema = (queue: QueueKind) =>
  argumentsSchema((text) => isCursorOf(queue, text), {});

function argumentsSchema(isPosition: (text: string) => boolean, others: z.ZodRawShape) {
  const cursor = z
    .string()
    .refine((text) => isPosition(text), 'must be a cursor of this list')
    .nullish();
  const size = z.int().min(1).max(PAGE_LIMIT_MAX).nullish();
  const page = z
    .looseObject({ first: size, after: cursor, last: size, before: cursor })
    .refine(({ first, last }) => typeof first !== 'number' || typeof last !== 'number', {
      error: 'cannot be used with first',
      path: ['last'],
    });
  return checkedBy(page, z.looseObject(others));
}

/**
 * A schema that checks arguments by others, one after the other so that no fault hides one of the next, and returns them
 * unchanged, because the operation reads them itself. Pothos parses asynchronously; for that zod has no compiled code and
 * copies every object.
 */
function checkedBy(...schemas: readonly z.ZodObject[]) {
  return z.any().check((given) => {
    for (const schema of schemas) {
      const { error } = schema.safeParse(given.value);
      if (error === undefined) continue;
      for (const { code, path, says } of refusalOf(error, given.value).problems)
        given.issues.push({
          code: 'custom',
          path: [...path],
          message: says,
          params: { code },
          input: given.value,
        });
    }
  });
}

/** The part of a list operation that defines its filters. */
interface FilteredList {
  readonly input: z.ZodObject | ((subject: never) => z.ZodObject);
}

/** Names of input members that select the page or the owner; all other members of a list are filters. */
const NO_FILTERS: readonly string[] = Object.keys(pageInput('cus', {}).shape).concat('customer_ids');

/**
 * The options of a field that is a list with filters. Page arguments and filters are validated together, so that one
 * error lists all problems, as on REST. The rules of a filter come from the schema of the operation.
 */
export function listArguments(prefix: IdPrefix, { input }: FilteredList) {
  if (typeof input === 'function') throw new Error('A list has one form of input.');
  const filters = Object.entries(input.shape).filter(([name]) => !NO_FILTERS.includes(name));
  const shape = Object.fromEntries(filters.map(([name, member]) => [camelCase(name), z.nullish(member)]));
  const schema = pageArgumentsSchema(prefix, { filter: z.looseObject(shape).nullish() });
  return {
    validate: { schema },
    refusalOf: async ({ args }: UnfitCall) => {
      const { error } = schema.safeParse(args);
      return error === undefined ? null : refusalOfArguments(error, args);
    },
  };
}

/** `first`, `after`, `last` and `before`, as every connection has them. */
export function pageArgs(t: ArgBuilder) {
  return {
    first: t.int({
      description: `Items from the start of the list, 1 to ${PAGE_LIMIT_MAX}; ${PAGE_LIMIT_DEFAULT} when neither first nor last is given.`,
    }),
    after: t.string({ description: 'Only items after this cursor.' }),
    last: t.int({
      description: `Items from the end of the list, 1 to ${PAGE_LIMIT_MAX}, in the order of the list.`,
    }),
    before: t.string({ description: 'Only items before this cursor.' }),
  };
}

type ArgBuilder = Parameters<Parameters<Builder['args']>[0]>[0];

/** The type of the items. */
type NodeRef = ReturnType<ReturnType<Builder['objectRef']>['implement']>;

/**
 * The type of a connection over items of one type, by the Relay specification, plus `nodes` and `totalCount`. A log
 * that only grows has no `totalCount`, because counting it would get slower for ever.
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
      edges: t.field({
        type: [edge],
        resolve: (of) => of.nodes.map((each, place) => ({ node: each, cursor: of.cursorAt(place) })),
      }),
      nodes: t.field({ type: [node], resolve: (of) => of.nodes }),
      pageInfo: t.field({ type: pageInfoType(builder), resolve: pageInfoOf }),
      ...(isCounted && {
        totalCount: t.int({
          description: 'How many items the list has in all; counted only when selected.',
          resolve({ count }) {
            if (count === null) throw new Error(`${name}Connection has no count.`);
            return count();
          },
        }),
      }),
    }),
  });
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
    fields: (t) => ({
      hasNextPage: t.exposeBoolean('hasNextPage'),
      hasPreviousPage: t.exposeBoolean('hasPreviousPage'),
      startCursor: t.exposeString('startCursor', { nullable: true }),
      endCursor: t.exposeString('endCursor', { nullable: true }),
    }),
  });
}
