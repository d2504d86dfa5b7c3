import type { Kysely } from 'kysely';
import type { Pool } from 'pg';
import type { Tables } from '../../../kernel/sql/tables.ts';
import type { DatabaseUsage } from '../../../pipeline/database.ts';
import { type FairShare, fairShare, type Kind } from '../../turns/fair-share.ts';
import { addRows } from '../../add-rows.ts';
import { directKysely, transactionKyselys } from '../../direct-kysely.ts';
import {
  type ConnectionSource,
  inTransaction,
  PooledConnection,
  resultOf,
  sendOnce,
  type Place,
} from './postgres-connection.ts';
import { postgresDialect } from './postgres-dialect.ts';
import { unavailable } from '../postgres-faults.ts';
import { additionGroups } from './postgres-groups.ts';
import type { SqlStatement } from './postgres-additions.ts';
import { ANSWER_TIMEOUT_MS, CONNECT_TIMEOUT_MS, openPool } from '../postgres-pool.ts';
import { sharedReads } from './postgres-reads.ts';
import { Lines } from './postgres-line.ts';

/** Owners with a cached Kysely; beyond it they are created again, which costs some microseconds. */
const OWNERS_MAX = 1_000;

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
  /** The same for work that may do no more than add rows; see `Database`. */
  addRows<Result extends object>(
    owner: string,
    work: (db: Kysely<Tables>) => Promise<Result>,
  ): Promise<Result | null>;
  /** Milliseconds that the longest waiting request has waited for a connection. */
  longestWaitMs(): number;
  /** Connections that are in use and idle, and requests that wait for one. */
  usage(): Omit<DatabaseUsage, 'retries'>;
  close(): Promise<void>;
}

export function sharedPool(url: string, size: number, prepares: boolean): SharedPool {
  const pool = openPool(url, size);
  const lines = new Lines({ prepares, answerMs: ANSWER_TIMEOUT_MS });
  const door: FairShare = fairShare({
    permits: size,
    waitMs: CONNECT_TIMEOUT_MS,
    refuse: () => unavailable('NO_FREE_CONNECTION'),
  });

  const enter = entering(pool, door);
  const groups = additionGroups((statement) => sendOnce(entranceOf(GROUPS, 'change'), lines, statement));
  const transactionOver = transactionKyselys(postgresDialect(entranceOf(GROUPS, 'change'), lines));

  const reads = sharedReads({
    size,
    waitMs: CONNECT_TIMEOUT_MS,
    lines,
    source: entranceOf(READS, 'read'),
    alone: (owner, statement) => sendOnce(entranceOf(owner, 'read'), lines, statement),
  });

  function kyselyOf(owner: string, kind: Kind): Kysely<Tables> {
    const source = entranceOf(owner, kind);
    const send = (statement: SqlStatement) =>
      kind === 'read' ? reads.run(owner, statement) : sendOnce(source, lines, statement);
    return directKysely(postgresDialect(source, lines), async (query) => resultOf(await send(query)));
  }

  function entranceOf(owner: string, kind: Kind): ConnectionSource {
    return {
      enter: () => enter(owner, kind),
      commitAdditions: (additions, alone) => groups.commit(owner, additions, alone),
      close: async () => {},
    };
  }

  const transaction: SharedPool['transaction'] = (owner, work) =>
    inTransaction(new PooledConnection(entranceOf(owner, 'change'), lines), transactionOver, work);

  const reading = byOwner((owner) => kyselyOf(owner, 'read'));
  const changing = byOwner((owner) => kyselyOf(owner, 'change'));

  return {
    of: (owner, kind) => (kind === 'read' ? reading(owner) : changing(owner)),
    transaction,
    addRows: (owner, work) => addRows(work, transactionOver, (adding) => transaction(owner, adding)),
    longestWaitMs: () => door.longestWaitMs(),
    usage: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: door.waiting(),
    }),
    async close() {
      await groups.close();
      await pool.end();
    },
  };
}

/** Takes a connection when it is its owner's turn. */
function entering(pool: Pool, door: FairShare) {
  return async (owner: string, kind: Kind): Promise<Place> => {
    const leave = await door.acquire(owner, kind);
    try {
      return { client: await pool.connect(), leave };
    } catch (error) {
      leave();
      throw error;
    }
  };
}

/** Remembers what was made for an owner. */
function byOwner(make: (owner: string) => Kysely<Tables>): (owner: string) => Kysely<Tables> {
  const known = new Map<string, Kysely<Tables>>();
  return (owner) => {
    const made = known.get(owner) ?? make(owner);
    if (known.size >= OWNERS_MAX) known.clear();
    known.set(owner, made);
    return made;
  };
}
