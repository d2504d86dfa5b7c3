import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import { type IdPrefix, isId } from '../kernel/id.ts';
import { type Page, PAGE_LIMIT_DEFAULT, PAGE_LIMIT_MAX, pageOf } from '../kernel/page.ts';
import type { Tables } from '../kernel/tables.ts';

/** A list deeper than this is walked with `starting_after`, whose cost does not grow with depth. */
const OFFSET_MAX = 1_000_000_000;

/** Where a page lies, as every list takes it, beside the filters of its own. Ids are positions: one that does not exist is fine. */
export function pageInput<Filters extends z.ZodRawShape>(prefix: IdPrefix, filters: Filters) {
  const position = z
    .string()
    .refine((id) => isId(prefix, id), `must be an id that begins with ${prefix}_`)
    .nullable()
    .default(null);
  return z
    .strictObject({
      limit: z.int().min(1).max(PAGE_LIMIT_MAX).default(PAGE_LIMIT_DEFAULT),
      offset: z.int().min(0).max(OFFSET_MAX).default(0),
      older_than: position,
      newer_than: position,
      from: z.enum(['newest', 'oldest']).default('newest'),
    })
    .extend(filters);
}

interface PageInput {
  readonly limit: number;
  readonly offset: number;
  readonly older_than: string | null;
  readonly newer_than: string | null;
  readonly from: 'newest' | 'oldest';
}

/** The rows of a query that a page asks for. Ids sort by creation, so `id` is both the order and the cursor. */
export async function findPage<Table extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Table, Row>,
  { limit, offset, older_than, newer_than, from }: PageInput,
): Promise<Page<Row>> {
  const rows = await query
    .$if(older_than !== null, (older) => older.where(sql<SqlBool>`id < ${older_than}`))
    .$if(newer_than !== null, (newer) => newer.where(sql<SqlBool>`id > ${newer_than}`))
    .orderBy(from === 'newest' ? sql`id desc` : sql`id asc`)
    .limit(limit + 1)
    .$if(offset > 0, (further) => further.offset(offset))
    .execute();
  return pageOf({ limit, offset, olderThan: older_than, newerThan: newer_than, from }, rows);
}
