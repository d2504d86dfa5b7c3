import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { freePort } from '../support/free-port.ts';
import { dataFolder, restClient, startGateway } from '../support/gateway-process.ts';
import { customerBody, SECRET_KEY } from '../support/gateway.ts';
import { startPostgres, tell } from '../support/postgres/server.ts';
import { type Asked, bytesOf, type Cost, costOf, openSockets, shuffled } from './asking.ts';

/**
 * The gateway beside what one would take instead, on PostgreSQL with fsync: PostGraphile 5, and NestJS on Fastify with
 * Prisma. `npm run bench -- --contenders`, optionally with `--rounds 20` and `--requests 300`. Their packages have
 * pinned versions in `contenders/package.json`, and are installed into a temporary folder. All run at once and are
 * asked in turns by 32 connections. For each row it prints the median quotient contender / gateway: time by the clock,
 * and processor time of the process without that of the server. Above 1 the gateway is faster. Before that the
 * responses are compared in their content. `test/README.md` says what each contender does not do.
 */
const { values } = parseArgs({
  options: {
    contenders: { type: 'boolean' },
    rounds: { type: 'string', default: '20' },
    requests: { type: 'string', default: '300' },
  },
});
const [ROUNDS, REQUESTS] = [Number(values.rounds), Number(values.requests)];
const CUSTOMERS = 1_000;
const CREATED_AT_ONCE = 20;
const WARM_UP_REQUESTS = 4_000;
const READY_PAUSE_MS = 100;
const READY_TRIES = 600;
const NS_PER_US = 1_000;
const PROGRAMS = join(import.meta.dirname, 'contenders');
const FIELDS =
  'externalCustomerId contactEmail contactName contactPhone contactCountry companyName companyCountry companySector';

interface Row {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: unknown;
}
type Rows = Readonly<Record<string, (customer: string) => Row>>;

const graphql = (query: string, variables: object = {}): Row => ({
  method: 'POST',
  path: '/graphql',
  body: { query, variables },
});
const inCamelCase = (body: object) =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase()),
      value,
    ]),
  );

const REST: Rows = {
  get: (id) => ({ method: 'GET', path: `/v1/customers/${id}` }),
  create: () => ({ method: 'POST', path: '/v1/customers', body: customerBody() }),
};
const ID = 'query ($id: ID!)';
const GATEWAY: Rows = {
  ...REST,
  gql_get: (id) => graphql(`${ID} { customer(id: $id) { id ${FIELDS} createdAt updatedAt } }`, { id }),
  gql_list_total: () =>
    graphql(`{ customers(first: 20) { totalCount nodes { id ${FIELDS} createdAt updatedAt } } }`),
  gql_create: () =>
    graphql(
      `mutation ($input: CreateCustomerInput!) { createCustomer(input: $input) { id ${FIELDS} createdAt updatedAt } }`,
      { input: inCamelCase(customerBody()) },
    ),
};
const NEST: Rows = {
  ...REST,
  gql_list_total: () =>
    graphql(`{ customers(first: 20) { totalCount nodes { customerId ${FIELDS} createdAt updatedAt } } }`),
};
const POSTGRAPHILE: Rows = {
  gql_get: (id) =>
    graphql(
      `query ($id: String!) { customerByCustomerId(customerId: $id) { customerId ${FIELDS} createdAt updatedAt } }`,
      { id },
    ),
  gql_list_total: () =>
    graphql(
      `{ allCustomers(first: 20, condition: { partnerId: "partner-1" }, orderBy: CUSTOMER_ID_DESC) { totalCount nodes { customerId ${FIELDS} createdAt updatedAt } } }`,
    ),
  gql_create: () =>
    graphql(
      `mutation ($input: CreateCustomerInput!) { createCustomer(input: $input) { customer { customerId ${FIELDS} createdAt updatedAt } } }`,
      { input: { customer: inCamelCase(customerBody()) } },
    ),
};

/** Something that runs, with a request for each of its rows. */
interface Contender {
  readonly name: string;
  readonly rows: ReadonlyMap<string, Asked>;
  /** What a client reads of the response to a row: the values of a customer, and how many there are. */
  readonly read: (row: string) => Promise<string>;
}

const HIDDEN = /id$|_at$|At$/i;

/** The texts of a response without ids and times, which differ: in snake case or camel case, at any depth. */
function contentOf(json: unknown): readonly string[] {
  if (Array.isArray(json)) return json.flatMap(contentOf);
  if (typeof json !== 'object' || json === null) return [];
  return Object.entries(json).flatMap(([name, value]) => {
    if (typeof value === 'object') return contentOf(value);
    const isShown = name === 'external_customer_id' || name === 'externalCustomerId' || !HIDDEN.test(name);
    return isShown ? [`${name.replaceAll('_', '').toLowerCase()}=${value}`] : [];
  });
}

async function contenderOf(
  name: string,
  url: string,
  child: Asked['child'],
  rows: Rows,
  id: string,
): Promise<Contender> {
  const sockets = await openSockets(url);
  const { rest } = restClient(url);
  const requests = Object.entries(rows).map(([row, make]) => [row, make(id)] as const);
  return {
    name,
    rows: new Map(
      requests.map(([row, { method, path, body }]) => [
        row,
        { child, sockets, request: bytesOf(`${method} ${path}`, body) },
      ]),
    ),
    async read(row) {
      const { method, path, body } = rows[row]?.(id) ?? graphql('');
      const { status, text, json } = await rest(method, path, { body });
      if (status >= 300 || json.errors !== undefined) throw new Error(`${name}, ${row}: ${text}`);
      return contentOf(json)
        .filter((each) => !each.startsWith('partner'))
        .toSorted()
        .join('\n');
    },
  };
}

