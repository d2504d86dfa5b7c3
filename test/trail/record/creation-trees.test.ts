import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tables } from '../../../src/engine/sql/tables.ts';
import { relayAll } from '../../../src/trail/positions/relay.ts';
import { createCustomers } from '../../support/fixtures/audit-fixture.ts';
import { openTestGateway, type TestGateway } from '../../support/gateway.ts';
import { onPostgres } from '../../support/postgres/databases.ts';

let fixture: TestGateway;
beforeAll(async () => {
  fixture = await openTestGateway();
});
afterAll(() => fixture.close());

/** A B-tree: an index, or on SQLite also the rows of a table. Without a condition it has an entry for each row. */
interface Tree {
  readonly name: string;
  readonly table: string;
  readonly condition: string | null;
}

async function treesOf(db: Kysely<Tables>): Promise<readonly Tree[]> {
  if (onPostgres()) {
    const { rows } = await sql<Tree>`
      select indexrelid::regclass::text as name, indrelid::regclass::text as table,
        pg_get_expr(indpred, indrelid) as condition
      from pg_index join pg_class on pg_class.oid = indrelid
      where relnamespace = 'public'::regnamespace and relkind = 'r'`.execute(db);
    return rows;
  }
  const { rows } = await sql<Tree>`
    select name, tbl_name as "table",
      case when type = 'index' and instr(sql, ' where ') > 0 then substr(sql, instr(sql, ' where ') + 7) end as condition
    from sqlite_master where type in ('table', 'index') and tbl_name not like 'sqlite_%'`.execute(db);
  return rows;
}

/** The entries of each tree. */
async function entriesOf(db: Kysely<Tables>): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const { name, table, condition } of await treesOf(db)) {
    const { rows } = await sql<{ entries: number }>`
      select count(*) as entries from ${sql.table(table)} where ${sql.raw(condition ?? 'true')}`.execute(db);
    counts.set(name, Number(rows[0]?.entries));
  }
  return counts;
}

/**
 * The trees that get entries by a creation of a partner that has customers already. The counters and the mark of the
 * relay are rows that are there, and change in place. A checkpoint adds one row for up to 500 events.
 */
const WRITTEN = {
  postgres: [
    'customer_email',
    'customer_external',
    'customer_name',
    'customer_page',
    'customer_pkey',
    'event_id_unique',
    'event_pkey',
    'event_subject_sequence',
    'feed_event',
    'feed_partner',
    'feed_pkey',
  ],
  sqlite: [
    'customer',
    'customer_email',
    'customer_external',
    'customer_name',
    'customer_page',
    'event',
    'event_id_unique',
    'event_subject_sequence',
    'feed',
    'feed_event',
    'feed_partner',
  ],
};

test('a creation writes to these trees, up to the positions of its events', async () => {
  const { reads } = fixture.gateway.database;
  const partner = await fixture.partner();
  for (let made = 0; made < 4; made += 1) {
    await createCustomers(partner, 1);
    await relayAll(fixture.gateway);
  }
  // Whichever shard of a counter the creation takes, its row is there.
  await sql`
    insert into counter (name, shard, total)
    with shards(number) as (values (0), (1), (2), (3), (4), (5), (6), (7), (8), (9), (10), (11), (12), (13), (14), (15))
    select distinct counter.name, shards.number, 0 from counter, shards where true
    on conflict do nothing`.execute(fixture.gateway.database.writes);
  const before = await entriesOf(reads);
  await createCustomers(partner, 1);
  await relayAll(fixture.gateway);
  const after = await entriesOf(reads);
  const written = [...after].flatMap(([name, entries]) => (entries === before.get(name) ? [] : [name]));
  expect(written.toSorted()).toEqual(WRITTEN[onPostgres() ? 'postgres' : 'sqlite']);
});
