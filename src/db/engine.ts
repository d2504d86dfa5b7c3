import type { MikroORM } from '@mikro-orm/sql';
import type { Database } from '../pipeline/database.ts';
import { migrationNames } from './migrations/names.ts';

/** `absent`: no database of a gateway. `unused`: its tables, and nothing in them yet. `used`: a gateway has worked with it. */
export type DatabaseState = 'absent' | 'unused' | 'used';

/** Tables of which each gateway fills one before it does anything else; the second, those of before there was the first. */
export const FIRST_FILLED = ['secret_key', 'partner'] as const;

/** A database of one kind, before it is used; `open.ts` chooses the kind by DATABASE_URL. */
export interface Engine {
  /** What is there. Makes nothing. */
  state(): Promise<DatabaseState>;
  /** Names of the migrations that it has not had yet, in their order. Changes nothing. */
  pending(): Promise<readonly string[]>;
  /** Brings the tables up to date and says which migrations that took. Several processes may do so at once. */
  migrate(): Promise<readonly string[]>;
  /** Ready for operations, its tables up to date. */
  open(): Promise<Database>;
  /** What the entities are compared with; whoever asks closes it. */
  orm(): Promise<MikroORM>;
}

export interface EngineOptions {
  /** How many connections a process keeps to a database that is a server. */
  readonly poolSize: number;
  /** Streaming replicas of it, which reads of many rows go to. */
  readonly replicaUrls?: readonly string[];
}

/** Where the migrator notes what was applied: the ORM's own name, which databases of the field have. */
export const MIGRATIONS_TABLE = 'mikro_orm_migrations';

/** The migrations that are not among those that were applied. */
export function notApplied(applied: readonly { readonly name: string }[]): readonly string[] {
  const done = new Set(applied.map(({ name }) => name));
  return migrationNames.filter((name) => !done.has(name));
}
