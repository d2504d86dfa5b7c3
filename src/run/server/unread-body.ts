import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Milliseconds without a byte of the body after the answer; then the connection is closed. */
const SILENCE_MS = 5_000;
/**
 * Milliseconds for the whole rest of a body after the answer; longer than any body takes that is discarded on purpose.
 */
const UNREAD_MS = 35_000;
/**
 * Milliseconds between the last byte of the answer and the end of a connection on which the client still sends, so that
 * it has time to read the answer.
 */
const LINGER_MS = 500;

/**
 * Closes a connection where the answer is sent and the body of the request is not read. Node would read the rest of the
 * body for minutes. It is called when the answer is there: then most bodies have come as a whole.
 */
export function closeUnread(message: IncomingMessage, response: ServerResponse): void {
  if (!hasBody(message)) return;
  // The bodies of these requests are not read, so the connection cannot be used again.
  if (isBodiless(message)) response.shouldKeepAlive = false;
  else if (message.complete) return;
  const { socket } = message;
  response.once('prefinish', () => {
    if (!message.complete) lingerAtEnd(socket);
  });
  response.once('finish', () => {
    if (!message.complete) watchRest(message, socket);
  });
}

/** Closing a connection with unread bytes resets it, and the client would lose the rest of the answer. */
export function lingerAtEnd(socket: Socket): void {
  socket.destroySoon = () => {
    socket.pause().end();
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  };
}

function watchRest(message: IncomingMessage, socket: Socket): void {
  // Reading past the body has ended, after a pause in which the client could read the answer.
  message.once('close', () => {
    if (!message.complete) socket.destroy();
  });
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
