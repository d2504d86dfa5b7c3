import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Resets the connection if its stream fails, so no client mistakes a part for the whole. In HTTP/1.0, which many
 * proxies speak, the end of the connection is the only sign of the end of a stream.
 */
export function resetUnlessEnded({ httpVersion, socket }: IncomingMessage, response: ServerResponse): void {
  if (httpVersion !== '1.0') return;
  response.destroy = () => {
    socket.resetAndDestroy();
    return response;
  };
}
