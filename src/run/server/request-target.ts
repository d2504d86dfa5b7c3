import type { IncomingMessage } from 'node:http';
import { type OperationError, refusal } from '../../kernel/errors.ts';

/** Stands in for `Host` in a URL; the gateway takes its own address from PUBLIC_URL. */
const AUTHORITY = 'gateway';

/**
 * Prepares a message to become a `Request`. The target is routed as it was sent, in any form, and no `Host` header can
 * change it. A header that may occur only once is not chosen from several.
 */
export function prepareMessage(message: IncomingMessage): void {
  message.url = originForm(message.url ?? '/');
  message.headers.host = AUTHORITY;
  const [, ...others] = message.headersDistinct['authorization'] ?? [];
  if (others.length > 0) message.headers.authorization = String(message.headersDistinct['authorization']);
}

/** Why HTTP forbids an answer to a message; null where it does not. */
export function faultOfMessage(message: IncomingMessage): OperationError | null {
  const hosts = message.headersDistinct['host']?.length ?? 0;
  if (hosts === 1 || (hosts === 0 && message.httpVersion === '1.0')) return null;
  return refusal('body_invalid', 'A request must have exactly one Host header.');
}

/** Path and query of `http://host/path?query` or `/path?query`, unchanged. */
function originForm(target: string): string {
  if (target.startsWith('/')) return target;
  const scheme = target.indexOf('://');
  if (scheme === -1) return `/${target}`;
  const rest = target.slice(scheme + '://'.length);
  const end = ['/', '?'].map((mark) => rest.indexOf(mark)).filter((at) => at !== -1);
  const path = end.length === 0 ? '' : rest.slice(Math.min(...end));
  return path.startsWith('/') ? path : `/${path}`;
}
