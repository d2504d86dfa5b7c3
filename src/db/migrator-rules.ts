import { MIGRATIONS_TABLE } from './engine.ts';

/** What the migrator is told on every engine: all or nothing, and nothing read from files. */
export const migratorRules = {
  tableName: MIGRATIONS_TABLE,
  snapshot: false,
  transactional: true,
  allOrNothing: true,
} as const;
