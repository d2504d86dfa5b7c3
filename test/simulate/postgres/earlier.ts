import { newTables } from '../../../src/engine/sql/new-tables.ts';
import { TABLES } from '../../../src/run/migrations/migrations.ts';
import { tell } from '../../support/postgres/server.ts';
import { insertionOf } from '../../support/postgres/used-database.ts';
import { LATER } from '../machine/earlier-tables.ts';
import { whileAlive } from '../world/alive.ts';
import type { startWorldServer } from './world-server.ts';

const NAMES = `select tablename as name from pg_tables where schemaname = 'public' and tablename not like '%migrations'`;
const SEQUENCES = `select sequencename as name, last_value as value from pg_sequences where schemaname = 'public'
  and last_value is not null`;

/** Makes a database of an earlier version, with the rows of the scene as far as it has their tables. */
export const makeEarlier = (server: Awaited<ReturnType<typeof startWorldServer>>): Promise<void> =>
  whileAlive(async () => {
    const to = await server.make('earlier', 'template0');
    const from = server.url('scene');
    await tell(to, newTables('postgres', TABLES.migrations.slice(0, -LATER)).join(';'));
    // Rows may come before those that they refer to.
    const statements = ['set session_replication_role = replica'];
    for (const { name } of (await tell(to, NAMES)).rows) {
      const [{ rows }] = (await tell(from, `select json_agg(of)::text as rows from ${name} of`)).rows;
      // Migrations themselves make some rows.
      statements.push(`delete from ${name}`);
      if (rows !== null) statements.push(insertionOf(name, rows));
    }
    for (const { name, value } of (await tell(from, SEQUENCES)).rows)
      statements.push(`select setval(to_regclass('"${name}"'), ${value})`);
    await tell(to, statements.join(';\n'));
  });
