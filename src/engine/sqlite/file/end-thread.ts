import type { Worker } from 'node:worker_threads';

/** Lets a thread end when it has done what it was sent, and waits for that. */
export async function endThread(thread: Worker): Promise<void> {
  const { promise: exited, resolve } = Promise.withResolvers<number>();
  thread.once('exit', resolve);
  // Nothing else may keep the process until then.
  thread.ref();
  thread.postMessage(null);
  await exited;
}
