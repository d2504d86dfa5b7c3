import { type CompiledQuery, InsertQueryNode, PrimitiveValueListNode, ValuesNode } from 'kysely';

/** The table that a statement adds plain rows to and of which it tells nothing; null for any other statement. */
export function tableOfAddition({ query }: CompiledQuery): string | null {
  if (!InsertQueryNode.is(query)) return null;
  const { into, values, returning, with: before } = query;
  if (into === undefined || values === undefined || returning !== undefined || before !== undefined)
    return null;
  // A value that is looked up would not see what is added beside it.
  if (!ValuesNode.is(values) || !values.values.every(PrimitiveValueListNode.is)) return null;
  return into.table.identifier.name;
}

/** What goes to the server: a text with its values. */
export type Said = Pick<CompiledQuery, 'sql' | 'parameters'>;

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
