/** Headers of every response besides `Request-Id`; a response that has set one of them itself keeps its own. */
export const ANSWER_HEADERS = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
} as const;

export function addAnswerHeaders(headers: Headers, requestId: string): void {
  headers.set('Request-Id', requestId);
  for (const [name, value] of Object.entries(ANSWER_HEADERS)) {
    if (!headers.has(name)) headers.set(name, value);
  }
}
