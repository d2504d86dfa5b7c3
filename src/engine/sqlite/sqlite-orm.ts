import { Migrator } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/sqlite';
import { SqliteDialect } from 'kysely';
import type { OwnTables } from '../sql/migration.ts';
import { migratorOptions } from '../sql/orm-migrations.ts';
import { sqliteTables } from './sqlite-tables.ts';
import type { SqliteConnection } from './file/sqlite-connection.ts';

/** The ORM on a connection; closing the ORM closes the connection. */
export async function openSqliteOrm(
  { file }: SqliteConnection,
  filename: string,
  { migrations, entities }: OwnTables,
): Promise<MikroORM> {
  return MikroORM.init({
    dbName: filename,
    driverOptions: new SqliteDialect({ database: file }),
    entities: await entities(),
    discovery: { onMetadata: sqliteTables },
    extensions: [Migrator],
    logger: () => {},
    migrations: migratorOptions('sqlite', migrations),
  });
}
