import type { CompiledQuery, Kysely } from 'kysely';
import { OperationError } from '../../kernel/errors.ts';
import type { Tables } from './tables.ts';
import type { RunStatement } from './direct-kysely.ts';
import { plainInsertOf } from './plain-insert.ts';

type Work<Result> = (db: Kysely<Tables>) => Promise<Result>;

/** One for all, since no client and no log sees it and its stack would cost as much as an insert. */
const MORE_THAN_ROWS = new Error('A transaction that may only add rows was to do something else.');

/** `Database.addRows` over the transactions of a database; `kyselyOf` makes the Kyselys of its transactions. */
export async function addRows<Result extends object>(
  work: Work<Result>,
  kyselyOf: (run: RunStatement) => Kysely<Tables>,
  transaction: (work: Work<Result>) => Promise<Result>,
): Promise<Result | null> {
  let isMore = false;
  const onlyRows = (db: Kysely<Tables>) =>
    kyselyOf(<Row>(query: CompiledQuery) => {
      if (plainInsertOf(query) !== null) return db.getExecutor().executeQuery<Row>(query);
      isMore = true;
      return Promise.reject(MORE_THAN_ROWS);
    });
  try {
    return await transaction(async (db) => {
      const result = await work(onlyRows(db));
      if (isMore) throw MORE_THAN_ROWS;
      return result;
    });
  } catch (error) {
    // The work refuses the request, or the database does not answer and may have committed.
    if (error instanceof OperationError && !isMore) throw error;
    return null;
  }
}
