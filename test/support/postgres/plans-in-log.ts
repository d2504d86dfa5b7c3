import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { PostgresServer } from './server.ts';

/** Flags of a server in whose log each statement leaves its plan, with the rows that it read. */
export const PLANS_IN_LOG = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_format': 'json',
};

interface Plan {
  readonly 'Node Type': string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly Plan[];
}

const READING = /^(?:Seq|Index|Index Only|Bitmap Heap|Bitmap Index) Scan$/;

/** The rows and the entries of bitmaps that a plan read, whether it kept them or not. */
function rowsRead(plan: Plan): number {
  const removed = (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0);
  const own = READING.test(plan['Node Type']) ? (plan['Actual Rows'] + removed) * plan['Actual Loops'] : 0;
  return (plan.Plans ?? []).reduce((sum, each) => sum + rowsRead(each), own);
}

const OF_LIST = /from "(?:customer|instant_settlement)"/;

/**
 * The most rows that a statement read, of those that work sent and whose texts match, by default those of lists; less
 * than none where there was no such statement.
 */
export async function mostReadBy(
  { folder }: PostgresServer,
  work: () => Promise<void>,
  texts: RegExp = OF_LIST,
): Promise<number> {
  const log = join(folder, 'log');
  const before = statSync(log).size;
  await work();
  const written = Buffer.alloc(statSync(log).size - before);
  const file = openSync(log, 'r');
  readSync(file, written, 0, written.length, before);
  closeSync(file);
  const plans = [...String(written).matchAll(/ plan:\n((?:\t.*\n)+)/g)].map(([, json = '']) =>
    JSON.parse(json),
  );
  const matching = plans.filter((each) => texts.test(each['Query Text']));
  return Math.max(...matching.map(({ Plan: plan }) => rowsRead(plan)));
}
