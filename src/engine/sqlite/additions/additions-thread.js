import { accessSync, closeSync, constants, fdatasyncSync, openSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { openFile } from '../file/open-file.js';
import { commitGroup } from './commit-group.js';

/*
 * A thread with a connection of its own, which commits groups of transactions that only add rows. It is JavaScript and
 * imports little, so that it takes little memory and starts fast, from the sources and beside the bundle alike.
 */

/** Milliseconds between two attempts to lock a file that another process holds. */
const BUSY_POLL_MS = 2;

/** @type {{ filename: string, busyTimeoutMs: number }} */
const { filename, busyTimeoutMs } = workerData;
// SQLite would open a file without write permission read-only, for as long as it is open. The thread fails here instead, and
// a later one tries again.
accessSync(filename, constants.W_OK);
const database = openFile(filename, { fileMustExist: true, timeout: 0 });
/** @type {Map<string, import('better-sqlite3').Statement<unknown[]>>} */
const prepared = new Map();
/** SQL texts; both sides know them by their index in this list. @type {string[]} */
const texts = [];

/** @type {import('./commit-group.js').AddingConnection} */
const connection = {
  begin,
  run: (sql, values) => void statementOf(sql).run(values),
  exec: (sql) => void statementOf(sql).run(),
  inTransaction: () => database.inTransaction,
};

/** @param {string} sql */
function statementOf(sql) {
  let statement = prepared.get(sql);
  if (statement === undefined) prepared.set(sql, (statement = database.prepare(sql)));
  return statement;
}

/** Locks the file for writing, and blocks while another process holds it: this thread has nothing else to do. */
function begin() {
  const end = performance.now() + busyTimeoutMs;
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (;;) {
    try {
      statementOf('begin immediate').run();
      return;
    } catch (error) {
      if (codeOf(error)?.startsWith('SQLITE_BUSY') !== true || performance.now() > end) throw error;
    }
    Atomics.wait(pause, 0, 0, BUSY_POLL_MS);
  }
}

/** @param {unknown} error */
const codeOf = (error) => (error instanceof Error && 'code' in error ? String(error.code) : undefined);

/**
 * An error as a message: structured cloning would keep only its text.
 *
 * @param {unknown} error
 * @returns {import('./additions-thread.js').SentError}
 */
const sent = (error) => ({
  code: codeOf(error),
  message: error instanceof Error ? error.message : String(error),
});

/**
 * @typedef {object} SentError
 * @property {string | undefined} code
 * @property {string} message
 *
 * @typedef {object} SentGroup
 * @property {readonly string[]} newTexts The texts of inserts that were not sent before.
 * @property {boolean} forgetsTexts Whether the texts that were sent before are no longer used.
 * @property {readonly unknown[]} content For each transaction the number of its inserts. Then for each insert the
 * index of its text, the number of its values, and the values.
 *
 * @typedef {{ readonly refused: SentError } | { readonly errors: readonly (SentError | null)[] | null }} SentResult
 * Either nothing was done, or there is a list with the error of each transaction, or no transaction failed.
 */

/**
 * @param {SentGroup} group
 * @returns {readonly import('./commit-group.js').Inserts[]}
 */
function received({ newTexts, forgetsTexts, content }) {
  if (forgetsTexts) {
    texts.length = 0;
    prepared.clear();
  }
  texts.push(...newTexts);
  const transactions = [];
  for (let at = 0; at < content.length;) {
    const inserts = [];
    for (let left = Number(content[at++]); left > 0; left -= 1) {
      const sql = texts[Number(content[at++])] ?? '';
      const count = Number(content[at++]);
      inserts.push({ sql, values: content.slice(at, (at += count)) });
    }
    transactions.push(inserts);
  }
  return transactions;
}

/**
 * Copies the log into the file. What cannot be copied now stays for the next time.
 *
 * @returns {SentResult}
 */
function copyLog() {
  try {
    database.pragma('wal_checkpoint(passive)');
    return { errors: null };
  } catch (error) {
    return { refused: sent(error) };
  }
}

/**
 * Waits for the disk, with a descriptor of its own: SQLite locks the file and its shared memory, but never the log.
 *
 * @returns {SentResult}
 */
function syncLog() {
  try {
    const log = openSync(`${filename}-wal`, 'r+');
    try {
      fdatasyncSync(log);
    } finally {
      closeSync(log);
    }
    return { errors: null };
  } catch (error) {
    return { refused: sent(error) };
  }
}

/**
 * @param {SentGroup} group
 * @returns {Promise<SentResult>}
 */
async function commit(group) {
  const transactions = received(group);
  try {
    const errors = await commitGroup(connection, transactions);
    if (errors.every((error) => error === null)) return { errors: null };
    return { errors: errors.map((error) => (error === null ? null : sent(error))) };
  } catch (error) {
    return { refused: sent(error) };
  }
}

parentPort?.on('message', async (/** @type {SentGroup | 'copy log' | 'sync log' | null} */ task) => {
  if (task === 'copy log') return parentPort?.postMessage(copyLog());
  if (task === 'sync log') return parentPort?.postMessage(syncLog());
  if (task !== null) return parentPort?.postMessage(await commit(task));
  database.close();
  parentPort?.close();
});
parentPort?.postMessage(null);
