import { describe, expect, it } from 'vitest';
import { STORIES } from './kept/stories.ts';
import { FAULTS } from './machine/faults.ts';
import { castOf, PEOPLE } from './people/cast.ts';
import { type Asked, play, worldsFrom } from './play.ts';
import type { Told } from './simulate.ts';

/** The first worlds, which every run of the tests plays: a half in each of two processes. */
const SEEDS = 100;
/** Of the first half some are played again by the other process. */
const AGAIN = [5, 1];
/** A busy machine plays a world in some seconds. */
const DEADLINE_MS = 600_000;

const STORIES_HERE = STORIES.filter(({ database }) => database === 'sqlite');

const playAll = (worlds: readonly Asked[]): Promise<Told[]> => Array.fromAsync(play({ worlds }));

/** In how many of the first worlds each must be told of at least. */
const TOLD_IN: Readonly<Record<string, number>> = {
  // What happens to the machines.
  'is killed': 20,
  'the power fails': 8,
  'jumps by': 20,
  'the second secret comes first': 5,
  'the tables are of an earlier version': 2,
  'the tables are of the next version': 3,
  'the database is busy': 15,
  'a commit is refused': 20,
  'its answer is lost': 20,
  'the disk of the storage is full': 1,
  'the storage keeps bytes': 3,
  'no answer': 8,
  // What the issuer and people do.
  'the issuer changes its keys': 7,
  'a token with a wrong': 4,
  'Dana signs in as staff': 15,
  'Dana signs in as no member': 6,
  'Ann revokes a key': 5,
  'Acme uploads': 20,
  'customer acme customer': 12,
  'Lotus makes customer': 4,
  'Lotus makes settlement': 20,
  // What is done to settlements and their money.
  'wants to accept': 30,
  'wants to reject': 8,
  'wants to approve': 10,
  'wants to deny': 3,
  'wants to withdraw': 8,
  'wants to disburse': 30,
  'it waits for a second person': 1,
  'wants to revoke': 4,
  'wants to report': 20,
  'wants to receive': 30,
  'wants to reverse': 7,
  'wants to waive': 10,
  'wants to refund': 12,
  'wants to read': 45,
};

/** In how many of the first worlds each of the people lives at least. */
const LIVES_IN = {
  acme: 25,
  'acme too': 20,
  lotus: 20,
  ann: 25,
  bob: 25,
  cat: 25,
  dana: 20,
  spare: 20,
  hostile: 15,
} as const;

/** In how many of the first worlds each fault can happen at least. A world knows about half of them. */
const KNOWN_IN = 30;

describe('in the worlds of the first seeds', { timeout: DEADLINE_MS }, () => {
  const half = SEEDS / 2;
  const begun = playAll([...worldsFrom(1, half), ...STORIES_HERE]);
  const ended = playAll([...worldsFrom(half + 1, half), ...AGAIN.map((seed) => ({ seed }))]);
  const both = Promise.all([begun, ended]);
  const first = both.then(([one, two]) => [...one.slice(0, half), ...two.slice(0, half)]);

  it('two gateways keep every promise', async () => {
    for (const { wrongs, story } of await first) expect(wrongs, story.join('\n')).toEqual([]);
  });

  it('a seed plays the same world again, to the byte, in another process and after other worlds', async () => {
    const [one, two] = await both;
    for (const { seed, digest, story } of two.slice(half)) {
      const before = one.find((told) => told.seed === seed);
      expect({ digest, story }).toEqual({ digest: before?.digest, story: before?.story });
    }
  });

  it.for(Object.entries(TOLD_IN))('"%s" is told in at least %i', async ([words, count]) => {
    const stories = (await first).filter(({ story }) => story.some((line) => line.includes(words)));
    expect(stories.length).toBeGreaterThanOrEqual(count);
  });

  it.for(PEOPLE)('%s lives in enough of them', (name) => {
    const casts = Array.from({ length: SEEDS }, (_, at) => castOf(at + 1));
    expect(casts.filter(({ people }) => people.includes(name)).length).toBeGreaterThanOrEqual(LIVES_IN[name]);
  });

  it('every fault can happen in enough of them', async () => {
    const known = (await first).flatMap(({ faults }) => faults);
    const rare = FAULTS.filter((fault) => known.filter((each) => each === fault).length < KNOWN_IN);
    expect(rare).toEqual([]);
  });

  it.for(STORIES_HERE.map((story, at) => ({ ...story, at })))(
    'what was wrong once is right in the story of seed $seed: $found',
    async ({ at }) => {
      const told = (await begun)[half + at];
      expect(told?.wrongs, told?.story.join('\n')).toEqual([]);
    },
  );
});
