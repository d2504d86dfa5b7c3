import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { customerBody } from '../support/gateway.ts';
import {
  dataFolder,
  environmentOf,
  FIRST_KEY,
  type GatewayProcess,
  startGateway,
} from '../support/gateway-process.ts';
import { startPostgres } from '../support/postgres/server.ts';
import { sendingMeanwhile } from '../support/measured/sender.ts';

/**
 * How long other partners wait while one sends very many requests: `node test/bench/fairness.ts`, optionally with
 * `--seconds 5`, `--rounds 3` and `--database sqlite` or `postgres` (both). Needs wrk. While wrk creates, floods, or a
 * thread sends wrong keys, partner B gets a customer and asks /healthz, every 5 ms each; printed are medians over the
 * rounds, in each of which everything is measured once. "At rest" nothing else asks the gateway, but the machine has
 * its other work. B begins when what A had saved up for a burst is used. wrk takes much of a core, so each flood is
 * also sent to a server beside, which refuses at the same pace: what B waits longer then is due to the machine. At the
 * end three processes share one key.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
    database: { type: 'string', default: 'sqlite,postgres' },
  },
});
const [SECONDS, ROUNDS] = [Number(values.seconds), Number(values.rounds)];
const PAUSE_MS = 5;
const SETTLE_MS = 500;
const CLI = new URL('../../src/cli.ts', import.meta.url).pathname;
const REFUSING = new URL('./refusing-server.ts', import.meta.url);
/** From the start of a process until it counts the others, and no longer those that were killed before it. */
const BEATS_MS = 22_000;
const PROCESSES = 3;
const RATE = 500;
/** By then the requests that were saved up for a burst are used. */
const BURST_MS = 3_000;
/** Few enough that the clients, too, keep up on two cores. */
const SHARED_RATE = 150;

interface Subject {
  readonly gateway: GatewayProcess;
  readonly folder: string;
  readonly otherKey: string;
  readonly path: string;
}

/** Does something for so many seconds. */
type Load = (subject: Subject, seconds: number) => Promise<unknown>;

async function wrk(url: string, options: readonly string[], seconds: number): Promise<void> {
  const child = spawn('wrk', ['-t1', `-d${seconds}s`, ...options, url], { stdio: 'ignore' });
  await once(child, 'close');
}

const creating =
  (connections: number): Load =>
  async ({ gateway, folder }, seconds) => {
    const script = join(folder, 'create.lua');
    const headers = `wrk.headers["Authorization"]="Bearer ${FIRST_KEY}"; wrk.headers["Content-Type"]="application/json"`;
    writeFileSync(script, `wrk.method="POST"; wrk.body=[[${JSON.stringify(customerBody())}]]; ${headers}`);
    await wrk(`${gateway.url}/v1/customers`, [`-c${connections}`, '-s', script], seconds);
  };

const floodOf = (url: string, connections: number, seconds: number) =>
  wrk(`${url}/v1/customers/any`, [`-c${connections}`, '-H', `Authorization: Bearer ${FIRST_KEY}`], seconds);

const flooding =
  (connections: number): Load =>
  ({ gateway }, seconds) =>
    floodOf(gateway.url, connections, seconds);

const floodingBeside =
  (connections: number): Load =>
  async (_, seconds) => {
    const beside = new Worker(REFUSING, { workerData: RATE });
    const [url] = await once(beside, 'message');
    await floodOf(url, connections, seconds);
    await beside.terminate();
  };

const guessing =
  (from: string | null): Load =>
  async ({ gateway }, seconds) => {
    const line = 'POST /v1/customers';
    const sending = { url: gateway.url, line, perSecond: 1_000, atOnce: 0, wrongKeys: true, from };
    await sendingMeanwhile(sending, () => setTimeout(seconds * 1_000));
  };

const resting: Load = (_, seconds) => setTimeout(seconds * 1_000);

/** The requests of B, and the load meanwhile; the second half with the default limits of a gateway. */
const UNLIMITED: readonly (readonly [string, Load])[] = [
  ['at rest', resting],
  ['64 connections create', creating(64)],
  ['128 connections create', creating(128)],
];
const LIMITED: readonly (readonly [string, Load])[] = [
  ['at rest', resting],
  ['64 connections beyond the rate of their key', flooding(64)],
  ['the same 64 beside', floodingBeside(64)],
  ['256 connections beyond the rate of their key', flooding(256)],
  ['the same 256 beside', floodingBeside(256)],
  ['1,000 wrong keys a second, one address', guessing('192.0.2.1')],
  ['1,000 wrong keys a second, many addresses', guessing(null)],
];

const agent = new Agent({ keepAlive: true });

