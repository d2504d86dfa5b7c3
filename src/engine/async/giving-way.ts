import { world } from '../../kernel/world.ts';

/** Milliseconds of work between two turns of the event loop. */
const TURN_MS = 10;

/**
 * Lets other requests run during long work that waits for nothing. The work calls the function between its parts. If
 * the parts since the last turn of the event loop took long, it returns the next turn, to be awaited; else null, since
 * most work is short and a promise costs more than the question.
 */
export function givingWay(): () => Promise<void> | null {
  let since = world.elapsedMs();
  const turn = async () => {
    await world.turn();
    since = world.elapsedMs();
  };
  return () => (world.elapsedMs() - since < TURN_MS ? null : turn());
}
