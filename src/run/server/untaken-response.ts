import type { ServerResponse } from 'node:http';

/**
 * Closes the connection if the client stops taking a response. Otherwise the connection would stay open and hold the
 * rest of the response in memory as long as the client likes. A response that has nothing to send for a while may wait.
 * If the client took a part of the last write, Node waits once more.
 */
export function closeUntaken(response: ServerResponse, withinMs: number): void {
  response.setTimeout(withinMs, () => {
    if (response.writableLength > 0) response.destroy();
  });
}
