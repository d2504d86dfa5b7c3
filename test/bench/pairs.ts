import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { freePort } from '../support/free-port.ts';
import {
  dataFolder,
  environmentOf,
  FIRST_KEY,
  type RestClient,
  restClient,
} from '../support/gateway-process.ts';
import { customerBody, SECRET_KEY } from '../support/gateway.ts';
import { startPostgres } from '../support/postgres/server.ts';
import { type Asked, bytesOf, type Cost, costOf, openSockets, shuffled } from './asking.ts';

/**
 * Two versions of the gateway in pairs: `node test/bench/pairs.ts --before <folder>`, optionally with `--after` (this
 * project), `--database sqlite,postgres`, `--rows get,list,gql_one,gql_list,gql_list_total,create,create_key`,
 * `--starts 3`, `--rounds 30` and `--requests 500`. Each folder is a project with its packages and its bundle. Both versions run at
 * once and are asked in turns, in an order that chance gives each round, so that other work of the machine meets both.
 * For each row it prints the median over all pairs of the quotient after / before: processor time of the main thread,
 * of all threads, and the time by the clock. Below 1 is faster.
 */
const { values } = parseArgs({
  options: {
    before: { type: 'string' },
    after: { type: 'string', default: resolve(import.meta.dirname, '../..') },
    database: { type: 'string', default: 'sqlite,postgres' },
    rows: { type: 'string', default: 'get,list,gql_one,gql_list,gql_list_total,create' },
    starts: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '30' },
    requests: { type: 'string', default: '500' },
  },
});
if (values.before === undefined) throw new Error('Name the folder of the other version: --before <folder>.');
const [STARTS, ROUNDS, REQUESTS] = [Number(values.starts), Number(values.rounds), Number(values.requests)];
const FOLDERS = [values.before, values.after] as const;
const ROWS = values.rows.split(',');
const CUSTOMERS = 100;
const WARM_UP_REQUESTS = 6_000;
const READY_PAUSE_MS = 50;
const READY_MS = 60_000;
const NS_PER_US = 1_000;

const FIELDS =
  'id externalCustomerId contactEmail contactName contactPhone contactCountry companyName companyCountry companySector createdAt';

const REQUESTS_OF: Readonly<Record<string, (customer: string) => Asked['request']>> = {
  get: (customer) => bytesOf(`GET /v1/customers/${customer}`),
  list: () => bytesOf('GET /v1/customers?limit=20'),
  gql_one: (id) => graphql(`query ($id: ID!) { customer(id: $id) { ${FIELDS} } }`, { id }),
  gql_list: () => graphql(`{ customers(first: 20) { nodes { ${FIELDS} } } }`),
  gql_list_total: () => graphql(`{ customers(first: 20) { totalCount nodes { ${FIELDS} } } }`),
  create: () => bytesOf('POST /v1/customers', customerBody()),
  create_key: () => () =>
    bytesOf('POST /v1/customers', customerBody(), { headers: [`Idempotency-Key: ${randomUUID()}`] }),
};

const graphql = (query: string, variables: object = {}): Buffer =>
  bytesOf('POST /graphql', { query, variables });

/** A version that runs: its requests for each row. */
interface Version extends AsyncDisposable {
  readonly rows: ReadonlyMap<string, Asked>;
}

/** As `npm start` of the folder does it, without npm. */
function spawnVersion(folder: string, env: NodeJS.ProcessEnv) {
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const args = String(scripts.start)
    .replace(/^exec node /, '')
    .split(' ');
  return spawn(process.execPath, args, { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] });
}

