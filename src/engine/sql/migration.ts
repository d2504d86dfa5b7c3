import type { Options } from '@mikro-orm/sql';
import type { DatabaseKind } from './kinds.ts';

/**
 * A change of the tables: the statements for each kind of database. They are data and not a class of the ORM, so a new
 * database gets its tables without the ORM. Loading the ORM takes half the time of a start.
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
  /**
   * Unique constraints that two transactions may race for. When the second one is retried, it finds the row of the
   * first.
   */
  readonly raced: ReadonlySet<string>;
}

type Row = Readonly<Record<string, unknown>>;

/** Upserts that add to the rows of a table. Several of them can be one statement only if each row occurs in it once. */
export interface Sums {
  readonly table: string;
  /** Adds up the rows of several upserts: one row for each row of the table. All processes use the same order. */
  readonly sum: (rows: readonly Row[]) => readonly Row[];
}
