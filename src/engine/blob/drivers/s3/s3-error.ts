import { systemClock } from '../../../../kernel/clock.ts';

/** A sentence, to follow another one, about how far the clock is off. */
export function clockSentence(seconds: number | null): string {
  if (seconds === null || seconds === 0) return '';
  return ` The clock of this machine is ${Math.abs(seconds)} s ${seconds > 0 ? 'ahead of' : 'behind'} the store's.`;
}

/**
 * A failure of an S3 store. The code comes from S3 (`NoSuchBucket`), or from the system if the connection failed
 * (`ECONNRESET`). It never contains a host, an object or a key.
 */
export class S3Error extends Error {
  override readonly name = 'S3Error';
  readonly code: string;
  /** The status of the response; null if there was none. */
  readonly status: number | null;

  /** If our clock is wrong: how many seconds it is ahead of the clock of the store; negative if it is behind. */
  readonly clockAheadSeconds: number | null;

  constructor(code: string, status: number | null, clockAheadSeconds: number | null = null) {
    super(`The S3 store failed with ${code}.${clockSentence(clockAheadSeconds)}`);
    this.clockAheadSeconds = clockAheadSeconds;
    this.code = code;
    this.status = status;
  }

  /** Whether the same request may succeed a moment later. */
  get isPassing(): boolean {
    return this.status === null ? PASSING_CODES.has(this.code) : PASSING_STATUS.has(this.status);
  }
}

/** 501 is not listed: a missing feature will still be missing after a pause. */
const PASSING_STATUS: ReadonlySet<number> = new Set([429, 500, 502, 503, 504]);

/** The store cannot be reached for the moment. Errors that stay, such as an untrusted certificate, are not listed. */
const PASSING_CODES: ReadonlySet<string> = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EPIPE',
  'ETIMEDOUT',
]);

/** An error of the connection, without its message, which may name the host. */
export function connectionError(error: unknown): S3Error {
  if (error instanceof S3Error) return error;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  // Node's HTTP parser has its own codes for a response that breaks off.
  if (typeof code !== 'string' || code.startsWith('HPE_')) return new S3Error('ECONNRESET', null);
  return new S3Error(code, null);
}

/** The response to a HEAD has no body with a code. */
const CODES_OF_STATUS: ReadonlyMap<number, string> = new Map([
  [301, 'PermanentRedirect'],
  [307, 'TemporaryRedirect'],
  [401, 'AccessDenied'],
  [403, 'AccessDenied'],
]);

/** A store refuses a signature whose time differs from the clock of the store by more than a quarter of an hour. */
const CLOCK_SECONDS_MAX = 15 * 60;

/**
 * The error for a response with an unexpected status. `date` is its header. A HEAD gets 403 both for a wrong time and
 * for a missing right, and no body tells which; the header shows it.
 */
export function responseError(status: number, body: string, date?: string): S3Error {
  const reported = /<Code>(\w{1,64})<\/Code>/.exec(body)?.[1];
  const code = reported ?? CODES_OF_STATUS.get(status) ?? `HTTP_${status}`;
  const seconds = status === 403 ? secondsOff(date) : 0;
  if (code !== CLOCK_CODE && Math.abs(seconds) <= CLOCK_SECONDS_MAX) return new S3Error(code, status);
  return new S3Error(CLOCK_CODE, status, seconds);
}

/** The code of S3 if the time of a request is too far from its clock. */
const CLOCK_CODE = 'RequestTimeTooSkewed';

/** How many seconds the clock of this machine is ahead of a `Date` header; 0 if there is no header. */
function secondsOff(date: string | undefined): number {
  const there = Date.parse(date ?? '');
  return Number.isNaN(there) ? 0 : Math.round((systemClock().getTime() - there) / 1_000);
}
