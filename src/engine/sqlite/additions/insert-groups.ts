import { GROUP_MAX, GroupQueue, type Waiting } from '../../turns/group-queue.ts';
import { begin, faultOf, type SqliteConnection, unavailable } from '../file/sqlite-connection.ts';
import type { FileTurns } from '../file/file-turns.ts';
import type { AdditionsWorker } from './additions-worker.ts';
import { commitGroup, type Inserts } from './commit-group.js';
import { world } from '../../../kernel/world.ts';

/** The thread starts after so many transactions. A command of the command line has fewer. */
const START_AFTER = 8;

/**
 * A group begins at once with so many transactions. If 32 come together, one half is committed while the clients of the
 * other half get their responses. With one group for all, thread and event loop would wait for each other.
 */
const HALF_GROUP = GROUP_MAX / 2;

/** A queued transaction that only inserts rows. */
interface QueuedInserts extends Waiting {
  readonly inserts: Inserts;
  succeed(): void;
}

interface InsertGroupsOptions {
  readonly turns: FileTurns;
  /** Commits groups while the thread is not ready. */
  readonly connection: SqliteConnection;
  /** Null if no other thread may commit, or none could: only its own connection sees a database in memory. */
  readonly worker: AdditionsWorker | null;
  /** Called before the results of changes are returned, in the same turn of the event loop. */
  readonly beforeResults: () => void;
}

export interface SqliteInsertGroups {
  /** Commits the inserts of a transaction, together with other queued transactions. Resolves when they are on disk. */
  commit(owner: string, inserts: Inserts): Promise<void>;
  /** How many wait. */
  readonly size: number;
  close(): Promise<void>;
}

/**
 * Group commit of transactions that only insert rows. It runs in a thread with its own connection, so the inserts and
 * the disk sync do not block the event loop. Until the thread is ready, groups are committed here.
 */
export function sqliteInsertGroups({
  turns,
  connection,
  worker,
  beforeResults,
}: InsertGroupsOptions): SqliteInsertGroups {
  const queue = new GroupQueue<QueuedInserts>({
    runGroup: (next) => turns.take(() => runGroup(next)),
    refuse: (reason) => unavailable(new Error(reason)),
    commitsElsewhere: () => worker?.isReady === true,
  });
  let committed = 0;
  const adding = { ...connection, begin: () => begin(connection) };

  async function runGroup(next: () => QueuedInserts | undefined): Promise<void> {
    const group: QueuedInserts[] = [];
    const count = Math.min(GROUP_MAX, Math.max(HALF_GROUP, Math.ceil(queue.size / 2)));
    for (let each = next(); each !== undefined; each = next()) {
      group.push(each);
      if (group.length === count) break;
    }
    if (group.length === 0) return;
    let errors: readonly unknown[];
    try {
      errors = await commit(group.map(({ inserts }) => inserts));
    } catch (error) {
      for (const each of group) each.fail(error);
      throw error;
    }
    // In the next turn, so the next transaction on the file does not wait for the responses.
    world.soon(() => {
      beforeResults();
      settle(group, errors);
    });
  }

  async function commit(transactions: readonly Inserts[]): Promise<readonly unknown[]> {
    if (worker?.isReady === true) return worker.commit(transactions);
    committed += transactions.length;
    if (committed >= START_AFTER) worker?.start();
    return commitGroup(adding, transactions);
  }

  return {
    async commit(owner, inserts) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      queue.push(owner, { since: world.elapsedMs(), inserts, succeed: resolve, fail: reject });
      await promise;
    },
    get size() {
      return queue.size;
    },
    async close() {
      await queue.close();
      await worker?.close();
    },
  };
}

function settle(group: readonly QueuedInserts[], errors: readonly unknown[]): void {
  for (const [at, each] of group.entries()) {
    const error = errors[at] ?? null;
    if (error === null) each.succeed();
    else each.fail(faultOf(error));
  }
}
