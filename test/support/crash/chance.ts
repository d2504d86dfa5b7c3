import { randomInt } from 'node:crypto';

/** The source of all random choices of a test; `TEST_SEED` of its environment repeats the choices of a run. */
export function chance(seed = Number(process.env['TEST_SEED'] ?? randomInt(2 ** 32))) {
  let state = seed;
  /** Mulberry32: small, and good enough to choose victims. */
  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  return {
    seed,
    /** 0 up to `count`, exclusive. */
    below: (count: number) => Math.floor(next() * count),
  };
}

export type Chance = ReturnType<typeof chance>;
