import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Scheduler } from './scheduler.ts';
import { virtualWorld } from './virtual-world.ts';

const NOTHING = () => false;

function open(seed: number) {
  const scheduler = new Scheduler(seed, () => turn());
  const world = virtualWorld(scheduler, seed, { skewOf: (owner) => (owner === 'late' ? -5_000 : 0) });
  return { scheduler, world };
}

/** The order in which three people say their three words. */
async function orderOf(seed: number): Promise<string> {
  const { scheduler, world } = open(seed);
  const said: string[] = [];
  for (const owner of ['ann', 'bob', 'cat'])
    scheduler.as(owner, () => {
      for (const word of [1, 2, 3]) world.soon(() => void said.push(`${owner}${word}`));
    });
  await scheduler.runUntil(NOTHING);
  return said.join(' ');
}

describe('a simulated world', () => {
  it('is the same for the same seed, and another for another one', async () => {
    expect(await orderOf(7)).toBe(await orderOf(7));
    const orders = new Set(await Promise.all(Array.from({ length: 20 }, (_, seed) => orderOf(seed))));
    expect(orders.size).toBeGreaterThan(10);
  });

  it('keeps the order in which one owner does things', async () => {
    for (let seed = 0; seed < 20; seed += 1) {
      const said = (await orderOf(seed)).split(' ');
      for (const owner of ['ann', 'bob', 'cat'])
        expect(said.filter((word) => word.startsWith(owner))).toEqual([1, 2, 3].map((word) => owner + word));
    }
  });

  it('lets time pass only when no owner has anything to do', async () => {
    const { scheduler, world } = open(1);
    const seen: number[] = [];
    world.after(() => void seen.push(world.elapsedMs()), 500);
    for (let each = 0; each < 50; each += 1) world.soon(() => void seen.push(world.elapsedMs()));
    await scheduler.runUntil(NOTHING);
    expect(seen).toEqual([...Array.from({ length: 50 }, () => 0), 500]);
  });

  it('has clocks that are wrong for one owner', () => {
    const { scheduler, world } = open(1);
    expect(world.time() - scheduler.as('late', () => world.time())).toBe(5_000);
  });

  it('never gives a turn to an owner who died', async () => {
    const { scheduler, world } = open(1);
    const done: string[] = [];
    const live = (owner: string) =>
      scheduler.as(owner, async () => {
        for (let each = 0; each < 3; each += 1) await world.pause(10);
        done.push(owner);
      });
    void live('ann');
    void live('bob');
    world.after(() => scheduler.drop('ann'), 15);
    await scheduler.runUntil(NOTHING);
    expect(done).toEqual(['bob']);
  });

  it('fires no timer that was cancelled, and repeats one until it is', async () => {
    const { scheduler, world } = open(1);
    const fired: number[] = [];
    world.cancel(world.after(() => void fired.push(-1), 5));
    const every = world.every(() => {
      fired.push(world.elapsedMs());
      if (fired.length === 3) world.cancel(every);
    }, 10);
    await scheduler.runUntil(NOTHING);
    expect(fired).toEqual([10, 20, 30]);
  });

  it('ends a pause by its signal, and a signal by its time', async () => {
    const { scheduler, world } = open(1);
    const ends: string[] = [];
    const paused = world.pause(1_000, { signal: world.abortAfter(30) }).catch((error: unknown) => {
      ends.push(`${error instanceof Error ? error.name : ''} ${world.elapsedMs()}`);
    });
    await scheduler.runUntil(NOTHING);
    await paused;
    expect(ends).toEqual(['AbortError 30']);
  });

  it('gives the same unguessable bytes to the same seed', () => {
    const idsOf = (seed: number) => {
      const { world } = open(seed);
      return [world.uuid(), world.bytes(40).toString('hex'), world.chance()];
    };
    expect(idsOf(3)).toEqual(idsOf(3));
    expect(idsOf(3)).not.toEqual(idsOf(4));
    expect(idsOf(3)[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });
});
