import { Migration as OrmMigration } from '@mikro-orm/migrations';
import { MIGRATIONS_TABLE } from '../../engine/sql/engine.ts';
import type { DatabaseKind } from '../../engine/sql/kinds.ts';
import type { Migration } from './migrations.ts';

/** The options of the migrator: the migrations as classes, all or none of them, and nothing read from files. */
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
