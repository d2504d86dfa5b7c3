import { createServer } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import { RefusalPace, WaitingRefusals } from '../../src/pipeline/limits/refusal-pace.ts';
import { TokenBucket } from '../../src/pipeline/limits/token-bucket.ts';

/**
 * A server that does nothing but refuse, at the pace of a gateway. What a quiet partner of a gateway waits longer while
 * this server is flooded is due to the machine: the tool that floods takes a core.
 */
const perSecond: number = workerData;
const bucket = new TokenBucket(performance.now());
const pace = new RefusalPace(new WaitingRefusals());

const server = createServer((_, response) => {
  bucket.fill(perSecond, performance.now());
  const isOver = bucket.secondsUntil(1, perSecond) > 0;
  if (!isOver) bucket.take(1);
  const answer = (): void => void response.writeHead(isOver ? 429 : 404).end();
  const turn = isOver ? pace.next() : null;
  if (turn === null) answer();
  else void turn.then(answer);
}).listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object') parentPort?.postMessage(`http://127.0.0.1:${address?.port}`);
});
