import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { postgresInsertGroups } from '../../../src/engine/postgres/connections/postgres-groups.ts';

// No group takes long here, however slow the machine is.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** Groups over a server that answers when the test says so; `order` has what was sent and which changes were answered. */
function heldGroups() {
  const order: string[] = [];
  const onServer: PromiseWithResolvers<void>[] = [];
  const send = async () => {
    const answer = Promise.withResolvers<void>();
    order.push(`group ${onServer.push(answer)}`);
    await answer.promise;
  };
  const groups = postgresInsertGroups(send, { copies: true });
  const change = async (name: string) => {
    await groups.commit('owner', [], async () => {});
    order.push(name);
  };
  return {
    order,
    changes: (...names: readonly string[]) => Promise.all(names.map(change)),
    answer: (group: number) => onServer[group - 1]?.resolve(),
  };
}

/** Lets the event loop do all that it can do without the server and without the time. */
async function someTurns(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await setImmediate();
}

test('the server has the next group before the changes of the one before are answered', async () => {
  const { order, changes, answer } = heldGroups();
  const first = changes('one', 'two', 'three');
  await someTurns();
  expect(order).toEqual(['group 1']);
  const second = changes('four', 'five');
  answer(1);
  await first;
  expect(order).toEqual(['group 1', 'group 2', 'one', 'two', 'three']);
  answer(2);
  await second;
  expect(order).toEqual(['group 1', 'group 2', 'one', 'two', 'three', 'four', 'five']);
});

test('another group begins beside the one under way when as many changes wait, and not before', async () => {
  const { order, changes, answer } = heldGroups();
  const first = changes('one', 'two', 'three');
  await someTurns();
  const second = changes('four', 'five');
  await someTurns();
  expect(order).toEqual(['group 1']);
  const third = changes('six');
  await someTurns();
  expect(order).toEqual(['group 1', 'group 2']);
  answer(2);
  await Promise.all([second, third]);
  expect(order).toEqual(['group 1', 'group 2', 'four', 'five', 'six']);
  answer(1);
  await first;
});

test('fewer changes wait for a group under way also when the one beside it is done', async () => {
  const { order, changes, answer } = heldGroups();
  const first = changes('one', 'two', 'three');
  await someTurns();
  const second = changes('four', 'five', 'six');
  await someTurns();
  const rest = changes('seven', 'eight');
  answer(1);
  await first;
  await someTurns();
  expect(order).toEqual(['group 1', 'group 2', 'one', 'two', 'three']);
  answer(2);
  await second;
  expect(order.slice(5)).toEqual(['group 3', 'four', 'five', 'six']);
  answer(3);
  await rest;
});
