import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendNodeResponse } from '@whatwg-node/server';
import { giveBack } from '../../engine/bytes/give-back.ts';
import { TAKEN_WITHIN_MS } from '../../engine/http/taken-within.ts';
import type { WireRequest } from '../../engine/http/wire/wire-request.ts';
import { BytesResponse } from '../../engine/http/wire/bytes-response.ts';
import { WholeResponse } from '../../engine/http/wire/whole-response.ts';
import { resetUnlessEnded } from './unmarked-end.ts';
import { closeUnread } from './unread-body.ts';
import { closeUntaken } from './untaken-response.ts';
import { world } from '../../kernel/world.ts';

/** Milliseconds that the last chunk may take to be sent, if the bytes after it have failed. */
const LAST_CHUNK_MS = 5_000;

/** Sends a response: a whole one in one write, any other as a stream. */
export function sendResponse(
  { method, message }: WireRequest,
  webResponse: Response,
  response: ServerResponse,
  takenWithinMs = TAKEN_WITHIN_MS,
): Promise<void> | void {
  closeUnread(message, response);
  if (!(webResponse instanceof WholeResponse)) {
    const isBytes = webResponse instanceof BytesResponse;
    const sent = isBytes ? sendBytes(webResponse, response) : sendStream(message, webResponse, response);
    // The adapter removes all time limits of the connection when it begins.
    closeUntaken(response, takenWithinMs);
    return sent;
  }
  if (method !== 'GET' && method !== 'HEAD' && !message.readableEnded && !message.destroyed) message.resume();
  if (response.destroyed || response.writableEnded) return;
  const { status, headers, body } = webResponse.sent;
  response.writeHead(status, headers);
  if (body === null) response.end();
  // If a text has as many bytes as characters, it is ASCII and can be copied unchanged.
  else response.end(body, headers['Content-Length'] === String(body.length) ? 'latin1' : 'utf8');
  // The system takes most responses at once.
  if (response.writableLength > 0) closeUntaken(response, takenWithinMs);
}

/** Sends a response whose length may be unknown before its end. */
function sendStream(
  message: IncomingMessage,
  webResponse: Response,
  response: ServerResponse,
): Promise<void> | void {
  resetUnlessEnded(message, response);
  return sendNodeResponse(webResponse, response, message, true);
}

/**
 * Sends each chunk while the next one is made. If the bytes fail, it rejects after the earlier bytes are on their way.
 * A client or proxy that gets nothing at all would think that the gateway is dead and send the request again.
 */
async function sendBytes(
  { status, headers, stream }: BytesResponse,
  response: ServerResponse,
): Promise<void> {
  response.setHeaders(headers);
  response.writeHead(status);
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  response.once('close', resolve);
  let taken = Promise.resolve();
  try {
    for await (const chunk of stream) {
      // The client has gone, so the stream is cancelled.
      if (response.destroyed) return;
      const before = taken;
      taken = passOn(chunk, response);
      // If a connection closes, Node does not always call back for its last chunk.
      await Promise.race([before, closed]);
    }
  } catch (error) {
    await Promise.race([taken, closed, world.pause(LAST_CHUNK_MS, { ref: false })]);
    throw error;
  }
  response.end();
}

/** Resolves when the system has taken the chunk, and frees its memory. */
function passOn(chunk: Uint8Array, response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    response.write(chunk, (error) => {
      if (!error) giveBack(chunk);
      resolve();
    });
  });
}
