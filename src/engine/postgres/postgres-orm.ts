import { Migrator } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import { bytewiseTexts } from './bytewise-texts.ts';
import type { OwnTables } from '../sql/migration.ts';
import { migratorOptions } from '../sql/orm-migrations.ts';

/** The ORM with its own connections. */
export async function openPostgresOrm(url: string, { migrations, entities }: OwnTables): Promise<MikroORM> {
  return MikroORM.init({
    clientUrl: url,
    entities: await entities(),
    discovery: { onMetadata: bytewiseTexts },
    extensions: [Migrator],
    logger: () => {},
    migrations: migratorOptions('postgres', migrations),
  });
}
