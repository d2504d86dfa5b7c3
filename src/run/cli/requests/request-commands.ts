import { createReadStream } from 'node:fs';
import type { Command } from 'commander';
import { ConfigError } from '../../../kernel/config-error.ts';
import { catalogue, refusal } from '../../../kernel/errors.ts';
import { entryOf, matchesFilter, linesOf, type LogEntry, type LogFilter } from './log-requests.ts';
import { choiceOption } from '../options/choice-option.ts';
import { numberOf, secondsOf } from '../options/option-value.ts';
import type { Session } from '../session/session.ts';

/** Requests that a table shows if no limit is given: more than a person reads. */
const SHOWN_DEFAULT = 100;
/** The largest limit: that many requests are kept in memory until the end of the log. */
const SHOWN_MAX = 10_000;

interface RequestOptions {
  readonly requestId?: string;
  readonly partner?: string;
  readonly operation?: string;
  readonly code?: string;
  readonly status?: string;
  readonly slowerThan?: number;
  readonly since?: number;
  readonly limit?: number;
}

/** `requests`, which reads the log and nothing else: no gateway needs to run. */
export function addRequestsCommand(program: Command, session: Session): void {
  program
    .command('requests')
    .description('list requests and their failures from the log, of a file or of standard input')
    .argument('[file]', 'the log; standard input without it')
    .option('--request-id <request_id>', 'only this request')
    .option('--partner <partner_id>', 'only requests of this partner')
    .option('--operation <name>', 'only requests that ran this operation, such as createCustomer')
    .addOption(
      choiceOption(
        '--code <code>',
        'only requests with this error, such as rate_limited',
        Object.keys(catalogue),
      ),
    )
    .option('--status <status>', 'only answers of this status, such as 503 or 5xx', statusOf)
    .option(
      '--slower-than <duration>',
      'only requests that took longer, in ms, s, m or h, such as 500ms or 2s',
      msOf,
    )
    .option(
      '--since <moment>',
      'only from this moment on, such as 2026-03-04T05:06:07Z, or so long ago, such as 15m',
      momentOf,
    )
    .option(
      '--limit <count>',
      `only the last ones, up to ${SHOWN_MAX} (default: ${SHOWN_DEFAULT} in a table, otherwise all)`,
      countOf,
    )
    .action((file: string | undefined, options: RequestOptions) => listRequests(session, file, options));
}

async function listRequests(
  session: Session,
  file: string | undefined,
  { limit, slowerThan, ...options }: RequestOptions,
): Promise<void> {
  const filter: LogFilter = { ...options, ...(slowerThan !== undefined && { slowerThanMs: slowerThan }) };
  const found = { requests: 0, other_lines: 0, unreadable_lines: 0 };
  const isTable = session.format === 'text';
  const listing = isTable ? null : session.listing<LogEntry>('requests', HEADINGS);
  const print = (entry: LogEntry) => listing?.item(entry, '', cellsOf(entry));
  // A table is as wide as its widest row, and the last requests are known at the end; others are printed as they come.
  const shown = limit ?? (isTable ? SHOWN_DEFAULT : null);
  const last: LogEntry[] = [];
  for await (const line of linesOf(openLog(file))) {
    const entry = line === '' ? null : entryOf(line);
    if (entry === 'unreadable') found.unreadable_lines += 1;
    else if (entry === null) found.other_lines += 1;
    else if (matchesFilter(entry, filter)) {
      found.requests += 1;
      if (shown === null) print(entry);
      else if (last.push(entry) > shown) last.shift();
    }
  }
  if (!isTable) last.forEach(print);
  listing?.end({ summary: found }, [Object.keys(found), Object.values(found).map(String)]);
  if (isTable) printTable(session, last, found);
}

function printTable(
  session: Session,
  last: readonly LogEntry[],
  {
    requests,
    unreadable_lines: unreadable,
  }: { readonly requests: number; readonly unreadable_lines: number },
): void {
  session.print(null, [HEADINGS, ...last.map(cellsOf)], ['request', 'operation']);
  if (requests > last.length)
    session.say(`These are the last ${last.length} of ${requests}; --limit shows more.`);
  if (unreadable === 1) session.say('One line is not of this log and was left out.');
  if (unreadable > 1) session.say(`${unreadable} lines are not lines of this log and were left out.`);
}

const HEADINGS = [
  'time',
  'status',
  'ms',
  'request',
  'operation',
  'code',
  'partner_id',
  'key_id',
  'request_id',
];

const cellsOf = (entry: LogEntry): string[] => [
  entry.time,
  String(entry.status ?? ''),
  String(entry.duration_ms ?? ''),
  entry.msg === 'failure' ? `failure ${entry.error ?? ''}` : `${entry.method ?? ''} ${entry.route ?? ''}`,
  entry.operation ?? '',
  entry.code ?? '',
  entry.partner_id ?? '',
  entry.key_id ?? '',
  entry.request_id,
];

async function* openLog(file: string | undefined): AsyncGenerator<Uint8Array> {
  if (file === undefined && process.stdin.isTTY) throw new ConfigError(NO_LOG);
  try {
    yield* file === undefined ? process.stdin : createReadStream(file);
  } catch (cause) {
    throw new ConfigError('The log cannot be read: the file does not exist, or you may not read it.', {
      cause,
    });
  }
}

function statusOf(status: string): string {
  if (/^[1-5](?:\d\d|xx)$/.test(status)) return status;
  throw refusal('parameter_invalid', 'must be a status such as 503, or 5xx', { path: ['status'] });
}

/** The units of a duration in milliseconds. */
const UNITS_MS: ReadonlyMap<string, number> = new Map([
  ['ms', 1],
  ['s', 1_000],
  ['m', 60_000],
  ['h', 3_600_000],
]);

function msOf(duration: string): number {
  const [, count = '', unit = ''] = /^(\d{1,9})(ms|[smh])$/.exec(duration) ?? [];
  const unitMs = UNITS_MS.get(unit);
  if (unitMs !== undefined) return Number(count) * unitMs;
  const says = 'must be a duration with its unit, ms, s, m or h, such as 500ms or 2s';
  throw refusal('parameter_invalid', says, { path: ['slower_than'] });
}

const MOMENT = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?Z)?$/;

function momentOf(given: string): number {
  const moment = MOMENT.test(given) ? Date.parse(given) : Number.NaN;
  if (!Number.isNaN(moment)) return moment;
  return (
    Date.now() - secondsOf(given, 'since', { orElse: 'a moment such as 2026-03-04T05:06:07Z, or ' }) * 1_000
  );
}

function countOf(given: string): number {
  const count = numberOf(given);
  if (Number.isInteger(count) && count >= 1 && count <= SHOWN_MAX) return count;
  throw refusal('parameter_invalid', `must be an integer from 1 to ${SHOWN_MAX}`, { path: ['limit'] });
}

const NO_LOG = 'Name the file of the log, or send its lines to standard input.';