async function openVersion(folder: string, database: string | null): Promise<Version> {
  const data = dataFolder();
  const port = String(await freePort());
  const settings = {
    NODE_ENV: 'production',
    LOG_LEVEL: 'warn',
    BOOTSTRAP_API_KEY: FIRST_KEY,
    SECRET_KEY,
    PORT: port,
  };
  const place = database === null ? {} : { DATABASE_URL: database };
  const child = spawnVersion(folder, environmentOf(data.path, { ...settings, ...place }));
  const gateway = restClient(`http://127.0.0.1:${port}`);
  await ready(gateway, Date.now() + READY_MS);
  let customer = '';
  for (let at = 0; at < CUSTOMERS; at += 1) {
    const created = await gateway.rest('POST', '/v1/customers', { body: customerBody() });
    customer = created.json.customer_id;
  }
  const sockets = await openSockets(gateway.url);
  const requests = ROWS.map((row) => [row, REQUESTS_OF[row]?.(customer) ?? unknown(row)] as const);
  return {
    rows: new Map(requests.map(([row, request]) => [row, { child, request, sockets }])),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      child.kill('SIGKILL');
      await once(child, 'exit');
      data[Symbol.dispose]();
    },
  };
}

function unknown(row: string): never {
  throw new Error(`There is no row "${row}"; rows are ${Object.keys(REQUESTS_OF).join(', ')}.`);
}

async function ready(gateway: RestClient, until: number): Promise<void> {
  const status = await gateway.fetch('GET', '/readyz').then(
    (answer) => answer.status,
    () => 0,
  );
  if (status === 200) return;
  if (Date.now() > until) throw new Error(`${gateway.url} is not ready.`);
  await setTimeout(READY_PAUSE_MS);
  await ready(gateway, until);
}

const asked = (version: Version, row: string): Asked => version.rows.get(row) ?? unknown(row);

/** One start of both versions: for each row the pairs of costs, before and after. */
async function pairsOf(before: Version, after: Version, found: Map<string, (readonly [Cost, Cost])[]>) {
  const both = [before, after];
  for (const row of ROWS) for (const version of both) await costOf(asked(version, row), WARM_UP_REQUESTS);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const row of shuffled(ROWS)) {
      const costs = new Map<Version, Cost>();
      for (const version of shuffled(both)) costs.set(version, await costOf(asked(version, row), REQUESTS));
      const [first, second] = both.map((version) => costs.get(version));
      if (first && second) found.set(row, [...(found.get(row) ?? []), [first, second]]);
    }
  }
}

const quantile = (all: readonly number[], at: number): number =>
  all.toSorted((a, b) => a - b)[Math.floor(all.length * at)] ?? NaN;

function print(database: string, row: string, pairs: readonly (readonly [Cost, Cost])[]): void {
  const part = (read: (cost: Cost) => number) => {
    const ratios = pairs.map(([before, after]) => read(after) / read(before));
    const us = ([0, 1] as const).map((at) =>
      (
        quantile(
          pairs.map((pair) => read(pair[at])),
          0.1,
        ) / NS_PER_US
      ).toFixed(1),
    );
    const [low, middle, high] = [0.25, 0.5, 0.75].map((at) => quantile(ratios, at).toFixed(3));
    return `${middle} (quartiles ${low} and ${high}; least ${us.join(' and ')} µs)`;
  };
  const all = part((cost) => cost.all);
  console.log(
    `${database}, ${row}: all threads ${all}, main ${part((cost) => cost.main)}, clock ${part((cost) => cost.clock)}`,
  );
}

async function measureOn(database: string, placeOf: (name: string) => Promise<string | null>): Promise<void> {
  const found = new Map<string, (readonly [Cost, Cost])[]>();
  for (let start = 0; start < STARTS; start += 1) {
    await using before = await openVersion(FOLDERS[0], await placeOf(`before${start}`));
    await using after = await openVersion(FOLDERS[1], await placeOf(`after${start}`));
    await pairsOf(before, after, found);
  }
  for (const [row, pairs] of found) print(database, row, pairs);
}

const databases = values.database.split(',');
if (databases.includes('sqlite')) await measureOn('SQLite', async () => null);
if (databases.includes('postgres')) {
  await using server = await startPostgres({ fsync: 'on', full_page_writes: 'on' });
  await measureOn('PostgreSQL', (name) => server.create(name));
}
