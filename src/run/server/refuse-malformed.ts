import { once } from 'node:events';
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { RESPONSE_HEADERS } from '../../engine/http/response-headers.ts';
import { brokenMessage, lateMessage } from '../../engine/http/wire/unfinished-message.ts';
import { replyError } from '../../pipeline/rest-kit/reply.ts';
import { type OperationError, refusal } from '../../kernel/errors.ts';
import { world } from '../../kernel/world.ts';

interface Malformed {
  /**
   * Called for each request, so that an error on its connection is sent after its response. Returns the responses of
   * the connection that are not sent yet; the response to this request is the last.
   */
  note(response: ServerResponse): readonly ServerResponse[];
}

/**
 * Responds to messages that are not HTTP, or that end in the middle, with the usual error body. Earlier complete
 * requests on the same connection get their responses first.
 */
export function refuseMalformed(server: Server, publicUrl: string): Malformed {
  const open = new WeakMap<Duplex, ServerResponse[]>();
  const broken = new WeakSet<Duplex>();
  /**
   * The last message of a connection whose response was sent before the message had completely arrived. The next one
   * comes after its end.
   */
  const responded = new WeakMap<Duplex, IncomingMessage>();

  async function refuse(fault: NodeJS.ErrnoException, socket: Duplex): Promise<void> {
    const responses = (open.get(socket) ?? []).filter(({ closed }) => !closed);
    const unfinished = responses.find(({ req }) => !req.complete);
    const owed = responses.filter((each) => each !== unfinished);
    await Promise.all(owed.map((response) => once(response, 'close')));
    if (!socket.writable || unfinished?.headersSent === true) socket.destroy(fault);
    // A browser connects before it has a request. If it sends one at this moment, it would take our error for the
    // response. If the connection ends without one, it sends the request again.
    else if (isUnused(socket)) socket.destroy();
    // The client would mistake a second response for the response to its next request.
    else if (responded.get(socket)?.complete === false) socket.end(() => socket.destroy());
    else socket.end(rawResponse(malformed(fault), publicUrl), () => socket.destroy());
  }

  server.on('clientError', (fault: NodeJS.ErrnoException, socket) => {
    // The client is not at fault: the gateway itself stopped reading.
    if (broken.has(socket) || fault.code === PARSER_PAUSED) return;
    broken.add(socket);
    refuse(fault, socket).catch(() => socket.destroy());
  });
  return {
    note(response) {
      const { socket } = response.req;
      const responses = open.get(socket) ?? [];
      if (responses.push(response) === 1) open.set(socket, responses);
      // Removed when it is done. Otherwise an idle connection would keep the response and its request in memory.
      response.on('close', () => {
        responses.splice(responses.indexOf(response), 1);
        if (!response.req.complete) responded.set(socket, response.req);
      });
      return responses;
    },
  };
}

/** Whether no byte has come on a connection yet. */
const isUnused = (socket: Duplex): boolean => socket instanceof Socket && socket.bytesRead === 0;

const PARSER_PAUSED = 'HPE_PAUSED';

function malformed(error: NodeJS.ErrnoException): OperationError {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return refusal('request_too_large', 'The header of the request is larger than 16 KiB.');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return lateMessage();
    default:
      return brokenMessage();
  }
}

/** The bytes of a response after which the connection is closed. */
export function rawResponse(reason: OperationError, publicUrl: string): string {
  const { status, headers, body } = lastReply(reason, publicUrl);
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${body}`;
}

/** Responds to a message that is well-formed HTTP but no valid request. */
export function refuseMessage(response: ServerResponse, reason: OperationError, publicUrl: string): void {
  const { status, headers, body } = lastReply(reason, publicUrl);
  response.writeHead(status, headers).end(body);
}

function lastReply(reason: OperationError, publicUrl: string) {
  const requestId = world.uuid();
  const { status, headers, body } = replyError(reason, { requestId, publicUrl });
  const all = { ...RESPONSE_HEADERS, ...headers, 'Request-Id': requestId, Connection: 'close' };
  return { status, headers: all, body: String(body) };
}
