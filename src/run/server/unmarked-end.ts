import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Over HTTP/1.0, which many proxies speak, the end of the connection is the only mark of the end of a stream. So that a
 * part of a stream is not taken for the whole, a connection whose stream fails is reset.
 */
export function resetUnlessEnded({ httpVersion, socket }: IncomingMessage, response: ServerResponse): void {
  if (httpVersion !== '1.0') return;
  response.destroy = () => {
    socket.resetAndDestroy();
    return response;
  };
}
