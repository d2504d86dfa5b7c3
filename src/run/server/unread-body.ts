import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { world } from '../../kernel/world.ts';

/** If no byte of the body comes for so many milliseconds after the response, the connection is closed. */
const SILENCE_MS = 5_000;
/** Milliseconds for the whole rest of a body after the response: longer than the limits for a discarded body. */
const UNREAD_MS = 35_000;
/**
 * If the client still sends the body, its connection ends so many milliseconds after the response. In that time it can
 * read the response.
 */
const LINGER_MS = 500;

/** Connections whose last response was sent. Later requests on them get no response. */
const ended = new WeakSet<Socket>();

/**
 * Whether a response was announced as the last one of its connection, because the body of its request was not complete.
 */
export const isEnded = (socket: Socket): boolean => ended.has(socket);

/**
 * Makes the response the last one of its connection, and says so in its header, if the body of its request is not
 * complete. Otherwise the next request of the client could be read as the rest of this body. The rest is still read for
 * a while, so a client that sends everything before it reads also gets the response. Call this when the response is
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
    world.after(() => socket.destroy(), LINGER_MS).unref();
  };
}

/**
 * Node closes a connection right after its last response. This connection stays open until the body of its request has
 * come.
 */
function readOnAtEnd(message: IncomingMessage, socket: Socket): void {
  const destroySoon = socket.destroySoon.bind(socket);
  socket.destroySoon = () => void message.once('end', destroySoon);
}

function watchRest(message: IncomingMessage, socket: Socket): void {
  // The rest was not read to its end, and the client has had time to read the response.
  message.once('close', () => {
    if (!message.complete) socket.destroy();
  });
  const end = world.elapsedMs() + UNREAD_MS;
  let { bytesRead } = socket;
  const watch = world
    .every(() => {
      const isSilent = socket.bytesRead === bytesRead;
      ({ bytesRead } = socket);
      if (!message.complete && (isSilent || world.elapsedMs() > end)) socket.destroy();
      if (message.complete || socket.destroyed) world.cancel(watch);
    }, SILENCE_MS)
    .unref();
}

/** Whether the client still waits for `100 Continue`; then no body is on its way. */
const isHeldBack = ({ headers, readableDidRead }: IncomingMessage): boolean =>
  headers.expect !== undefined && !readableDidRead;

const isBodiless = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD';

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
