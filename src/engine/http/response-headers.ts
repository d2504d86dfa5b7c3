import type { RequestFacts } from '../log/request-facts.ts';

/** Headers of every response besides `Request-Id`; a response that has set one of them itself keeps its own. */
export const RESPONSE_HEADERS = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
} as const;

/** What the headers of an answer depend on besides the answer itself. */
export interface ResponseTo {
  readonly requestId: string;
  /** The headers of CORS. */
  readonly cors: Readonly<Record<string, string>>;
  /** For the log. */
  readonly facts: RequestFacts;
}

/** The headers of an answer, with those of every answer added. */
export function withResponseHeaders(
  own: Readonly<Record<string, string>>,
  { requestId, cors }: Pick<ResponseTo, 'requestId' | 'cors'>,
): Record<string, string> {
  return { ...RESPONSE_HEADERS, ...own, 'Request-Id': requestId, ...cors };
}

/** Adds the headers of every answer to a response that was made without them. */
export function addResponseHeaders(headers: Headers, { requestId, cors }: ResponseTo): void {
  headers.set('Request-Id', requestId);
  for (const [name, value] of Object.entries(RESPONSE_HEADERS)) {
    if (!headers.has(name)) headers.set(name, value);
  }
  for (const [name, value] of Object.entries(cors)) headers.set(name, value);
}
