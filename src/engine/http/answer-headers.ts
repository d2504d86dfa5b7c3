import type { RequestFacts } from '../log/request-facts.ts';

/** Headers of every response besides `Request-Id`. If a response sets one of them, its own value stays. */
export const ANSWER_HEADERS = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
} as const;

/** What the headers of a response depend on besides the response itself. */
export interface AnswerTo {
  readonly requestId: string;
  /** The headers of CORS. */
  readonly cors: Readonly<Record<string, string>>;
  /** For the log. */
  readonly facts: RequestFacts;
}

/** The headers of a response, together with the headers of every response. */
export function withAnswerHeaders(
  own: Readonly<Record<string, string>>,
  { requestId, cors }: Pick<AnswerTo, 'requestId' | 'cors'>,
): Record<string, string> {
  return { ...ANSWER_HEADERS, ...own, 'Request-Id': requestId, ...cors };
}

/** Adds these headers to a response that was made without them. */
export function addAnswerHeaders(headers: Headers, { requestId, cors }: AnswerTo): void {
  headers.set('Request-Id', requestId);
  for (const [name, value] of Object.entries(ANSWER_HEADERS)) {
    if (!headers.has(name)) headers.set(name, value);
  }
  for (const [name, value] of Object.entries(cors)) headers.set(name, value);
}
