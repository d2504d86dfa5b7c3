import { readFileSync } from 'node:fs';
import type { DatabaseKind } from '../../engine/sql/kinds.ts';

/**
 * A change of the tables: the statements for each kind of database. They are data and not a class of the ORM, so that a
 * new database gets its tables without it; loading the ORM takes half of the time of a start.
 */
export interface Migration {
  /** Stored in existing databases, so it never changes. */
  readonly name: string;
  readonly statements: (kind: DatabaseKind) => readonly string[];
}

/** In the order in which they are applied. */
export const migrations: readonly Migration[] = [fromFiles('0001-baseline')];

/** The names of migrations, in their order. */
export const namesOf = (list: readonly Migration[]): readonly string[] => list.map(({ name }) => name);

/** Between two statements of a file; no statement has an empty line. */
const BETWEEN = ';\n\n';

function fromFiles(name: string): Migration {
  return {
    name,
    statements: (kind) =>
      readFileSync(new URL(`${kind}/${name}.sql`, import.meta.url), 'utf8')
        .split(BETWEEN)
        .filter((statement) => statement !== ''),
  };
}
