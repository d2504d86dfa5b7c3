/**
 * What went wrong with an S3 store. The code is S3's own (`NoSuchBucket`), or that of the system where the connection
 * failed (`ECONNRESET`); neither names a host, an object or a key.
 */
export class S3Error extends Error {
  override readonly name = 'S3Error';
  readonly code: string;
  /** Of the answer; null when there was none. */
  readonly status: number | null;

  constructor(code: string, status: number | null) {
    super(`The S3 store failed with ${code}.`);
    this.code = code;
    this.status = status;
  }

  /** Whether the same request may succeed a moment later. */
  get isPassing(): boolean {
    return this.status === null ? PASSING_CODES.has(this.code) : PASSING_STATUS.has(this.status);
  }
}

/** 501 is not among them: what a store does not know it will not learn. */
const PASSING_STATUS: ReadonlySet<number> = new Set([429, 500, 502, 503, 504]);

/** Nothing, or no longer anything, answers. A certificate that is not trusted, say, stays so. */
const PASSING_CODES: ReadonlySet<string> = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EPIPE',
  'ETIMEDOUT',
]);

/** An error of the connection, without what its message says of the host. */
export function connectionError(error: unknown): S3Error {
  if (error instanceof S3Error) return error;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  // Node's HTTP parser reports an answer that breaks off by codes of its own.
  if (typeof code !== 'string' || code.startsWith('HPE_')) return new S3Error('ECONNRESET', null);
  return new S3Error(code, null);
}

/** What S3 answers a HEAD with has no body to say more. */
const CODES_OF_STATUS: ReadonlyMap<number, string> = new Map([
  [301, 'PermanentRedirect'],
  [307, 'TemporaryRedirect'],
  [401, 'AccessDenied'],
  [403, 'AccessDenied'],
]);

/** The error that an answer with another status than asked for stands for. */
export function answerError(status: number, body: string): S3Error {
  const told = /<Code>(\w{1,64})<\/Code>/.exec(body)?.[1];
  return new S3Error(told ?? CODES_OF_STATUS.get(status) ?? `HTTP_${status}`, status);
}
