import { MIGRATIONS_TABLE } from './engine.ts';

/** The options of the migrator for both databases: all or nothing, and nothing read from files. */
export const migratorRules = {
  tableName: MIGRATIONS_TABLE,
  snapshot: false,
  transactional: true,
  allOrNothing: true,
} as const;
