import {
  type CompiledQuery,
  createQueryId,
  InsertQueryNode,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
  RawNode,
  ValuesNode,
} from 'kysely';
import { COUNTERS } from '../pipeline/counter.ts';

/** What goes to the server: a text with its values. */
export type Said = Pick<CompiledQuery, 'sql' | 'parameters'>;

interface Form {
  readonly table: string;
  readonly columns: readonly string[];
  /** The same with the rows as one JSON text: one statement for any number of rows. Null where it has other values. */
  readonly inJson: string | null;
  /** Whether rows are added to those that are there, so that rows of one counter can be added up before. */
  readonly isCount: boolean;
}

/** Plain rows that a statement adds to a table. */
export type Addition = Form & Said;

/** Null for a statement that is no addition. */
const forms = new WeakMap<object, Form | null>();

/** What a statement adds, where it adds plain rows and tells nothing of them; null for any other statement. */
export function additionOf({ query, sql, parameters }: CompiledQuery): Addition | null {
  if (!InsertQueryNode.is(query)) return null;
  // Runs of a statement that is compiled once have the node in common.
  let form = forms.get(query);
  if (form === undefined) forms.set(query, (form = formOf(query)));
  return form === null ? null : { ...form, sql, parameters };
}

function formOf(query: InsertQueryNode): Form | null {
  const { into, values, columns, returning, with: before } = query;
  if (into === undefined || values === undefined || returning !== undefined || before !== undefined)
    return null;
  // A value that is looked up would not see what is added beside it.
  if (!ValuesNode.is(values) || !values.values.every(PrimitiveValueListNode.is)) return null;
  const table = into.table.identifier.name;
  const names = (columns ?? []).map(({ column }) => column.name);
  const listed = names.map((name) => `"${name}"`).join(', ');
  const rows = RawNode.createWithSql(`select ${listed} from json_populate_recordset(null::"${table}", $1)`);
  const { sql, parameters } = new PostgresQueryCompiler().compileQuery(
    { ...query, values: rows },
    createQueryId(),
  );
  const isCount = table === COUNTERS && query.onConflict !== undefined;
  return { table, columns: names, inJson: parameters.length === 0 ? sql : null, isCount };
}

/** Texts kept; there are some ten sets of tables that commands add to, by how many rows. */
const TEXTS_MAX = 500;

const texts = new Map<string, string>();

/**
 * Several additions to different tables as one statement, which is done as a whole or not at all. PostgreSQL checks foreign
 * keys at its end.
 */
export function inOneStatement(additions: readonly Said[]): Said {
  const [only] = additions;
  if (only !== undefined && additions.length === 1) return only;
  const key = additions.map(({ sql }) => sql).join(';');
  const sql = texts.get(key) ?? combined(additions);
  if (texts.size >= TEXTS_MAX) texts.clear();
  texts.set(key, sql);
  return { sql, parameters: additions.flatMap(({ parameters }) => parameters) };
}

function combined(additions: readonly Said[]): string {
  let before = 0;
  const parts = additions.map(({ sql, parameters }) => {
    const first = before;
    before += parameters.length;
    return sql.replaceAll(/\$(\d+)/g, (_, number: string) => `$${Number(number) + first}`);
  });
  const last = parts.pop() ?? '';
  return `with ${parts.map((part, at) => `addition_${at} as (${part})`).join(', ')} ${last}`;
}
