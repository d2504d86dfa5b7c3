import type { IncomingMessage } from 'node:http';
import { type OperationError, refusal } from '../../kernel/errors.ts';

/** Stands in for `Host` where a URL needs one; the gateway knows its own address from PUBLIC_URL. */
const AUTHORITY = 'gateway';

/**
 * Makes a message ready to become a `Request`: what is routed is its target as it was sent, of whichever form, and no
 * `Host` header can change that. A header that may stand only once is not chosen from.
 */
export function prepareMessage(message: IncomingMessage): void {
  message.url = originForm(message.url ?? '/');
  message.headers.host = AUTHORITY;
  const [, ...others] = message.headersDistinct['authorization'] ?? [];
  if (others.length > 0) message.headers.authorization = String(message.headersDistinct['authorization']);
}

/** Why HTTP itself does not let a message be answered; null where it does. */
export function faultOfMessage(message: IncomingMessage): OperationError | null {
  const hosts = message.headersDistinct['host']?.length ?? 0;
  if (hosts === 1 || (hosts === 0 && message.httpVersion === '1.0')) return null;
  return refusal('body_invalid', 'A request must have exactly one Host header.');
}

/** Path and query of `http://host/path?query` and of `/path?query`, not tidied in any way. */
function originForm(target: string): string {
  if (target.startsWith('/')) return target;
  const scheme = target.indexOf('://');
  if (scheme === -1) return `/${target}`;
  const rest = target.slice(scheme + '://'.length);
  const end = ['/', '?'].map((mark) => rest.indexOf(mark)).filter((at) => at !== -1);
  const path = end.length === 0 ? '' : rest.slice(Math.min(...end));
  return path.startsWith('/') ? path : `/${path}`;
}
