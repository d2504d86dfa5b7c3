import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { dataFolder, startGateway } from '../support/gateway-process.ts';
import { customerBody, SECRET_KEY } from '../support/gateway.ts';
import { startPostgres } from '../support/postgres/server.ts';
import { bytesOf, costOf, openSockets, worked } from './asking.ts';

/**
 * How much more two processes of one start can serve than one: `node test/bench/processes.ts`, optionally with
 * `--rounds 10` and `--requests 2000`. GraphQL pages of 20 with their total, on PostgreSQL, 32 connections. On a machine
 * with two cores the client and the database take a good part of them, so the rate says little. Measured is what a page
 * takes of the processor in all processes, and how much of it the busiest one does. The busiest is full first: so
 * with a core for each process, `PROCESSES=2` serves (time of a page with one) / (time of a page with two x share of the
 * busiest) times as much.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '10' },
    requests: { type: 'string', default: '2000' },
  },
});
const [ROUNDS, REQUESTS] = [Number(values.rounds), Number(values.requests)];
const CUSTOMERS = 50;
const WARM_UP_REQUESTS = 10_000;
const SETTLE_MS = 200;
const STARTED_MS = 10_000;
const NS_PER_US = 1_000;
const PAGE = bytesOf('POST /graphql', {
  query: '{ customers(first: 20) { totalCount nodes { id externalCustomerId companyName createdAt } } }',
});

const childrenOf = (pid: number): readonly number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

/** For each round: what a page took, and the share of the busiest process. */
async function measure(count: number, database: string) {
  using folder = dataFolder();
  const settings = { DATABASE_URL: database, SECRET_KEY, LOG_LEVEL: 'warn', PROCESSES: String(count) };
  await using gateway = await startGateway(folder.path, settings);
  for (let made = 0; made < CUSTOMERS; made += 1)
    await gateway.rest('POST', '/v1/customers', { body: customerBody() });
  await setTimeout(STARTED_MS);
  const { child } = gateway;
  const pids = [child.pid ?? 0, ...childrenOf(child.pid ?? 0)];
  const now = () => pids.map((pid) => worked({ child: { pid } }).all);
  const sockets = await openSockets(gateway.url);
  const asked = { child, sockets, request: PAGE };
  await costOf(asked, WARM_UP_REQUESTS);
  const rounds: { readonly us: number; readonly share: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await setTimeout(SETTLE_MS);
    const before = now();
    await costOf(asked, REQUESTS);
    await setTimeout(SETTLE_MS);
    const spent = now().map((ns, at) => ns - (before[at] ?? 0));
    const all = spent.reduce((sum, ns) => sum + ns, 0);
    rounds.push({ us: all / REQUESTS / NS_PER_US, share: Math.max(...spent) / all });
  }
  for (const socket of sockets) socket.destroy();
  await gateway.stop();
  return rounds;
}

const median = (all: readonly number[]): number =>
  all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? NaN;

await using server = await startPostgres({ fsync: 'on', full_page_writes: 'on' });
const [one, two] = [
  await measure(1, await server.create('one')),
  await measure(2, await server.create('two')),
];
const [us1, us2] = [one, two].map((rounds) => median(rounds.map(({ us }) => us)));
const least = [one, two].map((rounds) => Math.min(...rounds.map(({ us }) => us)));
const share = median(two.map((round) => round.share));
const shown = (us: number | undefined) => (us ?? NaN).toFixed(0);
console.log(
  `A page takes ${shown(us1)} µs with one process, ${shown(us2)} with two (medians); least ${least.map(shown).join(' and ')}.`,
);
console.log(`The busier of two does ${(100 * share).toFixed(1)} % of the work.`);
console.log(`So two serve ${((us1 ?? NaN) / ((us2 ?? NaN) * share)).toFixed(2)} times the pages of one.`);
