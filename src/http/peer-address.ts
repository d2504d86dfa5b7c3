import { WireRequest } from './wire-request.ts';

/** The address that a request came from; one that came over no network has none. */
export const peerOf = (request: Request): string =>
  (request instanceof WireRequest ? request.message.socket.remoteAddress : undefined) ?? 'local';
