/** What every answer carries besides its `Request-Id`, unless it says something stricter of its own. */
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
