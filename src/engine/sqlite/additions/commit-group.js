/**
 * @typedef {object} AddingConnection Where rows are added.
 * @property {(sql: string, values: readonly unknown[]) => void} run
 * @property {() => void | Promise<void>} begin Locks the file for writing; waits while another process holds it.
 * @property {(sql: 'commit' | 'rollback' | `${string} one`) => void} exec
 * @property {() => boolean} inTransaction
 *
 * @typedef {readonly { readonly sql: string, readonly values: readonly unknown[] }[]} Inserts The inserts of one
 * transaction.
 */

/**
 * Commits a group of transactions that only insert rows as one. If that fails, it begins again with a savepoint for
 * each transaction, so that only the faulty one fails. Savepoints at the first attempt would cost more, because SQLite
 * copies pages for them. Returns for each transaction its error, or null if it is on the disk. If `begin` rejects, this
 * rejects too, and nothing was done.
 *
 * @param {AddingConnection} connection
 * @param {readonly Inserts[]} transactions
 * @returns {Promise<readonly unknown[]>}
 */
export async function commitGroup(connection, transactions) {
  await connection.begin();
  try {
    for (const inserts of transactions) add(connection, inserts);
    connection.exec('commit');
    return transactions.map(() => null);
  } catch (error) {
    undo(connection);
    if (transactions.length === 1) return [error];
  }
  await connection.begin();
  return commitApart(connection, transactions);
}

/**
 * @param {AddingConnection} connection
 * @param {readonly Inserts[]} transactions
 * @returns {readonly unknown[]}
 */
function commitApart(connection, transactions) {
  try {
    const errors = transactions.map((inserts) => addApart(connection, inserts));
    connection.exec('commit');
    return errors;
  } catch (error) {
    undo(connection);
    return transactions.map(() => error);
  }
}

/**
 * @param {AddingConnection} connection
 * @param {Inserts} inserts
 * @returns {unknown}
 */
function addApart(connection, inserts) {
  connection.exec('savepoint one');
  let failure = null;
  try {
    add(connection, inserts);
  } catch (error) {
    // On a full disk SQLite ends the transaction by itself.
    if (!connection.inTransaction()) throw error;
    connection.exec('rollback to one');
    failure = error;
  }
  connection.exec('release one');
  return failure;
}

/**
 * @param {AddingConnection} connection
 * @param {Inserts} inserts
 */
function add(connection, inserts) {
  for (const { sql, values } of inserts) connection.run(sql, values);
}

/**
 * If the rollback fails as well, the next `begin` fails with the reason.
 *
 * @param {AddingConnection} connection
 */
function undo(connection) {
  try {
    if (connection.inTransaction()) connection.exec('rollback');
  } catch {
    // The caller already has the error that led here.
  }
}
