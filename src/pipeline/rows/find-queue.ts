import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import { type IdPrefix, isId } from '../../kernel/id.ts';
import { type Page, PAGE_LIMIT_DEFAULT, PAGE_LIMIT_MAX, pageOf } from '../../kernel/page.ts';
import type { Tables } from '../../engine/sql/tables.ts';

/** The columns that sort a queue: a moment, a day or an amount, and then the id. */
interface QueueOrder {
  /** Null if the ids alone sort it, as they begin with the moment. */
  readonly key: string | null;
  readonly id: string;
  /** Whether the greatest value comes first. */
  readonly isDescending?: boolean;
}

/**
 * A position in a queue. It includes the value that sorts the queue, so that it stays valid after its item has left the
 * queue. `ahead` is true for the first part of a queue of two parts, each with its own order.
 */
interface Position {
  /** The name of the queue. */
  readonly queue: string;
  readonly ahead: boolean;
  readonly key: string | number;
  readonly id: string;
}

/** An item of a queue and the cursor of its position. */
export interface Queued<Item> {
  readonly cursor: string;
  readonly item: Item;
}

/** What a cursor must match: the name of the queue and the kind of its items. */
export interface QueueKind {
  readonly name: string;
  readonly prefix: IdPrefix;
  /** Whether it has two parts, one after the other. */
  readonly isInParts: boolean;
  /** Whether an amount sorts it instead of a moment. */
  readonly isByAmount?: boolean;
  /** Whether a day sorts it instead of a moment. */
  readonly isByDay?: boolean;
}

const MOMENT_FORM = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/;
const DAY_FORM = /^\d{4}-\d{2}-\d{2}$/;
/** As many digits as the largest safe integer. */
const AMOUNT_FORM = /^[1-9]\d{0,15}$/;

/** The beginning of a cursor in the first of two parts. */
const AHEAD = 'ahead.';

/** The cursor of a position: `review.2026-02-28T09:00:00Z.fun_...`. It names its queue, and other queues refuse it. */
export function cursorOf(
  { name }: QueueKind,
  {
    ahead = false,
    key,
    id,
  }: { readonly ahead?: boolean; readonly key: string | number | null; readonly id: string },
): string {
  if (key === null) throw new Error('A row without a moment cannot be in a queue.');
  return `${name}.${ahead ? AHEAD : ''}${key}.${id}`;
}

function positionOf({ name, isByAmount = false }: QueueKind, cursor: string): Position {
  const place = cursor.slice(`${name}.`.length);
  const ahead = place.startsWith(AHEAD);
  const [key = '', id = ''] = (ahead ? place.slice(AHEAD.length) : place).split('.');
  return { queue: name, ahead, key: isByAmount ? Number(key) : key, id };
}

/** The moment by which the item of a cursor is sorted. */
export const momentOf = (queue: QueueKind, cursor: string): string => String(positionOf(queue, cursor).key);

/** Whether a text is a cursor of that queue. */
export function isCursorOf(queue: QueueKind, text: string): boolean {
  const position = positionOf(queue, text);
  const { ahead, key, id } = position;
  if (ahead && !queue.isInParts) return false;
  const form = queue.isByAmount === true ? AMOUNT_FORM : queue.isByDay === true ? DAY_FORM : MOMENT_FORM;
  return form.test(String(key)) && isId(queue.prefix, id) && text === cursorOf(queue, position);
}

/**
 * The input that selects a page of a queue, and the filters of that queue. `from` is the end of the selected part from
 * which items are taken. If a queue has several orders, each order is a `QueueKind`, so that a cursor names its order.
 */
export function queueInput<Filters extends z.ZodRawShape>(
  queues: QueueKind | readonly QueueKind[],
  filters: Filters,
) {
  const all = [queues].flat();
  const kindOf = (text: string) => all.find((queue) => isCursorOf(queue, text));
  const cursor = z
    .string()
    .transform((text, { issues }) => {
      const kind = kindOf(text);
      if (kind !== undefined) return positionOf(kind, text);
      issues.push({ code: 'custom', message: 'must be a cursor of this list', input: text });
      return z.NEVER;
    })
    .nullable()
    .default(null);
  return z
    .strictObject({
      limit: z.int().min(1).max(PAGE_LIMIT_MAX).default(PAGE_LIMIT_DEFAULT),
      after: cursor,
      before: cursor,
      from: z.enum(['start', 'end']).default('start'),
    })
    .extend(filters);
}

/** The selected part of a queue; positions are exclusive bounds. */
export interface QueuePage {
  readonly limit: number;
  readonly after: Position | null;
  readonly before: Position | null;
  readonly from: 'start' | 'end';
}

/** The page to read from one part of a queue of two parts; null if the page has no item of that part. */
export function rangeOfPart(page: QueuePage, ahead: boolean): QueuePage | null {
  const { after, before } = page;
  const startsLater = ahead && after?.ahead === false;
  const endsSooner = !ahead && before?.ahead === true;
  if (startsLater || endsSooner) return null;
  return {
    ...page,
    after: after?.ahead === ahead ? after : null,
    before: before?.ahead === ahead ? before : null,
  };
}

/**
 * Adds order, bounds and limit to a query: the rows of the page and one more, which shows whether the queue continues.
 */
export function queueQuery<Table extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Table, Row>,
  { key, id, isDescending = false }: QueueOrder,
  { limit, after, before, from }: QueuePage,
): SelectQueryBuilder<Tables, Table, Row> {
  const columns = key === null ? [id] : [key, id];
  const position = sql`(${sql.join(columns.map((column) => sql.ref(column)))})`;
  const bound = (at: Position) => sql`(${sql.join(key === null ? [at.id] : [at.key, at.id])})`;
  const [later, sooner] = (isDescending ? ['<', '>'] : ['>', '<']).map((sign) => sql.raw(sign));
  const direction = sql.raw((from === 'start') === isDescending ? 'desc' : 'asc');
  const order = columns.map((column) => sql`${sql.ref(column)} ${direction}`);
  return query
    .$if(after !== null, (rest) =>
      after === null ? rest : rest.where(sql<SqlBool>`${position} ${later} ${bound(after)}`),
    )
    .$if(before !== null, (rest) =>
      before === null ? rest : rest.where(sql<SqlBool>`${position} ${sooner} ${bound(before)}`),
    )
    .orderBy(sql.join(order))
    .limit(limit + 1);
}

/** The page from the rows of its query. `hasOlder` means that the queue continues. */
export function queuePageOf<Row>(rows: readonly Row[], { limit, after, before, from }: QueuePage): Page<Row> {
  // A queue begins with its oldest item, a list with its newest, so the ends are swapped.
  return pageOf(
    {
      limit,
      offset: 0,
      olderThan: after?.id ?? null,
      newerThan: before?.id ?? null,
      from: from === 'start' ? 'newest' : 'oldest',
    },
    rows,
  );
}
