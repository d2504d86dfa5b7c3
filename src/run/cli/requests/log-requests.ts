import { z } from 'zod';

/**
 * The most bytes of a line. The gateway writes less than two thousand, so a longer line is not from the gateway and is
 * skipped.
 */
const LINE_BYTES_MAX = 1024 * 1024;
const NEWLINE = 0x0a;

/** The lines of a log; null for a line that is too long for memory. */
export async function* linesOf(source: AsyncIterable<Uint8Array>): AsyncGenerator<string | null> {
  let parts: Uint8Array[] = [];
  let held = 0;
  function line(last: Uint8Array): string | null {
    const bytes = held + last.length;
    const text = bytes > LINE_BYTES_MAX ? null : Buffer.concat([...parts, last]).toString();
    [parts, held] = [[], 0];
    return text;
  }
  for await (const chunk of source) {
    let from = 0;
    for (let to = chunk.indexOf(NEWLINE); to >= 0; to = chunk.indexOf(NEWLINE, from)) {
      yield line(chunk.subarray(from, to));
      from = to + 1;
    }
    const rest = chunk.subarray(from);
    held += rest.length;
    if (held > LINE_BYTES_MAX) parts = [];
    else if (rest.length > 0) parts.push(rest);
  }
  if (held > 0) yield line(new Uint8Array());
}

const Line = z.looseObject({ msg: z.string(), time: z.string() });
const text = z.string().optional();

/** A request in the log, or a failure during a request. */
const Entry = z.looseObject({
  msg: z.enum(['request', 'failure']),
  time: z.string(),
  request_id: z.string(),
  method: text,
  route: text,
  status: z.number().optional(),
  duration_ms: z.number().optional(),
  operation: text,
  code: text,
  error: text,
  partner_id: text,
  key_id: text,
  trace_id: text,
});
export type LogEntry = z.output<typeof Entry>;

/**
 * What a line of the log says about a request. Null if it is about something else, `unreadable` if it is no line of a
 * log.
 */
export function entryOf(line: string | null): LogEntry | null | 'unreadable' {
  if (line === null) return 'unreadable';
  const value = parsed(line);
  const entry = Entry.safeParse(value);
  if (entry.success) return entry.data;
  return Line.safeParse(value).success ? null : 'unreadable';
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

/** The filters of the command. An absent filter lets every entry pass. */
interface LogFilter {
  readonly request_id?: string | undefined;
  readonly partner?: string | undefined;
  readonly operation?: string | undefined;
  readonly code?: string | undefined;
  /** `503`, or `5xx` for every status that begins with 5. */
  readonly status?: string | undefined;
  /** Milliseconds. */
  readonly slower_than?: number | undefined;
  /** Milliseconds since 1970. */
  readonly since?: number | undefined;
}

/**
 * Whether an entry passes every filter. A failure has no status and no duration, so it never passes those two filters.
 */
export function matchesFilter(entry: LogEntry, filter: LogFilter): boolean {
  const { request_id = entry.request_id, partner = entry.partner_id, code = entry.code } = filter;
  const { operation, status, slower_than = -Infinity, since } = filter;
  return (
    entry.request_id === request_id &&
    entry.partner_id === partner &&
    entry.code === code &&
    (operation === undefined || (entry.operation?.split(' ').includes(operation) ?? false)) &&
    (status === undefined || hasStatus(entry, status)) &&
    (entry.duration_ms ?? -1) > slower_than &&
    (since === undefined || Date.parse(entry.time) >= since)
  );
}

const hasStatus = ({ status }: LogEntry, asked: string): boolean =>
  asked.endsWith('xx') ? String(status).startsWith(asked.slice(0, 1)) : String(status) === asked;
