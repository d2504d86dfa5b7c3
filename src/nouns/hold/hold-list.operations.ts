import { type SelectQueryBuilder, sql } from 'kysely';
import { z } from 'zod';
import { lookupId } from '../../kernel/id.ts';
import { mapPage, PAGE_LIMIT_MAX } from '../../kernel/page.ts';
import { countOfMany } from '../../engine/sql/many-rows.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import { defineQuery, type QueryContext } from '../../pipeline/operation.ts';
import { findPage } from '../../pipeline/rows/find-page.ts';
import { HOLD_FILTERS, type HoldFilter, ListHoldsInput } from './hold.input.ts';
import { EVERYTHING, STANDING_MAX } from './hold.rules.ts';
import { shownHold } from './hold.operations.ts';
import type { HoldRow, HoldView } from './hold.present.ts';

/** Holds, including lifted ones, newest first. */
export const listHolds = defineQuery({
  name: 'listHolds',
  roles: ['operator'],
  input: ListHoldsInput,
  async run(context, { input: { limit, offset, starting_after, ending_before, from, ...filter } }) {
    const page = await findPage(holdsOf(context, filter).selectAll(), {
      limit,
      offset,
      starting_after,
      ending_before,
      from,
    });
    return mapPage(page, (row) => shownHold(context, row));
  },
});

export const countHolds = defineQuery({
  name: 'countHolds',
  roles: ['operator'],
  input: z.strictObject(HOLD_FILTERS),
  async run(context, { input }): Promise<number> {
    return countOfMany(holdsOf(context, input));
  },
});

/** The most holds that can stop one settlement: on itself, its customer, its partner and everything. */
export const HOLDS_OF_SETTLEMENT_MAX = 4 * STANDING_MAX;

/** For each kind the table, and the columns with the ids that can be held, besides the hold on everything. */
const HELD_BY = {
  settlement: ['instant_settlement', ['id', 'customer_id', 'partner_id']],
  customer: ['customer', ['id', 'partner_id']],
  partner: ['partner', ['id']],
} as const;

/** The standing holds that stop several settlements, or all settlements of several customers or partners, by id. */
export const listHoldsOf = defineQuery({
  name: 'listHoldsOf',
  roles: ['operator'],
  input: z.strictObject({
    kind: z.enum(['settlement', 'customer', 'partner']).default('settlement'),
    held_ids: z.array(z.string()).min(1).max(PAGE_LIMIT_MAX),
  }),
  async run(context, { input: { kind, held_ids } }): Promise<ReadonlyMap<string, readonly HoldView[]>> {
    const [table, columns] = HELD_BY[kind];
    const objects = [...columns.map((column) => sql`held.${sql.ref(column)}`), sql.lit(EVERYTHING)];
    const { rows } = await sql<HoldRow & { readonly held: string }>`
      select hold.*, held.id as held from ${sql.table(table)} as held
      join hold on hold.object_id in (${sql.join(objects)})
      where held.id in (${sql.join(held_ids)}) and hold.lifted_at is null order by hold.id`.execute(
      context.db,
    );
    const byId = Map.groupBy(rows, ({ held }) => held);
    return new Map([...byId].map(([id, own]) => [id, own.map((row) => shownHold(context, row))] as const));
  },
});

function holdsOf(
  { db }: QueryContext,
  { standing, kind, object_id }: HoldFilter,
): SelectQueryBuilder<Tables, 'hold', object> {
  return db
    .selectFrom('hold')
    .$if(kind !== undefined, (rows) => rows.where('kind', '=', kind ?? ''))
    .$if(object_id !== undefined, (rows) => rows.where('object_id', '=', lookupId(object_id ?? '')))
    .$if(standing === true, (rows) => rows.where('lifted_at', 'is', null))
    .$if(standing === false, (rows) => rows.where('lifted_at', 'is not', null));
}
