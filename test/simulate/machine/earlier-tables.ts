import { newTables } from '../../../src/engine/sql/new-tables.ts';
import { TABLES } from '../../../src/run/migrations/migrations.ts';
import { openNow } from './kept-files.ts';

/** The last migrations, which a database of the version before does not have yet. */
export const LATER = 2;

const COLUMNS = `select own.name from pragma_table_info(?, 'main') own
  join pragma_table_info(?, 'scene') other on other.name = own.name`;
const NAMES = `select name from sqlite_master where type = 'table' and name not like 'sqlite%' and name not like '%migrations'`;

/** Makes a database of an earlier version, with the rows of another one as far as it has their tables. */
export function makeEarlier(from: string, to: string): void {
  const file = openNow(to, false);
  file.exec(newTables('sqlite', TABLES.migrations.slice(0, -LATER)).join(';'));
  file.pragma('foreign_keys = off');
  file.prepare('attach ? as scene').run(from);
  for (const name of file.prepare(NAMES).pluck().all()) {
    const columns = file.prepare(COLUMNS).pluck().all(name, name).join(', ');
    const table = String(name);
    // Migrations themselves make some rows.
    file.exec(`delete from main.${table}`);
    file.exec(`insert into main.${table} (${columns}) select ${columns} from scene.${table}`);
  }
  file.exec('detach scene');
  file.pragma('journal_mode = wal');
  file.close();
}
