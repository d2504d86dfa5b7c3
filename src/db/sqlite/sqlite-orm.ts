import { Migrator } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/sqlite';
import { SqliteDialect } from 'kysely';
import { entities } from '../entities.ts';
import { sqliteMigrations } from '../migrations/sqlite/index.ts';
import { migratorRules } from '../migrator-rules.ts';
import { rowidKeys } from './rowid-keys.ts';
import type { SqliteConnection } from './sqlite-connection.ts';

/** The ORM over a connection, which it closes with itself. */
export function openSqliteOrm({ file }: SqliteConnection, filename: string): Promise<MikroORM> {
  return MikroORM.init({
    dbName: filename,
    driverOptions: new SqliteDialect({ database: file }),
    entities,
    discovery: { onMetadata: rowidKeys },
    extensions: [Migrator],
    logger: () => {},
    migrations: { ...migratorRules, migrationsList: sqliteMigrations },
  });
}
