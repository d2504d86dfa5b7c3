import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import { type IdPrefix, isId } from '../kernel/id.ts';
import { type Page, PAGE_LIMIT_DEFAULT, PAGE_LIMIT_MAX, pageOf } from '../kernel/page.ts';
import type { Tables } from '../kernel/tables.ts';

/** What a queue is ordered by: a moment, and the id among rows of one second. */
export interface QueueOrder {
  readonly moment: string;
  readonly id: string;
}

/**
 * A place in a queue. It says the moment too, so that an item which left the queue still marks its place. Of a queue in two
 * parts, each in its own order, it says whether it is in the one that comes first.
 */
interface Position {
  readonly ahead: boolean;
  readonly moment: string;
  readonly id: string;
}

/** An item of a queue and its place there. */
export interface Queued<Item> {
  readonly cursor: string;
  readonly item: Item;
}

/** What a cursor must fit: the queue by its name, and the kind of its items. */
export interface QueueKind {
  readonly name: string;
  readonly prefix: IdPrefix;
  /** Whether some of its items stand ahead of all others. */
  readonly isInParts: boolean;
}

const MOMENT_FORM = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/;

/** What the cursor of a place begins with that is in the first of two parts. */
const AHEAD = 'ahead.';

/** The cursor of a place: `review.2026-02-28T09:00:00Z.fun_...`. It names its queue, so that no other one takes it. */
export function cursorOf(
  { name }: QueueKind,
  {
    ahead = false,
    moment,
    id,
  }: { readonly ahead?: boolean; readonly moment: string | null; readonly id: string },
): string {
  if (moment === null) throw new Error('What has no moment stands in no queue.');
  return `${name}.${ahead ? AHEAD : ''}${moment}.${id}`;
}

function positionOf({ name }: QueueKind, cursor: string): Position {
  const place = cursor.slice(`${name}.`.length);
  const ahead = place.startsWith(AHEAD);
  const [moment = '', id = ''] = (ahead ? place.slice(AHEAD.length) : place).split('.');
  return { ahead, moment, id };
}

/** Whether a text is a cursor of that queue. */
export function isCursorOf(queue: QueueKind, text: string): boolean {
  const position = positionOf(queue, text);
  const { ahead, moment, id } = position;
  if (ahead && !queue.isInParts) return false;
  return MOMENT_FORM.test(moment) && isId(queue.prefix, id) && text === cursorOf(queue, position);
}

/** Where a page of a queue lies, beside the filters of its own. `from` says from which end of the stretch it is taken. */
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

/** Which stretch of a queue is asked for; positions are exclusive bounds. */
export interface QueuePage {
  readonly limit: number;
  readonly after: Position | null;
  readonly before: Position | null;
  readonly from: 'start' | 'end';
}

/** Which stretch of one part of a queue a page of the whole covers; null where it covers nothing of it. */
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

/** Rows of a queue in its order, no more than a page needs to know whether it goes on. */
export function queueQuery<Table extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Table, Row>,
  { moment, id }: QueueOrder,
  { limit, after, before, from }: QueuePage,
): SelectQueryBuilder<Tables, Table, Row> {
  const place = sql`(${sql.ref(moment)}, ${sql.ref(id)})`;
  const direction = sql.raw(from === 'start' ? 'asc' : 'desc');
  return query
    .$if(after !== null, (rest) => rest.where(sql<SqlBool>`${place} > (${after?.moment}, ${after?.id})`))
    .$if(before !== null, (rest) => rest.where(sql<SqlBool>`${place} < (${before?.moment}, ${before?.id})`))
    .orderBy(sql`${sql.ref(moment)} ${direction}, ${sql.ref(id)} ${direction}`)
    .limit(limit + 1);
}

/** The page that the rows of its query make; `hasOlder` says that the queue goes on. */
export function queuePageOf<Row>(rows: readonly Row[], { limit, after, before, from }: QueuePage): Page<Row> {
  // What a list calls its newest end is where a queue starts.
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
