import { Migrator } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import { bytewiseTexts } from './bytewise-texts.ts';
import { entities } from '../../run/migrations/entities.ts';
import type { Migration } from '../../run/migrations/migrations.ts';
import { migratorOptions } from '../../run/migrations/orm-migrations.ts';

/** The ORM over connections of its own. */
export function openPostgresOrm(url: string, migrations: readonly Migration[]): Promise<MikroORM> {
  return MikroORM.init({
    clientUrl: url,
    entities,
    discovery: { onMetadata: bytewiseTexts },
    extensions: [Migrator],
    logger: () => {},
    migrations: migratorOptions('postgres', migrations),
  });
}