/** How long the requests of B for a path took, until the load is over. */
async function waitsFor({ gateway, otherKey }: Subject, path: string, over: AbortSignal) {
  const waits: number[] = [];
  while (!over.aborted) {
    const began = performance.now();
    const headers = { authorization: `Bearer ${otherKey}` };
    const [response] = await once(request(`${gateway.url}${path}`, { agent, headers }).end(), 'response');
    await once(response.resume(), 'end');
    if (response.statusCode !== 200) throw new Error(`${path} was answered ${response.statusCode}.`);
    waits.push(performance.now() - began);
    await setTimeout(PAUSE_MS);
  }
  return waits;
}

const quantile = (all: readonly number[], at: number): number =>
  all.toSorted((a, b) => a - b)[Math.floor(all.length * at)] ?? NaN;

async function measure(subject: Subject, load: Load): Promise<readonly number[]> {
  const over = new AbortController();
  const paths = [subject.path, '/healthz'];
  const loaded = load(subject, BURST_MS / 1_000 + SECONDS);
  await setTimeout(BURST_MS);
  const asking = paths.map((path) => waitsFor(subject, path, over.signal));
  await loaded;
  over.abort();
  const waits = await Promise.all(asking);
  await setTimeout(SETTLE_MS);
  return waits.flatMap((each) => [quantile(each, 0.5), quantile(each, 0.99)]);
}

/** Medians over the rounds, each of which does everything once. */
async function compare(database: string, subject: Subject, loads: readonly (readonly [string, Load])[]) {
  const found = new Map<string, (readonly number[])[]>();
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [what, load] of loads)
      found.set(what, [...(found.get(what) ?? []), await measure(subject, load)]);
  }
  for (const [what, rounds] of found) {
    const [p50, p99, healthP50, healthP99] = [0, 1, 2, 3].map((at) =>
      quantile(
        rounds.map((each) => each[at] ?? NaN),
        0.5,
      ).toFixed(1),
    );
    console.log(
      `${database}, ${what}: get ${p50} and ${p99} ms, /healthz ${healthP50} and ${healthP99} ms (p50, p99)`,
    );
  }
}

/** One gateway process, and a partner B with a customer. */
async function open(folder: string, settings: NodeJS.ProcessEnv): Promise<Subject> {
  const gateway = await startGateway(folder, settings);
  const env = environmentOf(folder, settings);
  const made = execFileSync(process.execPath, [CLI, 'partner', 'create', 'B', '--json'], { env });
  const otherKey: string = JSON.parse(String(made)).api_key;
  const created = await gateway.rest('POST', '/v1/customers', { key: otherKey, body: customerBody() });
  return { gateway, folder, otherKey, path: `/v1/customers/${created.json.customer_id}` };
}

/** How much of its rate one key gets that several processes share, as a part of what it may have. */
async function shareOf(folder: string, settings: NodeJS.ProcessEnv): Promise<number> {
  const limited = { ...settings, RATE_LIMIT: String(SHARED_RATE) };
  const gateways = await Promise.all(Array.from({ length: PROCESSES }, () => startGateway(folder, limited)));
  try {
    await setTimeout(BEATS_MS);
    const began = performance.now() + BURST_MS;
    let taken = 0;
    const take = async ({ url }: GatewayProcess) => {
      while (performance.now() - began < SECONDS * 1_000) {
        const headers = { authorization: `Bearer ${FIRST_KEY}` };
        const [response] = await once(
          request(`${url}/v1/customers/any`, { agent, headers }).end(),
          'response',
        );
        await once(response.resume(), 'end');
        if (response.statusCode !== 404) await setTimeout(PAUSE_MS);
        else if (performance.now() > began) taken += 1;
      }
    };
    await Promise.all(gateways.flatMap((gateway) => Array.from({ length: 8 }, () => take(gateway))));
    return taken / (SHARED_RATE * ((performance.now() - began) / 1_000));
  } finally {
    for (const gateway of gateways) await gateway[Symbol.asyncDispose]();
  }
}

async function measureOn(database: string, url: string | undefined): Promise<void> {
  using folder = dataFolder();
  const settings = url === undefined ? {} : { DATABASE_URL: url };
  for (const [rate, loads] of [
    ['off', UNLIMITED],
    [String(RATE), LIMITED],
  ] as const) {
    const subject = await open(folder.path, { ...settings, RATE_LIMIT: rate, TRUST_PROXY: '1' });
    try {
      await compare(database, subject, loads);
    } finally {
      await subject.gateway[Symbol.asyncDispose]();
    }
  }
  const share = await shareOf(folder.path, settings);
  console.log(`${database}, ${PROCESSES} processes and one key: ${(100 * share).toFixed(1)} % of its rate`);
}

const databases = values.database.split(',');
if (databases.includes('sqlite')) await measureOn('SQLite', undefined);
if (databases.includes('postgres')) {
  await using server = await startPostgres({ fsync: 'on', full_page_writes: 'on' });
  await measureOn('PostgreSQL', await server.create('bench'));
}
agent.destroy();
