import { WireRequest } from './wire-request.ts';

/** The address from which a request came; `local` for one that did not come over a socket. */
export const peerOf = (request: Request): string =>
  (request instanceof WireRequest ? request.message.socket.remoteAddress : undefined) ?? 'local';
