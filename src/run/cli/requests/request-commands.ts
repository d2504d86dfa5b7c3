import { createReadStream } from 'node:fs';
import { z } from 'zod';
import { ConfigError } from '../../../kernel/config-error.ts';
import { catalogue } from '../../../kernel/error-catalogue.ts';
import { integerField } from '../../../kernel/input/fields.ts';
import { command } from '../commands/command.ts';
import { secondsOf } from '../options/option-value.ts';
import { type Column, recordTable, rowsTable } from '../output/tables.ts';
import { entryOf, linesOf, type LogEntry, matchesFilter } from './log-requests.ts';
import { world } from '../../../kernel/world.ts';

/** The default limit of a table: more requests than a person reads. */
const SHOWN_DEFAULT = 100;
/** The largest limit, because so many requests stay in memory until the end of the log. */
const SHOWN_MAX = 10_000;

const MOMENT = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?Z)?$/;
/** Ten years. */
const AGO_SECONDS_MAX = 315_360_000;

/** A text that `read` converts to a number. Any other text is refused. */
const numberFrom = (read: (text: string) => number, error: string) =>
  z
    .string()
    .refine((text) => !Number.isNaN(read(text)), { error, abort: true })
    .transform(read);

function msOf(text: string): number {
  const [, ms] = /^(\d{1,9})ms$/.exec(text) ?? [];
  return ms === undefined ? 1_000 * secondsOf(text.replace(/d$/, '')) : Number(ms);
}

function sinceOf(text: string): number {
  if (MOMENT.test(text)) return Date.parse(text);
  const seconds = secondsOf(text);
  return seconds >= 1 && seconds <= AGO_SECONDS_MAX ? world.time() - 1_000 * seconds : Number.NaN;
}

const only = (what: string) => z.string().optional().describe(`Only ${what}.`);

export default command({
  name: 'requests',
  says: 'list requests and their failures from the log, of a file or of standard input',
  takes: z.strictObject({
    file: z.string().optional().describe('The file of the log; if absent, standard input.'),
    request_id: only('this request'),
    partner: only('requests of this partner'),
    operation: only('requests that ran this operation, such as createCustomer'),
    code: z
      .enum(Object.keys(catalogue))
      .optional()
      .describe('Only requests with this error, such as rate_limited.'),
    status: z
      .string()
      .regex(/^[1-5](?:\d\d|xx)$/, 'must be a status such as 503, or 5xx')
      .optional()
      .describe('Only responses with this status, such as 503 or 5xx.'),
    slower_than: numberFrom(msOf, 'must be a duration with its unit, ms, s, m or h, such as 500ms or 2s')
      .optional()
      .describe('Only requests that took longer, in ms, s, m or h, such as 500ms or 2s.'),
    since: numberFrom(
      sinceOf,
      'must be a moment such as 2026-03-04T05:06:07Z, or a duration such as 90s, 30m, 24h or 7d, and at most 3650d',
    )
      .optional()
      .describe('Only since this moment, such as 2026-03-04T05:06:07Z, or since so long ago, such as 15m.'),
    limit: integerField(1, SHOWN_MAX)
      .optional()
      .describe(
        `Only the last ones, up to ${SHOWN_MAX} (default: ${SHOWN_DEFAULT} in a table, otherwise all).`,
      ),
  }),
  places: ['file'],
  async run(session, { file, limit, ...filter }) {
    const found = { requests: 0, other_lines: 0, unreadable_lines: 0 };
    const isTable = session.format === 'text';
    const [headings = []] = rowsTable([], COLUMNS);
    const listing = isTable ? null : session.listing<LogEntry>('requests', headings);
    const print = (entry: LogEntry) => listing?.item(entry, '', rowsTable([entry], COLUMNS)[1] ?? []);
    // Without a limit, JSON and CSV are printed at once. With one, the last requests are known only at the end of the
    // log, and so is the width of a table.
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
    listing?.end({ summary: found }, recordTable(found));
    if (!isTable) return;
    session.print(null, rowsTable(last, COLUMNS));
    const { requests, unreadable_lines: unreadable } = found;
    if (requests > last.length)
      session.say(`These are the last ${last.length} of ${requests}; --limit shows more.`);
    if (unreadable === 1) session.say('One line is not of this log and was left out.');
    if (unreadable > 1) session.say(`${unreadable} lines are not lines of this log and were left out.`);
  },
});

const COLUMNS: readonly Column<LogEntry>[] = [
  ...(['time', 'status'] as const),
  ['ms', ({ duration_ms }) => duration_ms],
  ['request', (entry) => (entry.msg === 'failure' ? `failure ${entry.error ?? ''}` : requestOf(entry))],
  ...(['operation', 'code', 'partner_id', 'key_id', 'request_id'] as const),
];
const requestOf = ({ method = '', route = '' }: LogEntry) => `${method} ${route}`;

async function* openLog(file: string | undefined): AsyncGenerator<Uint8Array> {
  if (file === undefined && process.stdin.isTTY)
    throw new ConfigError('Name the file of the log, or send its lines to standard input.');
  try {
    yield* file === undefined ? process.stdin : createReadStream(file);
  } catch (cause) {
    throw new ConfigError('The log cannot be read: the file does not exist, or you may not read it.', {
      cause,
    });
  }
}
