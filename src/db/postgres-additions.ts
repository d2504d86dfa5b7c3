import { type CompiledQuery, InsertQueryNode, PrimitiveValueListNode, ValuesNode } from 'kysely';

/** The table into which a statement only inserts plain values, without `returning`; null for any other statement. */
export function tableOfAddition({ query }: CompiledQuery): string | null {
  if (!InsertQueryNode.is(query)) return null;
  const { into, values, returning, with: before } = query;
  if (into === undefined || values === undefined || returning !== undefined || before !== undefined)
    return null;
  // A value that is a subquery would not see the rows that the combined statement inserts beside it.
  if (!ValuesNode.is(values) || !values.values.every(PrimitiveValueListNode.is)) return null;
  return into.table.identifier.name;
}

/** A statement as it is sent: its SQL and its values. */
export type Said = Pick<CompiledQuery, 'sql' | 'parameters'>;

/** Combined statements in the cache. Commands insert into some ten sets of tables, each with a few numbers of rows. */
const TEXTS_MAX = 500;

const texts = new Map<string, string>();

/**
 * Combines inserts into different tables into one statement, which succeeds or fails as a whole. PostgreSQL checks
 * foreign keys at the end of a statement, so the order of the inserts does not matter.
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
