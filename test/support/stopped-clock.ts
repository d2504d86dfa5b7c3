import { vi } from 'vitest';

/** Stops the clock by which the gateway of this process measures, so that a busy machine changes nothing. */
export function stopClock() {
  let now = performance.now();
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  return {
    pass: (ms: number) => void (now += ms),
    restore: () => clock.mockRestore(),
  };
}
