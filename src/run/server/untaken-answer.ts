import type { ServerResponse } from 'node:http';

/**
 * Milliseconds without a byte that the client takes of its answer; then the connection is closed. Node looks a second
 * time, as long after, where a part of the last write was taken.
 */
export const TAKEN_WITHIN_MS = 60_000;

/**
 * Closes the connection of an answer that its client takes no further: it would stay open, and hold the rest of the
 * answer in memory, for as long as the client likes. An answer that has nothing to send for a while is left alone.
 */
export function closeUntaken(response: ServerResponse, withinMs: number): void {
  response.setTimeout(withinMs, () => {
    if (response.writableLength > 0) response.destroy();
  });
}
