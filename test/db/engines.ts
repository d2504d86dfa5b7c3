import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MikroORM } from '@mikro-orm/sql';
import { engineOf } from '../../src/db/open.ts';
import { onPostgres, emptyDatabase } from '../support/postgres/databases.ts';

/** A database without tables, of the kind that the run is about, that outlives its connections. */
export async function emptyEngine() {
  const { url, remove } = onPostgres() ? await onServer() : inFile();
  return { url, engine: await engineOf(url, { poolSize: 4 }), [Symbol.asyncDispose]: remove };
}

async function onServer() {
  const { url, drop } = await emptyDatabase();
  return { url, remove: drop };
}

function inFile() {
  const folder = mkdtempSync(join(tmpdir(), 'fundgate-db-'));
  const remove = async () => rmSync(folder, { recursive: true });
  return { url: `sqlite:${join(folder, 'new', 'gateway.db')}`, remove };
}

/**
 * The statements with which the ORM would change the tables to match the entities. It also proposes to drop triggers
 * and their functions, because no entity has them; those keep the trail append-only and are left out here.
 */
export async function differencesOf(orm: MikroORM): Promise<readonly string[]> {
  const statements = await orm.schema.getUpdateSchemaSQL({ wrap: false });
  return statements
    .split('\n')
    .filter(
      (line) =>
        line !== '' &&
        !/^drop (?:trigger|function) if exists [`"](?:event|seal|sealed_event|feed)_/.test(line),
    );
}
