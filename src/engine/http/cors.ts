/** How long a browser may cache the response to a preflight. */
const PREFLIGHT_SECONDS = 7_200;

/** Request headers that a page may set. The last two are for downloads, and the one before them is for streams. */
const ALLOWED_HEADERS =
  'Authorization, Content-Type, Idempotency-Key, Request-Id, Last-Event-ID, Range, If-Range';
const EXPOSED_HEADERS = [
  'Request-Id, Link, Retry-After, RateLimit, RateLimit-Policy, Idempotent-Replayed, Deprecation, Fundgate-Ignored',
  // For downloads.
  'Accept-Ranges, Content-Disposition, Content-Range, ETag',
].join(', ');

/** Headers that a page may set and read, in addition to the headers of every gateway. */
interface MoreHeaders {
  readonly allowed: readonly string[];
  readonly exposed: readonly string[];
}

const NO_HEADERS: MoreHeaders = { allowed: [], exposed: [] };

export interface Cors {
  /** The CORS headers that let a page of a configured origin read the response; none for other origins. */
  headers(request: Request): Readonly<Record<string, string>>;
  /**
   * Whether the request is a preflight of a configured origin. If so, the response has `preflightHeaders` and no body.
   */
  isPreflight(request: Request): boolean;
  readonly preflightHeaders: Readonly<Record<string, string>>;
}

/**
 * CORS for the configured origins, written as browsers send them, e.g. `https://app.example.com`; `*` allows all. `*`
 * exposes nothing: scripts set the API key themselves, and only the page of the console can use the cookie of the
 * console.
 */
export function createCors(origins: readonly string[], more: MoreHeaders = NO_HEADERS): Cors {
  const allowed = [ALLOWED_HEADERS, ...more.allowed].join(', ');
  const exposed = [EXPOSED_HEADERS, ...more.exposed].join(', ');
  const isAllowed = (origin: string | null): origin is string =>
    origin !== null && (origins.includes('*') || origins.includes(origin));

  return {
    headers(request) {
      if (origins.length === 0) return {};
      const origin = request.headers.get('origin');
      if (!isAllowed(origin)) return { Vary: 'Origin' };
      return {
        'Access-Control-Allow-Origin': origin,
        'Access-Control-Expose-Headers': exposed,
        Vary: 'Origin',
      };
    },
    isPreflight: (request) =>
      request.method === 'OPTIONS' &&
      request.headers.has('access-control-request-method') &&
      isAllowed(request.headers.get('origin')),
    preflightHeaders: {
      'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, DELETE',
      'Access-Control-Allow-Headers': allowed,
      'Access-Control-Max-Age': String(PREFLIGHT_SECONDS),
    },
  };
}
