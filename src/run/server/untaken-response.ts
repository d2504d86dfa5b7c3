import type { ServerResponse } from 'node:http';

/**
 * Closes the connection of an answer that its client takes no further: it would stay open, and hold the rest of the
 * answer in memory, for as long as the client likes. An answer that has nothing to send for a while is left alone. Node
 * looks a second time, as long after, if a part of the last write was taken.
 */
export function closeUntaken(response: ServerResponse, withinMs: number): void {
  response.setTimeout(withinMs, () => {
    if (response.writableLength > 0) response.destroy();
  });
}
