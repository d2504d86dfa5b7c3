import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import type { Migration } from '../sql/migration.ts';
import { foreignObject, normalized, ownObjects } from '../sql/own-objects.ts';

/**
 * Throws ConfigError if a copy of a database has a trigger, a view or a virtual table that no migration makes. Writes
 * nothing beside the file; another driver would, if the file has a write-ahead log.
 */
export function requireOwnObjects(file: string, migrations: readonly Migration[]): void {
  const own = new Set(ownObjects('sqlite', migrations).map(({ statement }) => statement));
  const place = pathToFileURL(file);
  place.searchParams.set('immutable', '1');
  const copy = new DatabaseSync(place, { readOnly: true });
  try {
    for (const { type, name, sql } of copy.prepare('select type, name, sql from sqlite_master').iterate()) {
      const statement = normalized(String(sql));
      const isPlain = type === 'index' || (type === 'table' && !statement.startsWith('create virtual'));
      if (!isPlain && !own.has(statement)) throw foreignObject(`the ${String(type)} ${shown(name)}`);
    }
  } finally {
    copy.close();
  }
}

/** A name as one word of a sentence, because anyone may have chosen it. */
const shown = (name: unknown): string => JSON.stringify(String(name).slice(0, NAME_LENGTH_MAX));

/** As long as a name in PostgreSQL. */
const NAME_LENGTH_MAX = 63;
