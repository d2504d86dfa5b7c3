import { describe, expect, it } from 'vitest';
import { play } from '../play.ts';
import type { Told } from '../simulate.ts';

/** Worlds that every run of the tests plays: the server ends in the first, the next version migrates in the second. */
const SEEDS = [5, 4];
/** A very busy machine plays a world in minutes. */
const DEADLINE_MS = 600_000;

describe('in worlds on PostgreSQL', { timeout: DEADLINE_MS }, () => {
  const worlds: Promise<Told[]> = Array.fromAsync(play({ seeds: SEEDS, database: 'postgres' }));

  it('two gateways keep every promise', async () => {
    for (const { wrongs, story } of await worlds) expect(wrongs, story.join('\n')).toEqual([]);
  });

  it('commits are lost before and after the server has them, the server ends, the tables change', async () => {
    const story = (await worlds).flatMap((told) => told.story).join('\n');
    for (const words of [
      'breaks before a commit',
      'its answer is lost with the connection',
      'the database server is up again',
      'the tables are of the next version',
    ])
      expect(story).toContain(words);
  });
});
