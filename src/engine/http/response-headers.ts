import type { RequestFacts } from '../log/request-facts.ts';

/** Headers of every response besides `Request-Id`. If a response sets one of them, its own value stays. */
export const RESPONSE_HEADERS = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
} as const;

/** What the headers of a response depend on besides the response itself. */
export interface ResponseTo {
  readonly requestId: string;
  /** The headers of CORS. */
  readonly cors: Readonly<Record<string, string>>;
  /** For the log. */
  readonly facts: RequestFacts;
}

/** The headers of a response, together with the headers of every response. */
export function withResponseHeaders(
  own: Readonly<Record<string, string>>,
  { requestId, cors }: Pick<ResponseTo, 'requestId' | 'cors'>,
): Record<string, string> {
  const headers = { ...RESPONSE_HEADERS, ...own, 'Request-Id': requestId, ...cors };
  return own['Vary'] === undefined || cors['Vary'] === undefined
    ? headers
    : { ...headers, Vary: `${own['Vary']}, ${cors['Vary']}` };
}

/** Adds these headers to a response that was made without them. */
export function addResponseHeaders(headers: Headers, { requestId, cors }: ResponseTo): void {
  headers.set('Request-Id', requestId);
  for (const [name, value] of Object.entries(RESPONSE_HEADERS)) {
    if (!headers.has(name)) headers.set(name, value);
  }
  const varies = [headers.get('Vary') ?? [], cors['Vary'] ?? []].flat().join(', ');
  // The headers of @whatwg-node/fetch would send a header of theirs a second time if it were only set.
  headers.delete('Vary');
  for (const [name, value] of Object.entries(cors)) headers.set(name, value);
  if (varies !== '') headers.set('Vary', varies);
}
