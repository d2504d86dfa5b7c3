import { parentPort } from 'node:worker_threads';
import { makeGraphiql } from './make.ts';

/*
 * A thread that makes the files of GraphiQL and ends. It takes a second; here no request waits for it, and the memory that
 * it took goes with the thread.
 */

const made = await makeGraphiql();
// They are passed on, not copied.
const buffers = made.files.flatMap(({ asset: { body, gzip } }) => [
  body.buffer,
  ...(gzip ? [gzip.buffer] : []),
]);
parentPort?.postMessage(made, buffers);
