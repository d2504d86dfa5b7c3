import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { inject } from 'vitest';
import { ownDatabase, type TestDatabase } from './databases.ts';
import { tell } from './server.ts';

/** Settings of a database whose statements leave their plans in the log of the server, with the rows that they read. */
const PLANS_IN_LOG = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_format': 'json',
};

export interface DatabaseWithPlans extends TestDatabase {
  /**
   * The most rows that one statement of `work` read. Only matching statements count, by default statements of lists.
   * Negative if there was no such statement.
   */
  readonly mostReadBy: (work: () => Promise<void>, texts?: RegExp) => Promise<number>;
}

/** A database with such settings. Only its test analyzes it, because the server has no autovacuum. */
export async function databaseWithPlans(): Promise<DatabaseWithPlans> {
  const database = await ownDatabase();
  const name = new URL(database.url).pathname.slice(1);
  for (const [setting, value] of Object.entries(PLANS_IN_LOG))
    await tell(database.url, `alter database ${name} set ${setting} = '${value}'`);
  return { ...database, mostReadBy: (work, texts = OF_LIST) => mostReadBy(name, work, texts) };
}

/** Null for a server of `TEST_DATABASE_URL`. */
const logOfServer = () => inject('postgres')?.log ?? null;

interface Plan {
  readonly 'Node Type': string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly Plan[];
}

const READING = /^(?:Seq|Index|Index Only|Bitmap Heap|Bitmap Index) Scan$/;

/** The rows and the entries of bitmaps that a plan read, also those that it did not keep. */
function rowsRead(plan: Plan): number {
  const removed = (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0);
  const own = READING.test(plan['Node Type']) ? (plan['Actual Rows'] + removed) * plan['Actual Loops'] : 0;
  return (plan.Plans ?? []).reduce((sum, each) => sum + rowsRead(each), own);
}

const OF_LIST = /from "(?:customer|instant_settlement)"/;

async function mostReadBy(database: string, work: () => Promise<void>, texts: RegExp): Promise<number> {
  const log = logOfServer();
  if (log === null) throw new Error('The log of the server cannot be read.');
  const before = statSync(log).size;
  await work();
  const written = Buffer.alloc(statSync(log).size - before);
  const file = openSync(log, 'r');
  readSync(file, written, 0, written.length, before);
  closeSync(file);
  // Tests of other databases write to this log, too; `setup.ts` says how a line begins.
  const ofDatabase = new RegExp(` ${database} LOG: .* plan:\n((?:\t.*\n)+)`, 'g');
  const plans = [...String(written).matchAll(ofDatabase)].map(([, json = '']) => JSON.parse(json));
  const matching = plans.filter((each) => texts.test(each['Query Text']));
  return Math.max(...matching.map(({ Plan: plan }) => rowsRead(plan)));
}
