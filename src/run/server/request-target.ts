import type { IncomingMessage } from 'node:http';
import { type OperationError, refusal } from '../../kernel/errors.ts';

/**
 * Prepares a message to become a `Request`. The target is routed unchanged, in any form. Several `Authorization`
 * headers become one value, which is no valid key; Node itself would take the first.
 */
export function prepareMessage(message: IncomingMessage): void {
  message.url = originForm(message.url ?? '/');
  const sent = valuesOf(message, 'authorization');
  if (sent.length > 1) message.headers.authorization = String(sent);
}

/** Why HTTP does not allow the request; null if it does. */
export function faultOfMessage(message: IncomingMessage): OperationError | null {
  const hosts = valuesOf(message, 'host').length;
  if (hosts === 1 || (hosts === 0 && message.httpVersion === '1.0')) return null;
  return refusal('body_invalid', 'A request must have exactly one Host header.');
}

/** All values of one header. Node's `headersDistinct` would make a list for every header. */
function valuesOf({ rawHeaders }: IncomingMessage, name: string): readonly string[] {
  const values: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const raw = rawHeaders[at] ?? '';
    if (raw.length === name.length && raw.toLowerCase() === name) values.push(rawHeaders[at + 1] ?? '');
  }
  return values;
}

/** Path and query of `http://host/path?query` or `/path?query`, unchanged. */
export function originForm(target: string): string {
  if (target.startsWith('/')) return target;
  const scheme = target.indexOf('://');
  if (scheme === -1) return `/${target}`;
  const rest = target.slice(scheme + '://'.length);
  const end = ['/', '?'].map((mark) => rest.indexOf(mark)).filter((at) => at !== -1);
  const path = end.length === 0 ? '' : rest.slice(Math.min(...end));
  return path.startsWith('/') ? path : `/${path}`;
}
