import type { CompiledQuery, Kysely } from 'kysely';
import type { EncryptedStore } from '../../../src/engine/blob/encrypted/encrypted-store.ts';
import { storageError } from '../../../src/engine/blob/storage-error.ts';
import type { Database } from '../../../src/engine/sql/database.ts';
import { databaseUnavailable } from '../../../src/engine/sql/unavailable.ts';
import type { Tables } from '../../../src/engine/sql/tables.ts';
import { byOwner } from '../../../src/engine/turns/by-owner.ts';
import { sqliteKysely, transactionKysely } from '../../../src/engine/sqlite/sqlite-kysely.ts';
import { world } from '../../../src/kernel/world.ts';
import type { Faults } from './faults.ts';

/**
 * Milliseconds by which a statement of a slow database is late: most are a little late, some very late. If the others wait
 * longer for the lock, each of their attempts is a step, and nothing else is seen.
 */
const SLOW_MS = 15;
const VERY_SLOW_MS = 80;

/** A database that is busy, slow, or commits without an answer. Others get a turn before each statement. */
export function faultyDatabase(
  database: Database,
  faults: Faults,
  onFault: (what: string) => void,
): Database {
  const inTurn =
    (db: Kysely<Tables>) =>
    async <Row>(query: CompiledQuery) => {
      if (faults.happens('slow statement'))
        await world.pause(faults.below(faults.below(4) === 0 ? VERY_SLOW_MS : SLOW_MS));
      else if (faults.below(3) === 0) await world.turn();
      return db.executeQuery<Row>(query);
    };
  const readsInTurn = (db: Kysely<Tables>) => sqliteKysely({ execute: inTurn(db) });
  const changing = async <Result>(commit: () => Promise<Result>): Promise<Result> => {
    if (faults.happens('busy')) {
      await world.pause(faults.below(SLOW_MS));
      onFault('the database is busy');
      throw databaseUnavailable('silent');
    }
    const result = await commit();
    if (faults.happens('lost commit')) {
      onFault('a commit is done, and its answer is lost');
      throw databaseUnavailable('silent');
    }
    return result;
  };
  const working =
    <Result>(work: (db: Kysely<Tables>) => Promise<Result>) =>
    async (db: Kysely<Tables>) => {
      const result = await work(transactionKysely(inTurn(db)));
      if (!faults.happens('refused commit')) return result;
      onFault('a commit is refused');
      throw databaseUnavailable('unwritable');
    };
  return {
    ...database,
    reads: readsInTurn(database.reads),
    readsOf: byOwner((owner) => readsInTurn(database.readsOf(owner))),
    transaction: (work, owner) => changing(() => database.transaction(working(work), owner)),
    addRows: (work, owner) => changing(() => database.addRows(working(work), owner)),
  };
}

/** A storage that is full, or keeps what it says it has removed. */
export const faultyStorage = (
  blobs: EncryptedStore,
  faults: Faults,
  onFault: (what: string) => void,
): EncryptedStore => ({
  ...blobs,
  async put(key, body) {
    await world.turn();
    if (faults.happens('full disk')) {
      onFault('the disk of the storage is full');
      throw storageError(Object.assign(new Error('no space left'), { code: 'ENOSPC' }));
    }
    await blobs.put(key, body);
    await world.turn();
  },
  async remove(key) {
    await world.turn();
    if (faults.happensLater('false removal'))
      return onFault('the storage keeps bytes that it says it has removed');
    await blobs.remove(key);
  },
});
