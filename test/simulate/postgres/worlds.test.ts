import { describe, expect, it } from 'vitest';
import { STORIES } from '../kept/stories.ts';
import { play } from '../play.ts';
import type { Told } from '../simulate.ts';

/**
 * Short worlds that every run plays: most often answers of commits are lost in the first, and connections break in the
 * second, whose tables are of an earlier version.
 */
const FIRST = [{ seed: 45 }, { seed: 139 }];
/** A very busy machine plays a world in minutes. */
const DEADLINE_MS = 600_000;

describe('in worlds on PostgreSQL', { timeout: DEADLINE_MS }, () => {
  const worlds = [...FIRST, ...STORIES.filter(({ database }) => database === 'postgres')];
  const played: Promise<Told[]> = Array.fromAsync(play({ worlds, database: 'postgres' }));

  it('two gateways keep every promise, also in the stories that were kept', async () => {
    for (const { wrongs, story } of await played) expect(wrongs, story.join('\n')).toEqual([]);
  });

  // Which faults happen depends on the server, too. In worlds that know so many it is next to impossible that none does.
  it('the way to the server fails', async () => {
    const story = (await played).flatMap((told) => told.story).join('\n');
    expect(story).toMatch(
      /the connection breaks|its answer is lost with|takes no connection|server is up again/,
    );
  });
});
