import { vi } from 'vitest';
import { world } from '../../src/kernel/world.ts';

/** From now on, what the gateways of this process do regularly is done only by the call of `beat`, until `restore`. */
export function beatsByHand() {
  const regular = new Set<() => void>();
  const every = vi.spyOn(world, 'every').mockImplementation((run) => {
    regular.add(run);
    return setTimeout(() => {}, 0);
  });
  return {
    beat(): void {
      for (const run of regular) run();
    },
    restore: () => every.mockRestore(),
  };
}
