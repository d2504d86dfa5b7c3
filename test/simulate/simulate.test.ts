import { describe, expect, it } from 'vitest';
import { STORIES } from './kept/stories.ts';
import { type Asked, play, worldsFrom } from './play.ts';
import type { Told } from './simulate.ts';

/** The first worlds, which every run of the tests plays. */
const SEEDS = 8;
/** Of these some are played again. */
const AGAIN = [5, 1];
/** A busy machine plays a world in some seconds. */
const DEADLINE_MS = 600_000;

const STORIES_HERE = STORIES.filter(({ database }) => database === 'sqlite');

const playAll = (worlds: readonly Asked[]): Promise<Told[]> => Array.fromAsync(play({ worlds }));

describe('in the worlds of the first seeds', { timeout: DEADLINE_MS }, () => {
  const all = playAll([...worldsFrom(1, SEEDS), ...STORIES_HERE]);
  const first = all.then((told) => told.slice(0, SEEDS));

  it('two gateways keep every promise', async () => {
    for (const { wrongs, story } of await first) expect(wrongs, story.join('\n')).toEqual([]);
  });

  it('a seed plays the same world again, to the byte, in another process and after other worlds', async () => {
    const digests = new Map((await first).map(({ seed, digest, story }) => [seed, { digest, story }]));
    for (const { seed, digest, story } of await playAll(AGAIN.map((each) => ({ seed: each }))))
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

  it.for(STORIES_HERE.map((story, at) => ({ ...story, at })))(
    'what was wrong once is right in the story of seed $seed: $found',
    async ({ at }) => {
      const told = (await all)[SEEDS + at];
      expect(told?.wrongs, told?.story.join('\n')).toEqual([]);
    },
  );
});
