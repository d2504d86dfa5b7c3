import { Pool, type PoolConfig, types } from 'pg';

/** A connection that takes longer to come, or to become free, is not worth waiting for: the client is told to come again. */
export const CONNECT_TIMEOUT_MS = 4_000;
/** The slowest statement of a request takes some ten milliseconds; one that runs this long is stuck or at fault. */
const STATEMENT_TIMEOUT_MS = 5_000;
/** Shorter than the statement's, so that the log tells waiting from working. */
const LOCK_TIMEOUT_MS = 4_000;
/** No transaction waits for anything but the database; one that idles has lost its process, and holds locks. */
const IDLE_TRANSACTION_TIMEOUT_MS = 5_000;
/** A server that is gone without a word: longer than its own timeout, so that a server that lives speaks first. */
const ANSWER_TIMEOUT_MS = 5_500;
/** Idle connections are given back after a quiet minute. */
const IDLE_CONNECTION_MS = 60_000;
/** Connections are renewed now and then, which follows a server that moved and frees what the old one kept. */
const CONNECTION_LIFE_SECONDS = 1_800;
/** The operating system asks whether the other side is still there. */
const KEEP_ALIVE_AFTER_MS = 10_000;

/** Another process that starts may be applying long migrations. */
const MIGRATION_LOCK_TIMEOUT_MS = 300_000;

/** Connections for requests, each wait with a deadline. */
export function openPool(url: string, size: number): Pool {
  return guarded({
    connectionString: url,
    max: size,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_TIMEOUT_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_CONNECTION_MS,
    maxLifetimeSeconds: CONNECTION_LIFE_SECONDS,
  });
}

/** A connection for migrations: a new index may take as long as its table is large. */
export function openMigrationPool(url: string): Pool {
  return guarded({ connectionString: url, max: 1, lock_timeout: MIGRATION_LOCK_TIMEOUT_MS });
}

function guarded(config: PoolConfig): Pool {
  const pool = new Pool({
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    fallback_application_name: 'fundgate',
    types: { getTypeParser: parserOf },
    // What is sent together does not wait for one another's answers.
    pipeline: true,
    ...config,
  });
  // A connection that breaks says so twice, to the statement under way and as an event that would end the process.
  const heard = () => {};
  pool.on('error', heard);
  pool.on('connect', (client) => void client.on('error', heard));
  return pool;
}

/** Amounts and totals are safe integers, so they come as numbers, as from SQLite; the driver would give text. */
function parserOf(type: number, format?: 'text' | 'binary'): (value: string) => unknown {
  const isWide = type === types.builtins.INT8 || type === types.builtins.NUMERIC;
  return isWide ? Number : types.getTypeParser(type, format ?? 'text');
}
