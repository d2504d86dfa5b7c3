import type { Insertable, Kysely } from 'kysely';
import type { Sums } from '../../engine/sql/migration.ts';
import { statement } from '../../engine/sql/statement.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import { world } from '../../kernel/world.ts';

/** A change of a running total, e.g. `{ name: 'par_1/customers', by: 1 }`. */
export interface Count {
  readonly name: string;
  readonly by: number;
}

type CounterRow = Pick<Insertable<Tables['counter']>, 'name' | 'shard' | 'total'>;

/**
 * Adds to running totals in the transaction of the counted change, so that a list knows its total without a scan. Rows
 * are updated in the order of their names, so that transactions cannot deadlock.
 */
export async function addToCounters(
  db: Kysely<Tables>,
  shards: number,
  counts: readonly Count[],
): Promise<void> {
  const shard = Math.floor(world.chance() * shards);
  const rows = summed(counts.map(({ name, by }) => ({ name, shard, total: by })));
  if (rows.length > 0) await addTotals(db, { rows });
}

/** The sum of the changes for each counter, in the order of names. All are in the shard of the first row. */
function summed(rows: readonly CounterRow[]): readonly CounterRow[] {
  const shard = rows[0]?.shard ?? 0;
  const sums = new Map<string, number>();
  for (const { name, total } of rows) sums.set(name, (sums.get(name) ?? 0) + total);
  return [...sums]
    .filter(([, total]) => total !== 0)
    .map(([name, total]) => ({ name, shard, total }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** How the changes of several transactions become one statement. */
export const COUNTER_SUMS: Sums = {
  table: 'counter',
  sum: (rows) =>
    summed(
      rows.map(({ name, shard, total }) => ({
        name: String(name),
        shard: Number(shard),
        total: Number(total),
      })),
    ).map((row) => ({ ...row })),
};

const addTotals = statement((db, { rows }: { rows: readonly CounterRow[] }) =>
  db
    .insertInto('counter')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['name', 'shard'])
        .doUpdateSet((eb) => ({ total: eb('counter.total', '+', eb.ref('excluded.total')) })),
    ),
);

/** The sum of the named totals; a total that does not exist counts as 0. */
export async function totalOf(db: Kysely<Tables>, names: readonly string[]): Promise<number> {
  const [sum] = await sumOfTotals(db, { names });
  return sum?.total ?? 0;
}

/** Only a sum. With `group by` SQLite would take twice as long. */
const sumOfTotals = statement((db, { names }: { names: readonly string[] }) =>
  db
    .selectFrom('counter')
    .select((eb) => eb.fn.sum<number | null>('total').as('total'))
    .where('name', 'in', names),
);

/** The sum of all totals with names in the ranges, bounds included. */
export async function totalBetween(
  db: Kysely<Tables>,
  ranges: readonly (readonly [first: string, last: string])[],
): Promise<number> {
  const { total } = await db
    .selectFrom('counter')
    .select((eb) => eb.fn.sum<number | null>('total').as('total'))
    .where((eb) => eb.or(ranges.map(([first, last]) => eb.between('name', first, last))))
    .executeTakeFirstOrThrow();
  return total ?? 0;
}

/** The value of each named total, in one query. */
export async function totalsOf(
  db: Kysely<Tables>,
  names: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await sumTotals(db, { names });
  return new Map(rows.map(({ name, total }) => [name, total]));
}

const sumTotals = statement((db, { names }: { names: readonly string[] }) =>
  db
    .selectFrom('counter')
    .select((eb) => ['name', eb.fn.sum<number>('total').as('total')])
    .where('name', 'in', names)
    .groupBy('name'),
);
