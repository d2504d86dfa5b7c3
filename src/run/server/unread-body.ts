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

/** Connections whose last answer has left: what follows on them is not answered. */
const ended = new WeakSet<Socket>();

/** Whether an answer said that it was the last one of its connection, because the body of its request was not complete. */
export const isEnded = (socket: Socket): boolean => ended.has(socket);

/**
 * Ends a connection with the answer to a request whose body is not complete, and says so: a client that stops sending
 * there, and sends its next request, would have it taken for the rest of the body. The rest is read for a while, so that
 * a client which sends all before it reads gets the answer. It is called when the answer is there: then most bodies have
 * come as a whole.
 */
export function closeUnread(
  message: IncomingMessage,
  response: ServerResponse,
  isRead = !isBodiless(message) && !isHeldBack(message),
): void {
  // The bodies of bodiless requests are never read, so their connection cannot be used again.
  if (!hasBody(message) || (message.complete && !isBodiless(message))) return;
  const { socket } = message;
  response.shouldKeepAlive = false;
  ended.add(socket);
  response.once('prefinish', () => {
    if (message.complete) return;
    if (isRead) readOnAtEnd(message, socket);
    else lingerAtEnd(socket);
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

/** Node closes a connection right after its last answer. This one is closed when the body of its request has come. */
function readOnAtEnd(message: IncomingMessage, socket: Socket): void {
  const destroySoon = socket.destroySoon.bind(socket);
  socket.destroySoon = () => void message.once('end', destroySoon);
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

/** Whether the client waits for `100 Continue`, which it did not get: then no body is on its way. */
const isHeldBack = ({ headers, readableDidRead }: IncomingMessage): boolean =>
  headers.expect !== undefined && !readableDidRead;

const isBodiless = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD';

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
