import { DatabaseError, Pool, type PoolConfig, types } from 'pg';
import { primaryClient } from './primary-client.ts';
import { serverUrls } from './server-urls.ts';

/** Timeout for opening a connection and for waiting for a free one. Afterwards the client should retry. */
export const CONNECT_TIMEOUT_MS = 4_000;
/** The slowest statement of a request takes some ten milliseconds. If a statement runs this long, it is stuck. */
const STATEMENT_TIMEOUT_MS = 5_000;
/** Shorter than the statement timeout, so that the log distinguishes waiting for a lock from slow work. */
const LOCK_TIMEOUT_MS = 4_000;
/** A transaction waits only for the database. If it is idle, its process is gone and it still holds locks. */
const IDLE_TRANSACTION_TIMEOUT_MS = 5_000;
/**
 * Shows that a server disappeared. It is longer than the timeouts of the server, so a live server reports them first.
 */
export const REPLY_TIMEOUT_MS = 5_500;
/** Idle connections are closed after a quiet minute. */
const IDLE_CONNECTION_MS = 60_000;
/** The looks of a start follow each other at once, so after this time there are no more. */
const IDLE_LOOK_MS = 1_000;
/** Connections are renewed regularly, to follow a server that moved and to free its memory. */
const CONNECTION_LIFE_SECONDS = 1_800;
/** After this idle time the operating system checks that the other side is still there. */
const KEEP_ALIVE_AFTER_MS = 10_000;

/** Another starting process may be applying long migrations, and another session may hold a lock on a table. */
export const MIGRATION_LOCK_TIMEOUT_MS = 300_000;

/**
 * Turns off `wal_init_zero` if the role may: PostgreSQL fills each new WAL segment with zeros before it is used, and
 * all commits wait for that for 20 to 50 ms. Commits are as durable without it, because the flush of a segment also
 * syncs its allocated space.
 */
const SKIP_ZEROS = {
  text: "select set_config('wal_init_zero', 'off', false) where has_parameter_privilege('wal_init_zero', 'set')",
  query_timeout: CONNECT_TIMEOUT_MS,
};

const WHO_SERVES = { text: 'select pg_backend_pid() as process', query_timeout: CONNECT_TIMEOUT_MS };

/**
 * Connections for requests. Every wait has a deadline. `onServer` hears of each new connection whether the process that
 * greeted it also serves it: a pooler greets clients in its own name.
 */
export function openPool(url: string, size: number, onServer: (isDirect: boolean) => void = () => {}): Pool {
  return guarded(url, {
    max: size,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_CONNECTION_MS,
    maxLifetimeSeconds: CONNECTION_LIFE_SECONDS,
    // PostgreSQL before 15 does not know the function and refuses. This is ignored; a timeout is not.
    verify: (client, done) =>
      client.query(SKIP_ZEROS, (refused) => {
        if (refused && !(refused instanceof DatabaseError)) return done(refused);
        client.query(WHO_SERVES, (error, result) => {
          if (!error) onServer(result.rows[0]?.process === processIdOf(client));
          done(error);
        });
      }),
  });
}

/** The id of the server process that greeted a connection. The types of the driver do not have the member. */
export const processIdOf = (client: object): number | null =>
  'processID' in client && typeof client.processID === 'number' ? client.processID : null;

/** A connection for migrations. `migrate` turns off the timeouts of the role. */
export const openMigrationPool = (url: string): Pool =>
  guarded(url, { max: 1, lock_timeout: MIGRATION_LOCK_TIMEOUT_MS });

/** A connection for the looks of a start, one after another. The process may end while it is idle. */
export const openLookPool = (url: string): Pool =>
  guarded(url, {
    max: 1,
    lock_timeout: MIGRATION_LOCK_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_LOOK_MS,
    allowExitOnIdle: true,
  });

function guarded(url: string, config: PoolConfig): Pool {
  const [first = url, ...others] = serverUrls(url);
  const pool = new Pool({
    connectionString: first,
    ...(others.length > 0 && { Client: primaryClient(url) }),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    fallback_application_name: 'fundgate',
    types: { getTypeParser: parserOf },
    ...config,
  });
  // A broken connection rejects its statement and also emits an event. If the event was not handled, the process would
  // end.
  const heard = () => {};
  pool.on('error', heard);
  pool.on('connect', (client) => void client.on('error', heard));
  return pool;
}

/** Amounts and totals are safe integers, so they become numbers, as with SQLite. The driver would return text. */
export function parserOf(type: number, format?: 'text' | 'binary'): (value: string) => unknown {
  const isWide = type === types.builtins.INT8 || type === types.builtins.NUMERIC;
  return isWide ? Number : types.getTypeParser(type, format ?? 'text');
}
