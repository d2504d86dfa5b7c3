import {
  type CompiledQuery,
  InsertQueryNode,
  PrimitiveValueListNode,
  type RootOperationNode,
  ValuesNode,
} from 'kysely';

/** An insert of plain values without `returning`. */
export type PlainInsert = InsertQueryNode & {
  readonly into: NonNullable<InsertQueryNode['into']>;
  readonly values: ValuesNode;
};

/** By the parsed statement: all runs of a `statement` share one. */
const known = new WeakMap<RootOperationNode, PlainInsert | null>();

/**
 * The insert of a statement that only adds rows of plain values: it may wait and be sent with others. Null for any
 * other statement.
 */
export function plainInsertOf({ query }: Pick<CompiledQuery, 'query'>): PlainInsert | null {
  if (!InsertQueryNode.is(query)) return null;
  let insert = known.get(query);
  if (insert === undefined) known.set(query, (insert = isPlain(query) ? query : null));
  return insert;
}

function isPlain(query: InsertQueryNode): query is PlainInsert {
  const { into, values, returning, with: before } = query;
  if (into === undefined || values === undefined || returning !== undefined || before !== undefined)
    return false;
  // A subquery as a value would not see the rows that are sent beside it.
  return ValuesNode.is(values) && values.values.every(PrimitiveValueListNode.is);
}
