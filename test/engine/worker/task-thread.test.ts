import { expect, test } from 'vitest';
import { TaskThread } from '../../../src/engine/worker/task-thread.ts';

const CODE = `
  import { parentPort, workerData } from 'node:worker_threads';
  parentPort.on('message', (task) => {
    if (task === null) return parentPort.close();
    if (task === 'throw') throw new Error('No.');
    parentPort.postMessage(workerData + task);
  });
  parentPort.postMessage(null);`;

const threadOf = (options: { readonly restartMs?: number; readonly idleMs?: number } = {}) =>
  new TaskThread<string, string>(new URL(`data:text/javascript,${encodeURIComponent(CODE)}`), {
    name: 'test',
    memory: { maxOldGenerationSizeMb: 32 },
    data: 'did ',
    ...options,
  });

test('a thread does tasks in their order, and finishes the tasks that came before it was closed', async () => {
  const thread = threadOf();
  const done = Promise.all([thread.run('one'), thread.run('two'), thread.run('three')]);
  await thread.close();
  expect(await done).toEqual(['did one', 'did two', 'did three']);
  expect(thread.worker).toBeNull();
});

test('if a thread fails, its task and the tasks behind it are rejected, and the next task starts another thread', async () => {
  const thread = threadOf();
  // Its result is awaited, because Node may deliver the failure of a thread before the last message of that thread.
  expect(await thread.run('one')).toBe('did one');
  const lost = await Promise.allSettled([thread.run('throw'), thread.run('three')]);
  expect(lost.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await thread.run('four')).toBe('did four');
  await thread.stop();
});

test('no thread is started for a while after one has failed', async () => {
  const thread = threadOf({ restartMs: 3_600_000 });
  await expect(thread.run('throw')).rejects.toThrow('No.');
  await expect(thread.run('one')).rejects.toThrow('No thread test runs.');
});

test('a thread says when it is ready, and rejects what waits for it when it is stopped', async () => {
  const thread = threadOf();
  expect(thread.isReady).toBe(false);
  await thread.whenReady();
  expect(thread.isReady).toBe(true);
  const stopped = thread.run('one');
  await Promise.all([expect(stopped).rejects.toThrow('The end.'), thread.stop(new Error('The end.'))]);
  expect(thread.isReady).toBe(false);
});

test('an idle thread ends, and the next task starts another one', async () => {
  const thread = threadOf({ idleMs: 1 });
  expect(await thread.run('one')).toBe('did one');
  await expect.poll(() => thread.worker).toBeNull();
  expect(await thread.run('two')).toBe('did two');
  await thread.stop();
});