/** Runs a program of `contenders`. */
async function run(folder: string, program: string, database: string) {
  const port = String(await freePort());
  const env = {
    ...process.env,
    DATABASE_URL: database,
    PORT: port,
    NODE_ENV: 'production',
    GRAPHILE_ENV: 'production',
  };
  const child = spawn(process.execPath, [program], {
    cwd: folder,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  for (let tried = 0; tried < READY_TRIES && child.exitCode === null; tried += 1) {
    const isUp = await fetch(url).then(
      () => true,
      () => false,
    );
    if (isUp) return { child, url };
    await setTimeout(READY_PAUSE_MS);
  }
  throw new Error(`${program} did not start.`);
}

/** Tables with the customers of the gateway's database. */
async function tablesOf(database: string, ...scripts: readonly string[]): Promise<string> {
  const columns = Object.keys(customerBody());
  const row = Object.values(customerBody()).map((value) => `'${String(value)}'`);
  for (const script of scripts) await tell(database, readFileSync(join(PROGRAMS, script), 'utf8'));
  await tell(
    database,
    `insert into customer (${columns.join(', ')}) select ${row.join(', ')} from generate_series(1, ${CUSTOMERS})`,
  );
  await tell(database, 'analyze');
  const { rows } = await tell(database, 'select customer_id from customer limit 1');
  return String(rows[0]?.customer_id);
}

function install(folder: string): void {
  cpSync(PROGRAMS, folder, { recursive: true });
  const options = { cwd: folder, stdio: 'inherit' } as const;
  execFileSync(
    'npm',
    ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
    options,
  );
  // Only migrations use the engine that Prisma would load from its own host.
  const env = { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: '/bin/true', CHECKPOINT_DISABLE: '1' };
  execFileSync(
    process.execPath,
    ['node_modules/prisma/build/index.js', 'generate', '--schema', 'schema.prisma'],
    {
      ...options,
      env,
    },
  );
}

async function openGateway(folder: string, database: string) {
  const gateway = await startGateway(folder, { DATABASE_URL: database, SECRET_KEY, LOG_LEVEL: 'warn' });
  let id = '';
  for (let made = 0; made < CUSTOMERS; made += CREATED_AT_ONCE) {
    const all = Array.from({ length: CREATED_AT_ONCE }, () =>
      gateway.rest('POST', '/v1/customers', { body: customerBody() }),
    );
    const [first] = await Promise.all(all);
    id = first?.json.customer_id;
  }
  return { gateway, id };
}

const quantile = (all: readonly number[], at: number): number =>
  all.toSorted((a, b) => a - b)[Math.floor(all.length * at)] ?? NaN;

async function compare(gateway: Contender, other: Contender, row: string): Promise<void> {
  const [ours, theirs] = [gateway.rows.get(row), other.rows.get(row)];
  if (ours === undefined || theirs === undefined) return;
  const [one, two] = [await gateway.read(row), await other.read(row)];
  // Both have made as many customers, except for those of other rows: only the number of them may differ.
  const plain = (text: string) => text.replace(/^totalcount=\d+$/m, '');
  if (plain(one) !== plain(two))
    throw new Error(`${other.name}, ${row}: the responses differ:\n${one}\n${two}`);
  for (const each of [ours, theirs]) await costOf(each, WARM_UP_REQUESTS);
  const pairs: (readonly [Cost, Cost])[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const costs = new Map<Asked, Cost>();
    for (const each of shuffled([ours, theirs])) costs.set(each, await costOf(each, REQUESTS));
    const [a, b] = [costs.get(ours), costs.get(theirs)];
    if (a && b) pairs.push([a, b]);
  }
  const part = (read: (cost: Cost) => number) => {
    const us = ([0, 1] as const).map((at) =>
      (
        quantile(
          pairs.map((pair) => read(pair[at])),
          0.5,
        ) / NS_PER_US
      ).toFixed(0),
    );
    return `${quantile(
      pairs.map(([a, b]) => read(b) / read(a)),
      0.5,
    ).toFixed(2)} (${us.join(' and ')} µs)`;
  };
  console.log(`${other.name}, ${row}: clock ${part((cost) => cost.clock)}, work ${part((cost) => cost.all)}`);
}

using folder = dataFolder();
using data = dataFolder();
install(folder.path);
await using server = await startPostgres({ fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on' });
const { gateway: ours, id } = await openGateway(data.path, await server.create('gateway'));
const nestUrl = await server.create('nest');
const nestId = await tablesOf(nestUrl, 'tables.sql');
const nest = await run(folder.path, 'nest.mjs', nestUrl);
const graphileUrl = await server.create('postgraphile');
const graphileId = await tablesOf(graphileUrl, 'tables.sql', 'kyc-trigger.sql');
const graphile = await run(folder.path, 'postgraphile.mjs', graphileUrl);
try {
  const gateway = await contenderOf('gateway', ours.url, ours.child, GATEWAY, id);
  const others = [
    await contenderOf('NestJS and Prisma', nest.url, nest.child, NEST, nestId),
    await contenderOf('PostGraphile', graphile.url, graphile.child, POSTGRAPHILE, graphileId),
  ];
  for (const other of others) for (const row of Object.keys(GATEWAY)) await compare(gateway, other, row);
} finally {
  for (const { child } of [nest, graphile]) {
    child.kill('SIGKILL');
    await once(child, 'close');
  }
  await ours[Symbol.asyncDispose]();
}
process.exit();
