import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { asksForHealth } from '../../api/rest/health.ts';
import { refusal } from '../../kernel/errors.ts';
import { rawResponse } from './refuse-malformed.ts';
import { originForm } from './request-target.ts';
import { type Timer, world } from '../../kernel/world.ts';

/** Connections of a process at once. An idle connection takes some ten kilobytes and a file descriptor. */
export const CONNECTIONS_MAX = 10_000;
/**
 * How many connections beyond the limit may be open at once. Each gets one response: a refusal, or the response to a
 * health probe, because the process would be killed if a probe failed. If one more comes, the oldest is closed. A probe
 * sends its request at once, so it is closed only if a thousand others come within a millisecond.
 */
const BEYOND_MAX = 1_000;
/** Milliseconds in which a connection beyond the limit must send the header of a request. A probe sends it at once. */
const HEADER_MS = 500;
/** Milliseconds for a response about health. It checks database and storage for at most three seconds. */
const HEALTH_MS = 5_000;
/** Seconds after which a refused client should try again. */
const RETRY_AFTER_SECONDS = 5;
/** Milliseconds in which a refused client can read the response. */
const LINGER_MS = 500;

export interface Connections {
  /** Whether the connection of a request is beyond the limit and was refused. If so, the request needs no response. */
  isRefused(message: IncomingMessage, response: ServerResponse): boolean;
}

/** A connection beyond the limit. */
interface Beyond {
  /** Refuses the connection, or ends it if its response is on its way. */
  ends: Timer;
  hasResponse: boolean;
}

interface Limited {
  readonly publicUrl: string;
  readonly onRefused: () => void;
}

/**
 * Gives one response to each connection beyond `max` and closes it: 503, or the response about health if it asks for
 * that. At most `beyondMax` such connections are open at once.
 */
export function limitConnections(
  server: Server,
  { publicUrl, onRefused }: Limited,
  max: number,
  beyondMax = BEYOND_MAX,
): Connections {
  /** In the order in which they came. */
  const beyond = new Map<Socket, Beyond>();
  let open = 0;

  function refuse(socket: Socket): void {
    const state = beyond.get(socket);
    if (state === undefined || state.hasResponse) return;
    respondWithin(socket, state, LINGER_MS);
    onRefused();
    socket.end(rawResponse(tooMany(), publicUrl));
  }

  server.on('connection', (socket) => {
    open += 1;
    const isBeyond = open - beyond.size > max;
    socket.once('close', () => {
      open -= 1;
      world.cancel(beyond.get(socket)?.ends);
      beyond.delete(socket);
    });
    if (!isBeyond) return;
    const [oldest] = beyond.keys();
    if (oldest !== undefined && beyond.size >= beyondMax) {
      // It closes soon. Until then it counts as a connection within the limit.
      beyond.delete(oldest);
      oldest.destroy();
    }
    beyond.set(socket, { ends: world.after(() => refuse(socket), HEADER_MS).unref(), hasResponse: false });
  });

  return {
    isRefused(message, response) {
      const { socket } = message;
      const state = beyond.get(socket);
      if (state === undefined) return false;
      const asked = { method: message.method ?? '', pathAndQuery: originForm(message.url ?? '/') };
      if (!state.hasResponse && asksForHealth(asked)) {
        respondWithin(socket, state, HEALTH_MS);
        response.shouldKeepAlive = false;
        return false;
      }
      refuse(socket);
      return true;
    },
  };
}

function respondWithin(socket: Socket, state: Beyond, ms: number): void {
  state.hasResponse = true;
  world.cancel(state.ends);
  state.ends = world.after(() => socket.destroy(), ms).unref();
}

const tooMany = () =>
  refusal('service_unavailable', 'The gateway cannot take another connection now; connect again later.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
