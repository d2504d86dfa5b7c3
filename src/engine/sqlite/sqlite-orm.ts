import { Migrator } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/sqlite';
import { SqliteDialect } from 'kysely';
import { entities } from '../../run/migrations/entities.ts';
import type { Migration } from '../../run/migrations/migrations.ts';
import { migratorOptions } from '../../run/migrations/orm-migrations.ts';
import { rowidKeys } from './rowid-keys.ts';
import type { SqliteConnection } from './sqlite-connection.ts';

/** The ORM over a connection, which it closes with itself. */
export function openSqliteOrm(
  { file }: SqliteConnection,
  filename: string,
  migrations: readonly Migration[],
): Promise<MikroORM> {
  return MikroORM.init({
    dbName: filename,
    driverOptions: new SqliteDialect({ database: file }),
    entities,
    discovery: { onMetadata: rowidKeys },
    extensions: [Migrator],
    logger: () => {},
    migrations: migratorOptions('sqlite', migrations),
  });
}
