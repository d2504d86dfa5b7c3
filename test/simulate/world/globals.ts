import { type Timer, type World, world } from '../../../src/kernel/world.ts';

/** What the programs of partners take from the machine; the gateway itself takes it from its world. */
type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/**
 * Puts a virtual world in the place of the real one for the rest of this process: for the gateway, and for the client
 * package, which knows only what every browser has. The next call replaces it.
 */
export function enter(virtual: World, fetch: Fetch): void {
  Object.assign(world, virtual);
  Object.assign(globalThis, {
    fetch,
    setTimeout: (run: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) =>
      virtual.after(() => run(...args), ms),
    clearTimeout: (timer?: Timer) => virtual.cancel(timer),
    setInterval: (run: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) =>
      virtual.every(() => run(...args), ms),
    clearInterval: (timer?: Timer) => virtual.cancel(timer),
  });
  Object.assign(Math, { random: virtual.chance });
  Object.assign(Date, { now: virtual.time });
  Object.assign(AbortSignal, { timeout: virtual.abortAfter });
  Object.defineProperty(performance, 'now', { value: virtual.elapsedMs, configurable: true });
  Object.defineProperty(crypto, 'randomUUID', { value: virtual.uuid, configurable: true });
}
