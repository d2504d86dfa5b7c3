import { newUuid } from './uuid.ts';

/** The id that the client sent, if it is well-formed; else a new one. */
export function requestIdOf(request: Request): string {
  const sent = request.headers.get('request-id');
  return sent !== null && /^[\w-]{1,64}$/.test(sent) ? sent : newUuid();
}
