import { type CompiledQuery, createQueryId, PostgresQueryCompiler, RawNode } from 'kysely';
import type { Sums } from '../../sql/migration.ts';
import { type PlainInsert, plainInsertOf } from '../../sql/plain-insert.ts';

/** Rows for one table: a `copy` and the lines that it reads. */
export interface Copy {
  readonly sql: string;
  readonly text: string;
}

/**
 * A statement as it is sent: its SQL and its values. Its copies run before it, in one transaction with it; with copies the
 * SQL may be empty.
 */
export type SqlStatement = Pick<CompiledQuery, 'sql' | 'parameters'> & { readonly copies?: readonly Copy[] };

interface Form {
  readonly table: string;
  readonly columns: readonly string[];
  /**
   * The same insert with a list for each column: one statement for any number of rows. Null if the insert has
   * parameters outside its rows.
   */
  readonly inLists: string | null;
  /** The `copy` that adds the same rows; null if only an insert can add them. */
  readonly copy: string | null;
  /** Whether two inserts of the form may be joined. True without `on conflict`, or if the rows can be added up. */
  readonly mayJoin: boolean;
  /** For an upsert that adds to existing rows: adds up its own rows first. Null for any other insert. */
  readonly sum: Sums['sum'] | null;
}

/** An insert of plain values. */
export type Addition = Form & SqlStatement;

/** A statement that only inserts plain values, without `returning`; null for any other statement. */
export type AdditionOf = (query: CompiledQuery) => Addition | null;

export function additionsWith(sums: Sums): AdditionOf {
  const forms = new WeakMap<PlainInsert, Form>();
  return (query) => {
    const insert = plainInsertOf(query);
    if (insert === null) return null;
    // All runs of a `statement` share the node.
    let form = forms.get(insert);
    if (form === undefined) forms.set(insert, (form = formOf(insert, sums)));
    return { ...form, sql: query.sql, parameters: query.parameters };
  };
}

function formOf(insert: PlainInsert, sums: Sums): Form {
  const { into, columns } = insert;
  const table = into.table.identifier.name;
  const names = (columns ?? []).map(({ column }) => column.name);
  // The cast takes the element types from the table. PostgreSQL reads several `unnest` in one select list in parallel.
  const lists = names.map((name, at) => `unnest(coalesce($${at + 1}, array[(null::"${table}")."${name}"]))`);
  const rows = RawNode.createWithSql(`select ${lists.join(', ')}`);
  const { sql, parameters } = new PostgresQueryCompiler().compileQuery(
    { ...insert, values: rows },
    createQueryId(),
  );
  const isUpsert = insert.onConflict !== undefined;
  const sum = isUpsert && table === sums.table ? sums.sum : null;
  const mayJoin = !isUpsert || sum !== null;
  const inLists = parameters.length === 0 ? sql : null;
  const copy = isUpsert || inLists === null ? null : copyInto(table, names);
  return { table, columns: names, inLists, copy, mayJoin, sum };
}

const copyInto = (table: string, columns: readonly string[]): string =>
  `copy "${table}" (${columns.map((name) => `"${name}"`).join(', ')}) from stdin`;

/**
 * The most combined statements in the cache. Commands insert into some ten sets of tables, and each set has a few
 * different numbers of rows.
 */
const TEXTS_MAX = 500;

const texts = new Map<string, string>();

/**
 * Combines inserts into different tables into one statement, which succeeds or fails as a whole. PostgreSQL checks
 * foreign keys at the end of a statement, so the order of the inserts does not matter.
 */
export function inOneStatement(additions: readonly SqlStatement[]): SqlStatement {
  const [only] = additions;
  if (only !== undefined && additions.length === 1) return only;
  const key = additions.map(({ sql }) => sql).join(';');
  const sql = texts.get(key) ?? combined(additions);
  if (texts.size >= TEXTS_MAX) texts.clear();
  texts.set(key, sql);
  return { sql, parameters: additions.flatMap(({ parameters }) => parameters) };
}

function combined(additions: readonly SqlStatement[]): string {
  let before = 0;
  const parts = additions.map(({ sql, parameters }) => {
    const first = before;
    before += parameters.length;
    return sql.replaceAll(/\$(\d+)/g, (_, number: string) => `$${Number(number) + first}`);
  });
  // PostgreSQL runs the parts from the last to the first, so the part that should run last is written first.
  const first = parts.shift() ?? '';
  return `with ${parts
    .toReversed()
    .map((part, at) => `addition_${at} as (${part})`)
    .join(', ')} ${first}`;
}
