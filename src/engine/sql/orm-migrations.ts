import { Migration as OrmMigration } from '@mikro-orm/migrations';
import { MIGRATIONS_TABLE } from './engine.ts';
import type { DatabaseKind } from './kinds.ts';
import type { Migration } from './migration.ts';

/** The options of the migrator. Migrations are classes and not files; all of them are applied, or none. */
export const migratorOptions = (kind: DatabaseKind, migrations: readonly Migration[]) => ({
  tableName: MIGRATIONS_TABLE,
  snapshot: false,
  transactional: true,
  allOrNothing: true,
  migrationsList: migrations.map(({ name, statements }) => ({
    name,
    class: class extends OrmMigration {
      override up(): void {
        for (const statement of statements(kind)) this.addSql(statement);
      }
    },
  })),
});
