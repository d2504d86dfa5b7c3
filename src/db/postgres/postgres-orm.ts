import { Migrator } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import { bytewiseTexts } from './bytewise-texts.ts';
import { entities } from '../entities.ts';
import { postgresMigrations } from '../migrations/postgres/index.ts';
import { migratorRules } from '../migrator-rules.ts';

/** The ORM over connections of its own. */
export function openPostgresOrm(url: string): Promise<MikroORM> {
  return MikroORM.init({
    clientUrl: url,
    entities,
    discovery: { onMetadata: bytewiseTexts },
    extensions: [Migrator],
    logger: () => {},
    migrations: { ...migratorRules, migrationsList: postgresMigrations },
  });
}
