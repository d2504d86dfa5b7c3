import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import { type IdPrefix, isId } from '../../kernel/id.ts';
import { type Page, PAGE_LIMIT_DEFAULT, PAGE_LIMIT_MAX, pageOf } from '../../kernel/page.ts';
import type { Tables } from '../../engine/sql/tables.ts';

/** The order of a queue: by a moment, and by id among rows of the same second. */
interface QueueOrder {
  readonly moment: string;
  readonly id: string;
}

/**
 * A position in a queue. It includes the moment, so that it stays valid after its item has left the queue. `ahead` is
 * for queues of two parts, each with its own order: whether the position is in the first part.
 */
interface Position {
  readonly ahead: boolean;
  readonly moment: string;
  readonly id: string;
}

/** An item of a queue and the cursor of its position. */
export interface Queued<Item> {
  readonly cursor: string;
  readonly item: Item;
}

/** What a cursor must fit: the queue by its name, and the kind of its items. */
export interface QueueKind {
  readonly name: string;
  readonly prefix: IdPrefix;
  /** Whether it has two parts, the first of which comes before the other. */
  readonly isInParts: boolean;
}

const MOMENT_FORM = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/;

/** The beginning of a cursor in the first of two parts. */
const AHEAD = 'ahead.';

/** The cursor of a position: `review.2026-02-28T09:00:00Z.fun_...`. It names its queue; other queues refuse it. */
export function cursorOf(
  { name }: QueueKind,
  {
    ahead = false,
    moment,
    id,
  }: { readonly ahead?: boolean; readonly moment: string | null; readonly id: string },
): string {
  if (moment === null) throw new Error('A row without a moment cannot be in a queue.');
  return `${name}.${ahead ? AHEAD : ''}${moment}.${id}`;
}

function positionOf({ name }: QueueKind, cursor: string): Position {
  const place = cursor.slice(`${name}.`.length);
  const ahead = place.startsWith(AHEAD);
  const [moment = '', id = ''] = (ahead ? place.slice(AHEAD.length) : place).split('.');
  return { ahead, moment, id };
}

/** The moment by which the item of a cursor is sorted. */
export const momentOf = (queue: QueueKind, cursor: string): string => positionOf(queue, cursor).moment;

/** Whether a text is a cursor of that queue. */
export function isCursorOf(queue: QueueKind, text: string): boolean {
  const position = positionOf(queue, text);
  const { ahead, moment, id } = position;
  if (ahead && !queue.isInParts) return false;
  return MOMENT_FORM.test(moment) && isId(queue.prefix, id) && text === cursorOf(queue, position);
}

/**
 * The input that selects a page of a queue, plus the filters of that queue. `from` is the end of the selected part from
 * which items are taken.
 */
export function queueInput<Filters extends z.ZodRawShape>(queue: QueueKind, filters: Filters) {
  const cursor = z
    .string()
    .refine((text) => isCursorOf(queue, text), 'must be a cursor of this list')
    .transform((text) => positionOf(queue, text))
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

/** The page to read from one part of a queue of two parts; null if the page includes nothing of that part. */
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
  { moment, id }: QueueOrder,
  { limit, after, before, from }: QueuePage,
): SelectQueryBuilder<Tables, Table, Row> {
  const position = sql`(${sql.ref(moment)}, ${sql.ref(id)})`;
  const direction = sql.raw(from === 'start' ? 'asc' : 'desc');
  return query
    .$if(after !== null, (rest) => rest.where(sql<SqlBool>`${position} > (${after?.moment}, ${after?.id})`))
    .$if(before !== null, (rest) =>
      rest.where(sql<SqlBool>`${position} < (${before?.moment}, ${before?.id})`),
    )
    .orderBy(sql`${sql.ref(moment)} ${direction}, ${sql.ref(id)} ${direction}`)
    .limit(limit + 1);
}

/** The page from the rows of its query. `hasOlder` means that the queue continues. */
export function queuePageOf<Row>(rows: readonly Row[], { limit, after, before, from }: QueuePage): Page<Row> {
  // A queue starts with its oldest item, a list with its newest, so the ends are swapped.
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
