import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

const THREAD = new URL('./sender-thread.ts', import.meta.url);

/** The input of a thread that sends at a rate. */
export interface Sending {
  readonly url: string;
  /** The method and the path. */
  readonly line: string;
  readonly perSecond: number;
  /** These come first, all at once. */
  readonly atOnce: number;
  /** Each request has another unknown key, or no request has a key. */
  readonly wrongKeys: boolean;
  /** All requests come from here, or each from the next address. */
  readonly from: string | null;
}

type Statuses = Readonly<Record<number, number>>;

/** Has a thread of its own send until `during` is over; how often each status came. */
export async function sendingMeanwhile<Result>(workerData: Sending, during: () => Promise<Result>) {
  const thread = new Worker(THREAD, { workerData });
  await once(thread, 'message');
  const ended = once(thread, 'message');
  const result = await during();
  thread.postMessage('stop');
  const [statuses]: Statuses[] = await ended;
  await thread.terminate();
  return { result, statuses: statuses ?? {} };
}
