import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { refusal } from '../../kernel/errors.ts';
import { rawAnswer } from './refuse-malformed.ts';

/** Connections of a process at once. An idle one takes some ten kilobytes, and a file descriptor. */
export const CONNECTIONS_MAX = 10_000;
/** Seconds after which a client that found no room tries again. */
const RETRY_AFTER_SECONDS = 5;
/** Milliseconds in which a refused client can read the answer. */
const LINGER_MS = 500;

export interface Connections {
  /** Whether a connection is beyond the limit, so that its requests are not read. */
  isRefused(socket: Socket): boolean;
}

/** Answers a connection beyond `max` with 503 at once, without reading what it sends, and closes it. */
export function limitConnections(
  server: Server,
  { publicUrl, onRefused }: { readonly publicUrl: string; readonly onRefused: () => void },
  max: number,
): Connections {
  const refused = new WeakSet<Socket>();
  let open = 0;
  server.on('connection', (socket) => {
    open += 1;
    socket.once('close', () => void (open -= 1));
    if (open <= max) return;
    onRefused();
    refused.add(socket);
    const full = refusal(
      'service_unavailable',
      'The gateway cannot take another connection now; connect again later.',
      {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      },
    );
    socket.end(rawAnswer(full, publicUrl));
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  });
  return { isRefused: (socket) => refused.has(socket) };
}
