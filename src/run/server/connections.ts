import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { asksForHealth } from '../../api/rest/health.ts';
import { refusal } from '../../kernel/errors.ts';
import { rawResponse } from './refuse-malformed.ts';
import { originForm } from './request-target.ts';

/** Connections of a process at once. An idle one takes some ten kilobytes, and a file descriptor. */
export const CONNECTIONS_MAX = 10_000;
/**
 * Connections beyond that, each open for one answer only: for health probes, whose failure would have the process killed,
 * and for refusals. Beyond this number the oldest one is closed. That does not hit a probe, which sends its request at
 * once, unless a thousand others come within a millisecond.
 */
const BEYOND_MAX = 1_000;
/** Milliseconds in which the header of a request must come on a connection beyond the limit; a probe sends it at once. */
const HEADER_MS = 500;
/** Milliseconds for the answer about health, which looks at database and storage for three seconds at most. */
const HEALTH_MS = 5_000;
/** Seconds after which a client that found no room tries again. */
const RETRY_AFTER_SECONDS = 5;
/** Milliseconds in which a refused client can read the answer. */
const LINGER_MS = 500;

export interface Connections {
  /** Whether a request must not be answered, because its connection is beyond the limit and was refused. */
  isRefused(message: IncomingMessage, response: ServerResponse): boolean;
}

/** A connection beyond the limit. */
interface Beyond {
  /** Refuses it, or ends it if its answer is on its way. */
  ends: NodeJS.Timeout;
  hasResponse: boolean;
}

interface Limited {
  readonly publicUrl: string;
  readonly onRefused: () => void;
}

/**
 * Connections beyond `max` get one answer each and are closed: 503, or that about health if they ask for it. Of these
 * there are `beyondMax` at most.
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
      clearTimeout(beyond.get(socket)?.ends);
      beyond.delete(socket);
    });
    if (!isBeyond) return;
    const [oldest] = beyond.keys();
    if (oldest !== undefined && beyond.size >= beyondMax) {
      // It closes soon; until then it counts as one within the limit.
      beyond.delete(oldest);
      oldest.destroy();
    }
    beyond.set(socket, { ends: setTimeout(refuse, HEADER_MS, socket).unref(), hasResponse: false });
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
  clearTimeout(state.ends);
  state.ends = setTimeout(() => socket.destroy(), ms).unref();
}

const tooMany = () =>
  refusal('service_unavailable', 'The gateway cannot take another connection now; connect again later.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
