import type { Kysely } from 'kysely';
import type { Pool } from 'pg';
import { byOwner } from '../../turns/by-owner.ts';
import type { Tables } from '../../sql/tables.ts';
import type { DatabaseUsage } from '../../sql/database.ts';
import { type FairShare, fairShare, type Kind } from '../../turns/fair-share.ts';
import type { Sums } from '../../sql/migration.ts';
import { directKysely, transactionKyselys } from '../../sql/direct-kysely.ts';
import {
  type ConnectionSource,
  inTransaction,
  PooledConnection,
  resultOf,
  sendOnce,
  type PooledClient,
} from './postgres-connection.ts';
import { postgresDialect } from './postgres-dialect.ts';
import { UNANSWERED, unavailable } from './postgres-faults.ts';
import { CHANGE_WAIT_MS } from '../../turns/group-queue.ts';
import { postgresInsertGroups } from './postgres-groups.ts';
import { additionsWith, type SqlStatement } from './postgres-additions.ts';
import { CONNECT_TIMEOUT_MS, openPool, processIdOf, REPLY_TIMEOUT_MS } from './postgres-pool.ts';
import { sharedReads } from './postgres-reads.ts';
import { StatementSenders } from './statement-sender.ts';
import { UnansweredProcesses } from './unanswered.ts';

/** The owner name under which groups of transactions of several owners wait for a connection. */
const GROUPS = 'groups';

/** The owner name under which the connections for shared reads wait. */
const READS = 'reads';

/** Connections to one server, shared by owners. */
export interface SharedPool {
  /** Connections for the single statements of one owner. */
  of(owner: string, kind: Kind): Kysely<Tables>;
  /** Runs work in one transaction, in its owner's turn. */
  transaction<Result>(owner: string, work: (db: Kysely<Tables>) => Promise<Result>): Promise<Result>;
  /** Milliseconds that the longest waiting request has waited for a connection. */
  longestWaitMs(): number;
  /** Connections that are in use and idle, and requests that wait for one. */
  usage(): Omit<DatabaseUsage, 'retries'>;
  close(): Promise<void>;
}

interface PoolOptions {
  readonly size: number;
  readonly prepares: boolean;
  readonly sums: Sums;
  /** Unique constraints that two transactions may race for. */
  readonly raced: ReadonlySet<string>;
}

export function sharedPool(url: string, { size, prepares, sums, raced }: PoolOptions): SharedPool {
  const senders = new StatementSenders({ prepares, replyMs: REPLY_TIMEOUT_MS });
  const pool = openPool(url, size, (isDirect) => senders.noteServer(isDirect));
  const permits = permitsFor(size);
  const additionOf = additionsWith(sums);
  const unanswered = new UnansweredProcesses(url, size - 1);
  const acquire = acquiring({ pool, permits, senders, unanswered });
  const groups = postgresInsertGroups(
    (statement) => sendOnce(entranceOf(GROUPS, 'change'), senders, statement),
    senders,
  );
  const transactionOver = transactionKyselys(postgresDialect(entranceOf(GROUPS, 'change'), senders));

  const reads = sharedReads({
    raced,
    size,
    waitMs: CONNECT_TIMEOUT_MS,
    senders,
    source: entranceOf(READS, 'read'),
    alone: (owner, statement) => sendOnce(entranceOf(owner, 'read'), senders, statement),
  });

  function kyselyOf(owner: string, kind: Kind): Kysely<Tables> {
    const source = entranceOf(owner, kind);
    const send = (statement: SqlStatement) =>
      kind === 'read' ? reads.run(owner, statement) : sendOnce(source, senders, statement);
    return directKysely(postgresDialect(source, senders), async (query) => resultOf(await send(query)));
  }

  function entranceOf(owner: string, kind: Kind): ConnectionSource {
    return {
      acquire: () => acquire(owner, kind),
      additionOf,
      commitAdditions: (additions, alone) => groups.commit(owner, additions, alone),
      close: async () => {},
    };
  }

  const transaction: SharedPool['transaction'] = (owner, work) =>
    inTransaction(new PooledConnection(entranceOf(owner, 'change'), senders), transactionOver, work);

  const reading = byOwner((owner) => kyselyOf(owner, 'read'));
  const changing = byOwner((owner) => kyselyOf(owner, 'change'));

  return {
    of: (owner, kind) => (kind === 'read' ? reading(owner) : changing(owner)),
    transaction,
    longestWaitMs: () => permits.longestWaitMs(),
    usage: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: permits.waiting(),
    }),
    async close() {
      await groups.close();
      unanswered.close();
      await pool.end();
    },
  };
}

const permitsFor = (size: number): FairShare =>
  fairShare({
    permits: size,
    waitMs: CONNECT_TIMEOUT_MS,
    // As long as a change that only adds rows may wait for its group, so a change that also reads is not refused
    // sooner.
    changeWaitMs: CHANGE_WAIT_MS,
    refuse: () => unavailable('NO_FREE_CONNECTION'),
  });

interface Acquiring {
  readonly pool: Pool;
  readonly permits: FairShare;
  readonly senders: StatementSenders;
  readonly unanswered: UnansweredProcesses;
}

/** Acquires a permit in the owner's turn, then a connection of the pool. */
function acquiring({ pool, permits, senders, unanswered }: Acquiring) {
  return async (owner: string, kind: Kind): Promise<PooledClient> => {
    if (kind === 'change' && unanswered.areThere) throw unavailable(UNANSWERED);
    const releasePermit = await permits.acquire(owner, kind);
    try {
      const client = await pool.connect();
      return {
        client,
        releasePermit() {
          const processId = processIdOf(client);
          if (processId === null || !senders.of(client).isUnanswered) releasePermit();
          else unanswered.add(processId, releasePermit);
        },
      };
    } catch (error) {
      releasePermit();
      throw error;
    }
  };
}
