import { setImmediate } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { fairShare } from '../../../src/engine/turns/fair-share.ts';

function openDoor({ places = 10, waitMs = 60_000 } = {}) {
  const door = fairShare({ permits: places, waitMs, refuse: () => new Error('full') });
  /** Owners that hold a permit, in the order in which they got it. */
  const inside: { owner: string; leave: () => void }[] = [];
  /** Waits until a permit is granted, or rejects when the wait takes too long. */
  const enter = async (owner: string, kind: 'read' | 'change' = 'change') => {
    const leave = await door.acquire(owner, kind);
    inside.push({ owner: `${owner} ${kind}`, leave });
  };
  return {
    inside,
    enter,
    /** Asks for a permit without waiting; a test may end before the wait does. */
    ask(owner: string, kind: 'read' | 'change' = 'change') {
      enter(owner, kind).catch(() => undefined);
    },
    held: (owner: string) => inside.filter((each) => each.owner.startsWith(owner)).length,
    async leave(owner: string) {
      const [gone] = inside.splice(
        inside.findIndex((each) => each.owner.startsWith(owner)),
        1,
      );
      gone?.leave();
      await setImmediate();
    },
  };
}

test('an owner that is alone gets all permits but one, and the next owner gets that one at once', async () => {
  const door = openDoor();
  for (let turn = 0; turn < 64; turn += 1) door.ask('A');
  await setImmediate();
  expect(door.held('A')).toBe(9);
  await door.enter('B', 'read');
  expect([door.held('A'), door.held('B')]).toEqual([9, 1]);
  await door.leave('B');
  expect([door.held('A'), door.held('B')]).toEqual([9, 0]);
});

test('no owner holds more than 60 % while others wait', async () => {
  const door = openDoor();
  for (let turn = 0; turn < 64; turn += 1) door.ask('A');
  for (let turn = 0; turn < 64; turn += 1) door.ask('B');
  await setImmediate();
  expect([door.held('A'), door.held('B')]).toEqual([9, 1]);
  for (let turn = 0; turn < 5; turn += 1) await door.leave('A');
  expect([door.held('A'), door.held('B')]).toEqual([5, 5]);
  for (let turn = 0; turn < 30; turn += 1) {
    await door.leave(turn % 2 === 0 ? 'B' : 'A');
    expect(Math.max(door.held('A'), door.held('B'))).toBeLessThanOrEqual(6);
  }
});

test('an owner with one request waits for one of each other owner', async () => {
  const door = openDoor({ places: 2 });
  for (const owner of ['A', 'B', 'A', 'A', 'A', 'B', 'B', 'C']) door.ask(owner);
  await setImmediate();
  const order = door.inside.map(({ owner }) => owner[0]);
  while (door.inside.length > 0) {
    const before = door.inside.length;
    await door.leave('');
    order.push(...door.inside.slice(before - 1).map(({ owner }) => owner[0]));
  }
  expect(order).toHaveLength(8);
  expect(order.slice(0, 5)).toContain('C');
});

test('the reads of one owner take turns with its changes', async () => {
  const door = openDoor({ places: 2 });
  for (let turn = 0; turn < 20; turn += 1) door.ask('A', 'change');
  await setImmediate();
  door.ask('A', 'read');
  await door.leave('A');
  await door.leave('A');
  expect(door.inside.map(({ owner }) => owner)).toEqual(['A read']);
});

test('a wait that is too long ends, and no permit is lost by it', async () => {
  const door = openDoor({ places: 1, waitMs: 20 });
  await door.enter('A');
  await expect(door.enter('B')).rejects.toThrow('full');
  await door.leave('A');
  await door.enter('C');
  expect(door.inside.map(({ owner }) => owner)).toEqual(['C change']);
});

test('a change may wait longer than a read, and not for ever', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const door = fairShare({ permits: 1, waitMs: 4, changeWaitMs: 10, refuse: () => new Error('full') });
    await door.acquire('A', 'change');
    const ended: string[] = [];
    const ask = (kind: 'read' | 'change') =>
      door.acquire('B', kind).catch(({ message }: Error) => ended.push(`${kind} ${message}`));
    const [change, read] = [ask('change'), ask('read')];
    await vi.advanceTimersByTimeAsync(9);
    await read;
    expect(ended).toEqual(['read full']);
    await vi.advanceTimersByTimeAsync(1);
    await change;
    expect(ended).toEqual(['read full', 'change full']);
  } finally {
    vi.useRealTimers();
  }
});

test('the longest wait is measured, and is 0 when no request waits', async () => {
  const door = fairShare({ permits: 1, waitMs: 60_000, refuse: () => new Error('full') });
  const leave = await door.acquire('A', 'read');
  expect(door.longestWaitMs()).toBe(0);
  const waiting = door.acquire('B', 'read');
  await expect.poll(() => door.longestWaitMs()).toBeGreaterThan(5);
  const before = door.longestWaitMs();
  const later = door.acquire('C', 'change');
  expect(door.longestWaitMs()).toBeGreaterThanOrEqual(before);
  leave();
  (await waiting)();
  (await later)();
  expect(door.longestWaitMs()).toBe(0);
});
