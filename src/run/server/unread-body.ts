import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Silence after which a body whose answer is out is not waited for. */
const SILENCE_MS = 5_000;
/** However lively it is: longer than any body is read past on purpose. */
const UNREAD_MS = 35_000;
/** Between the last byte of the last answer and the end of its connection, where the client is still sending: time to read it. */
const LINGER_MS = 500;

/**
 * Ends a connection on which the answer is out and the body of its request is not in. Node itself would wait for the
 * rest of the body for minutes, and read it all.
 */
export function closeUnread(message: IncomingMessage, response: ServerResponse): void {
  if (!hasBody(message)) return;
  // Nobody reads the body of these, so nobody waits for it either.
  if (isBodiless(message)) response.shouldKeepAlive = false;
  const { socket } = message;
  response.once('prefinish', () => {
    if (!message.complete) lingerAtEnd(socket);
  });
  response.once('finish', () => {
    if (!message.complete) watchRest(message, socket);
  });
}

/** A connection that is closed with bytes unread is reset, and what the client has not read of the answer is lost. */
function lingerAtEnd(socket: Socket): void {
  socket.destroySoon = () => {
    socket.pause().end();
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  };
}

function watchRest(message: IncomingMessage, socket: Socket): void {
  const end = performance.now() + UNREAD_MS;
  let { bytesRead } = socket;
  const watch = setInterval(() => {
    const isSilent = socket.bytesRead === bytesRead;
    ({ bytesRead } = socket);
    if (!message.complete && (isSilent || performance.now() > end)) socket.destroy();
    if (message.complete || socket.destroyed) clearInterval(watch);
  }, SILENCE_MS).unref();
}

const isBodiless = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD';

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
