import { parentPort, workerData } from 'node:worker_threads';
import { openFile } from '../file/open-file.js';

/*
 * A thread with a connection of its own, which runs slow reads. It is JavaScript and imports little, so that it takes
 * little memory and starts fast, from the sources and beside the bundle alike.
 */

/** Statements that are prepared at once; slow ones are few. */
const STATEMENTS_MAX = 100;

/** @type {{ filename: string, busyTimeoutMs: number }} */
const { filename, busyTimeoutMs } = workerData;
const database = openFile(filename, { fileMustExist: true, timeout: busyTimeoutMs });
database.pragma('query_only = on');
/** @type {Map<string, import('better-sqlite3').Statement<unknown[]>>} */
const prepared = new Map();

/** @param {string} sql */
function statementOf(sql) {
  let statement = prepared.get(sql);
  if (statement === undefined) {
    if (prepared.size >= STATEMENTS_MAX) prepared.clear();
    prepared.set(sql, (statement = database.prepare(sql)));
  }
  return statement;
}

/**
 * An error as a message: structured cloning would keep only its text.
 *
 * @param {unknown} error
 */
const sent = (error) => ({
  code: error instanceof Error && 'code' in error ? String(error.code) : undefined,
  message: error instanceof Error ? error.message : String(error),
});

/**
 * @typedef {object} SentRead
 * @property {string} sql
 * @property {readonly unknown[]} parameters
 *
 * @typedef {{ readonly ms: number } &
 *   ({ readonly rows: never[] } | { readonly error: ReturnType<typeof sent> })} ReadResult
 * `never` fits the rows of every query. `ms` is the processor time of the statement.
 */

/** Milliseconds of processor time of this thread. */
function workMs() {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** @param {SentRead} read */
function resultOf({ sql, parameters }) {
  const began = workMs();
  try {
    const rows = statementOf(sql).all(parameters);
    return { ms: workMs() - began, rows };
  } catch (error) {
    return { ms: workMs() - began, error: sent(error) };
  }
}

parentPort?.on('message', (/** @type {SentRead | null} */ read) => {
  if (read !== null) return parentPort?.postMessage(resultOf(read));
  database.close();
  parentPort?.close();
});
