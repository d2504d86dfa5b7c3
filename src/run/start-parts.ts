import { world } from '../kernel/world.ts';

/** How long each part of a start took, in milliseconds, for the log. */
export function createStartParts() {
  const took: Record<string, number> = {};
  let since = world.elapsedMs();
  return {
    /** Notes that a part has ended and the next one begins. */
    ended(part: string): void {
      const now = world.elapsedMs();
      took[`${part}_ms`] = Math.round(now - since);
      since = now;
    },
    /** The durations. The total includes the time before the first part: Node itself, and loading the sources. */
    took: () => ({ total_ms: Math.round(world.elapsedMs()), ...took }),
  };
}
