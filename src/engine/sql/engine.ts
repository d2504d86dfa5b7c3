import type { MikroORM } from '@mikro-orm/sql';
import type { Database } from './database.ts';
import type { DatabaseKind } from './kinds.ts';
import { type Migration, namesOf, type OwnTables } from './migration.ts';

/** `absent`: no gateway database. `unused`: the tables exist and are empty. `used`: a gateway has worked with it. */
export type DatabaseState = 'absent' | 'unused' | 'used';

/** The table that every gateway fills first. */
export const FIRST_FILLED = 'secret_key';

/** Migrations of the database that only a later version of the gateway has. */
export interface LaterMigrations {
  /** How many there are. */
  readonly migrations: number;
  /** The name of the last one. */
  readonly last: string;
}

/** A database of one kind before it is opened; `open.ts` chooses the kind by DATABASE_URL. */
export interface Engine {
  /** Which kind it is; a copy of one kind cannot be restored to the other. */
  readonly kind: DatabaseKind;
  /** Creates nothing. */
  state(): Promise<DatabaseState>;
  /**
   * Throws if the database cannot store every input that the APIs accept. Returns sentences that a person should read.
   * Changes nothing.
   */
  doubts(): Promise<readonly string[]>;
  /** Names of the migrations that are not yet applied, in order. Changes nothing. */
  pending(): Promise<readonly string[]>;
  /** The applied migrations that only a later version has; null if there are none. Changes nothing. */
  later(): Promise<LaterMigrations | null>;
  /** Applies pending migrations and returns their names. Several processes may do so at once. */
  migrate(): Promise<readonly string[]>;
  /** Applies pending migrations, calls `onMigrated`, and opens the database for operations. */
  open(onMigrated?: () => void): Promise<Database>;
  /** Whether its place is empty: no database and nothing else. Creates nothing. */
  isVacant(): Promise<boolean>;
  /**
   * The id of the newest event, or of the newest one up to a given id; null without events or without their table.
   * Changes nothing, and needs no migration.
   */
  newestEvent(upTo?: string): Promise<string | null>;
  /** The text in the first row of a column; null without rows or without the table. Changes nothing, as above. */
  firstOf(column: `${string}.${string}`): Promise<string | null>;
  /** Throws if this machine lacks the program that makes a copy. Called before files are copied. */
  requireCopying(): Promise<void>;
  /**
   * Throws if this machine lacks the program that restores such a file, or a version that can read it. Also throws if
   * the file has something that could run by itself and that no migration makes, for example a trigger.
   */
  requireRestoring(file: string): Promise<void>;
  /** Writes a snapshot of the database to a new file, while gateways work with it. */
  copyTo(file: string): Promise<void>;
  /** Creates the database from such a file, completely or not at all, and only if it is vacant. */
  restoreFrom(file: string): Promise<void>;
  /** Closes the connection that looks at the database share. A later look opens another one. */
  endLooks(): Promise<void>;
  /** The ORM with all entities, to compare them with the tables. The caller closes it. */
  orm(): Promise<MikroORM>;
}

/** Called when a replica is left out because it failed, and when it is read again. Its number counts from 1. */
export type OnReplica = (replica: number, isRead: boolean) => void;

export interface EngineOptions {
  /** The number of connections of one process to a database server. */
  readonly poolSize: number;
  /**
   * Whether statements are prepared, by default. Turn it off behind a pooler that shares connections between
   * transactions.
   */
  readonly prepares?: boolean;
  /** URLs of its streaming replicas, which serve reads of many rows. */
  readonly replicaUrls?: readonly string[];
  readonly onReplica?: OnReplica;
  readonly tables: OwnTables;
}

/** The table of applied migrations. The name is the default of the ORM. */
export const MIGRATIONS_TABLE = 'mikro_orm_migrations';

/** The migrations that are not among the applied ones. */
export function notApplied(
  applied: readonly { readonly name: string }[],
  migrations: readonly Migration[],
): readonly string[] {
  const done = new Set(applied.map(({ name }) => name));
  return namesOf(migrations).filter((name) => !done.has(name));
}

/** The applied migrations that this version does not have; null if it has them all. */
export function laterAmong(
  applied: readonly { readonly name: string }[],
  migrations: readonly Migration[],
): LaterMigrations | null {
  const known = new Set(namesOf(migrations));
  const later = applied.map(({ name }) => name).filter((name) => !known.has(name));
  const last = later.toSorted().at(-1);
  return last === undefined ? null : { migrations: later.length, last };
}
