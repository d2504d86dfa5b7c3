import { describe, expect, it } from 'vitest';
import { play } from './play.ts';
import type { Told } from './simulate.ts';

/** The first worlds, which every run of the tests plays. */
const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8];
/** A busy machine plays a world in some seconds. */
const DEADLINE_MS = 600_000;

const playAll = (seeds: readonly number[]): Promise<Told[]> => Array.fromAsync(play({ seeds }));

describe('in the worlds of the first seeds', { timeout: DEADLINE_MS }, () => {
  const first = playAll(SEEDS);

  it('two gateways keep every promise', async () => {
    for (const { wrongs, story } of await first) expect(wrongs, story.join('\n')).toEqual([]);
  });

  it('a seed plays the same world again, to the byte, in another process and after other worlds', async () => {
    const digests = new Map((await first).map(({ seed, digest, story }) => [seed, { digest, story }]));
    for (const { seed, digest, story } of await playAll([5, 1]))
      expect({ digest, story }).toEqual(digests.get(seed));
  });

  it('what happens is told: people, faults and the gateways', async () => {
    const story = (await first).flatMap((told) => told.story).join('\n');
    for (const words of [
      'is killed',
      'is up',
      'Ann wants to',
      'Lotus makes',
      'its answer is lost',
      'uploads',
    ])
      expect(story).toContain(words);
  });
});
