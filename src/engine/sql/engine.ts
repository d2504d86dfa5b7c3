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
  /** The state of the database. Creates nothing. */
  state(): Promise<DatabaseState>;
  /**
   * Throws if the database could not store what the APIs accept. Returns sentences about what a person should know.
   * Changes nothing.
   */
  doubts(): Promise<readonly string[]>;
  /** Names of the migrations that are not applied yet, in their order. Changes nothing. */
  pending(): Promise<readonly string[]>;
  /** The applied migrations that only a later version has; null if there are none. Changes nothing. */
  later(): Promise<LaterMigrations | null>;
  /** Applies pending migrations and returns their names. Several processes may do so at once. */
  migrate(): Promise<readonly string[]>;
  /** Opens the database for operations. Applies pending migrations first, and then calls `onMigrated`. */
  open(onMigrated?: () => void): Promise<Database>;
  /** Whether there is no database, nor anything else in its place. Creates nothing. */
  isVacant(): Promise<boolean>;
  /**
   * The id of the newest event, or of the newest up to an id; null if there is none, nor a table for them. Changes
   * nothing, and needs no migration.
   */
  newestEvent(upTo?: string): Promise<string | null>;
  /** Throws if this machine lacks the program that makes a copy. Called before files are copied. */
  requireCopying(): Promise<void>;
  /**
   * Throws if it lacks the program that restores such a file, or a version that can read it, and if the file has
   * something that no migration makes and that could run by itself, such as a trigger.
   */
  requireRestoring(file: string): Promise<void>;
  /** Writes a snapshot of the database to a new file, while gateways work with it. */
  copyTo(file: string): Promise<void>;
  /** Creates the database from such a file, completely or not at all, and only if it is vacant. */
  restoreFrom(file: string): Promise<void>;
  /** The ORM with all entities, to compare them with the tables. The caller closes it. */
  orm(): Promise<MikroORM>;
}

/** Called when a replica is left out because it failed, and when it is read again. Its number counts from 1. */
export type OnReplica = (replica: number, isRead: boolean) => void;

export interface EngineOptions {
  /** Connections of one process to a database server. */
  readonly poolSize: number;
  /**
   * Whether statements are prepared, by default. Off behind a pooler that gives a connection to others between two
   * transactions.
   */
  readonly prepares?: boolean;
  /** URLs of its streaming replicas, which serve reads of many rows. */
  readonly replicaUrls?: readonly string[];
  readonly onReplica?: OnReplica;
  readonly tables: OwnTables;
}

/** The table of applied migrations. Existing databases have it under this name, the default of the ORM. */
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
