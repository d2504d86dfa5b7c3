import { randomUUID } from 'node:crypto';

/** The id of a request: the client's own where it is a sane one, else a new one. */
export function requestIdOf(request: Request): string {
  const sent = request.headers.get('request-id');
  return sent !== null && /^[\w-]{1,64}$/.test(sent) ? sent : randomUUID();
}
