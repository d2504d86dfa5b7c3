interface Lockable<Query> {
  forNoKeyUpdate(): Query;
}

interface Skipping<Query> extends Lockable<Query> {
  skipLocked(): Query;
}

/** Whether the database locks single rows, and `rowLocks` is true: see `QueryContext`. */
interface Locking {
  readonly rowLocks: boolean;
}

/**
 * Locks the rows of a query until the transaction ends: `query.$call(lockRows(context))`. Other transactions may still
 * add rows that refer to them. Outside of a transaction, and on a database with a single writer, it does nothing.
 */
export const lockRows =
  ({ rowLocks }: Locking) =>
  <Query extends Lockable<Query>>(query: Query): Query =>
    rowLocks ? query.forNoKeyUpdate() : query;

/** Like `lockRows`, but leaves out the rows that another transaction has locked. */
export const lockFreeRows =
  ({ rowLocks }: Locking) =>
  <Query extends Skipping<Query>>(query: Query): Query =>
    rowLocks ? query.forNoKeyUpdate().skipLocked() : query;
