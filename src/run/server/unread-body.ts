import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** If no byte of the body comes for so many milliseconds after the response, the connection is closed. */
const SILENCE_MS = 5_000;
/** Milliseconds for the whole rest of a body after the response: longer than the limits for a discarded body. */
const UNREAD_MS = 35_000;
/**
 * If the client still sends, its connection ends so many milliseconds after the response, so it has time to read the
 * response.
 */
const LINGER_MS = 500;

/** Connections whose last response was sent. Later requests on them are not answered. */
const ended = new WeakSet<Socket>();

/**
 * Whether a response was announced as the last one of its connection, because the body of its request was not complete.
 */
export const isEnded = (socket: Socket): boolean => ended.has(socket);

/**
 * Ends a connection with the response to a request whose body is not complete, and announces it. If the client stopped
 * sending the body and sent its next request, that request would count as the rest of the body. The rest is read for a
 * while, so a client that sends everything before it reads still gets the response. Call this when the response is
 * ready: by then most bodies are complete.
 */
export function closeUnread(
  message: IncomingMessage,
  response: ServerResponse,
  isRead = !isBodiless(message) && !isHeldBack(message),
): void {
  // The gateway never reads a body of GET or HEAD, so such a connection cannot be used again.
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

/**
 * Closes a connection only after a pause: closing with unread bytes resets it, and the client would lose the rest of
 * the response.
 */
export function lingerAtEnd(socket: Socket): void {
  socket.destroySoon = () => {
    socket.pause().end();
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  };
}

/**
 * Node closes a connection right after its last response. This one is closed after the body of its request has come.
 */
function readOnAtEnd(message: IncomingMessage, socket: Socket): void {
  const destroySoon = socket.destroySoon.bind(socket);
  socket.destroySoon = () => void message.once('end', destroySoon);
}

function watchRest(message: IncomingMessage, socket: Socket): void {
  // Reading past the body has ended, and the client had a pause to read the response.
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

/** Whether the client still waits for `100 Continue`; then no body is on its way. */
const isHeldBack = ({ headers, readableDidRead }: IncomingMessage): boolean =>
  headers.expect !== undefined && !readableDidRead;

const isBodiless = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD';

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
