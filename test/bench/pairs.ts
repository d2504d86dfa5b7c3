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
import { customerBody, kycBody, pdf, SECRET_KEY, settlementBody, uploadForm } from '../support/gateway.ts';
import { type PostgresServer, startPostgres } from '../support/postgres/server.ts';
import { type Asked, bytesOf, type Cost, costOf, openSockets, shuffled } from './asking.ts';
import { serverWorked } from './servicing/server-worked.ts';

/**
 * Two versions of the gateway in pairs: `node test/bench/pairs.ts --before <folder>`, optionally with `--after` (this
 * project), `--database sqlite,postgres`, `--rows get,list,gql_one,gql_list,gql_list_total,create,create_key,settle`,
 * `--starts 3`, `--rounds 30`, `--requests 500` and `--warm 6000`. `settle` requests funding under `auto`, so it shows
 * what a decision and its facts cost. Each folder is a project with its packages and its bundle. Both versions run at
 * once and are asked in turns, in an order that chance gives each round, so that other work of the machine meets both.
 * For each row it prints the median over all pairs of the quotient after / before: processor time of all threads with
 * that of the server, of all threads, of the main thread, and the time by the clock. Below 1 is faster.
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
    warm: { type: 'string', default: '6000' },
  },
});
if (values.before === undefined) throw new Error('Name the folder of the other version: --before <folder>.');
const [STARTS, ROUNDS, REQUESTS] = [Number(values.starts), Number(values.rounds), Number(values.requests)];
const FOLDERS = [values.before, values.after] as const;
const ROWS = values.rows.split(',');
const CUSTOMERS = 100;
const WARM_UP_REQUESTS = Number(values.warm);
/** Customers with complete KYC: many, because a decision reads all open offers of its customer, and usual ones have few. */
const COMPLETE_CUSTOMERS = 64;
const READY_PAUSE_MS = 50;
const READY_MS = 60_000;
const NS_PER_US = 1_000;

const FIELDS =
  'id externalCustomerId contactEmail contactName contactPhone contactCountry companyName companyCountry companySector createdAt';

const REQUESTS_OF: Readonly<
  Record<string, (customer: string, complete: readonly string[]) => Asked['request']>
> = {
  get: (customer) => bytesOf(`GET /v1/customers/${customer}`),
  list: () => bytesOf('GET /v1/customers?limit=20'),
  gql_one: (id) => graphql(`query ($id: ID!) { customer(id: $id) { ${FIELDS} } }`, { id }),
  gql_list: () => graphql(`{ customers(first: 20) { nodes { ${FIELDS} } } }`),
  gql_list_total: () => graphql(`{ customers(first: 20) { totalCount nodes { ${FIELDS} } } }`),
  create: () => bytesOf('POST /v1/customers', customerBody()),
  create_key: () => () =>
    bytesOf('POST /v1/customers', customerBody(), { headers: [`Idempotency-Key: ${randomUUID()}`] }),
  settle: (_customer, complete) => {
    const requests = complete.map((id) => bytesOf('POST /v1/instant-settlements', settlementBody(id)));
    let at = 0;
    return () => requests[at++ % requests.length] ?? unknown('settle');
  },
};

const graphql = (query: string, variables: object = {}): Buffer =>
  bytesOf('POST /graphql', { query, variables });

/** A version that runs: its requests for each row. */
interface Version extends AsyncDisposable {
  readonly rows: ReadonlyMap<string, Pick<Asked, 'child' | 'request'>>;
  readonly url: string;
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
  const complete: string[] = [];
  while (ROWS.includes('settle') && complete.length < COMPLETE_CUSTOMERS)
    complete.push(await completeCustomer(gateway));
  const requests = ROWS.map((row) => [row, REQUESTS_OF[row]?.(customer, complete) ?? unknown(row)] as const);
  return {
    rows: new Map(requests.map(([row, request]) => [row, { child, request }])),
    url: gateway.url,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await once(child, 'exit');
      data[Symbol.dispose]();
    },
  };
}

async function completeCustomer(gateway: RestClient): Promise<string> {
  const { json } = await gateway.rest('POST', '/v1/customers', { body: customerBody() });
  const id: string = json.customer_id;
  await gateway.rest('PUT', `/v1/kyc/hk/${id}`, { body: kycBody() });
  const documents = await gateway.rest('GET', `/v1/kyc/documents/${id}`);
  for (const type of Object.keys(documents.json))
    await gateway.rest('POST', `/v1/kyc/documents/${id}`, { body: uploadForm(type, [pdf()]) });
  return id;
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

type Found = Map<string, (readonly [Took, Took])[]>;

/** What a request took of a version, and of the server that both share; of the server 0 without one. */
interface Took extends Cost {
  readonly server: number;
}

/** On new connections: a gateway closes those that are idle while the other version has its turn. */
async function took(
  { rows, url }: Version,
  row: string,
  { server, requests = REQUESTS }: { readonly server: PostgresServer | null; readonly requests?: number },
): Promise<Took> {
  const sockets = await openSockets(url);
  const before = serverWorked(server);
  const cost = await costOf({ ...(rows.get(row) ?? unknown(row)), sockets }, requests);
  for (const socket of sockets) socket.destroy();
  return { ...cost, server: (serverWorked(server) - before) / requests };
}

/** One start of both versions: for each row the pairs of costs, before and after. */
async function pairsOf(both: readonly [Version, Version], server: PostgresServer | null, found: Found) {
  for (const row of ROWS)
    for (const version of both) await took(version, row, { server, requests: WARM_UP_REQUESTS });
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const row of shuffled(ROWS)) {
      const costs = new Map<Version, Took>();
      for (const version of shuffled(both)) costs.set(version, await took(version, row, { server }));
      const [first, second] = both.map((version) => costs.get(version));
      if (first && second) found.set(row, [...(found.get(row) ?? []), [first, second]]);
    }
  }
}

const quantile = (all: readonly number[], at: number): number =>
  all.toSorted((a, b) => a - b)[Math.floor(all.length * at)] ?? NaN;

function print(database: string, row: string, pairs: readonly (readonly [Took, Took])[]): void {
  const part = (read: (cost: Took) => number) => {
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
  const whole = part((cost) => cost.all + cost.server);
  console.log(
    `${database}, ${row}: with the server ${whole}, all threads ${all}, main ${part((cost) => cost.main)}, clock ${part((cost) => cost.clock)}`,
  );
}

async function measureOn(
  database: string,
  server: PostgresServer | null,
  placeOf: (name: string) => Promise<string | null>,
): Promise<void> {
  const found: Found = new Map();
  for (let start = 0; start < STARTS; start += 1) {
    await using before = await openVersion(FOLDERS[0], await placeOf(`before${start}`));
    await using after = await openVersion(FOLDERS[1], await placeOf(`after${start}`));
    await pairsOf([before, after], server, found);
  }
  for (const [row, pairs] of found) print(database, row, pairs);
}

const databases = values.database.split(',');
if (databases.includes('sqlite')) await measureOn('SQLite', null, async () => null);
if (databases.includes('postgres')) {
  await using server = await startPostgres({ fsync: 'on', full_page_writes: 'on' });
  await measureOn('PostgreSQL', server, (name) => server.create(name));
}
