import type { Options } from '@mikro-orm/sql';
import type { DatabaseKind } from './kinds.ts';

/**
 * A change of the tables: the statements for each kind of database. They are data and not a class of the ORM, so that a
 * new database gets its tables without it; loading the ORM takes half of the time of a start.
 */
export interface Migration {
  /** Stored in existing databases, so it never changes. */
  readonly name: string;
  readonly statements: (kind: DatabaseKind) => readonly string[];
}

/** The names of migrations, in their order. */
export const namesOf = (list: readonly Migration[]): readonly string[] => list.map(({ name }) => name);

/** The tables that an engine keeps. */
export interface OwnTables {
  /** In the order in which they are applied. */
  readonly migrations: readonly Migration[];
  /** Loads the entities, which only the ORM needs. */
  readonly entities: () => Promise<NonNullable<Options['entities']>>;
  readonly sums: Sums;
  /** Unique constraints that two transactions can race for: on its retry the second one finds the row of the first. */
  readonly raced: ReadonlySet<string>;
}

type Row = Readonly<Record<string, unknown>>;

/** Rows that upserts add to those of a table. Several of them are one statement only if each row is in it once. */
export interface Sums {
  readonly table: string;
  /** The rows of several upserts, those of one row of the table added up, in one order in all processes. */
  readonly sum: (rows: readonly Row[]) => readonly Row[];
}
