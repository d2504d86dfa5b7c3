import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type GatewayProcess, startGateway } from '../support/gateway-process.ts';
import { tell } from '../support/postgres/server.ts';
import { worked } from './asking.ts';
import { filledEnvironment, type FilledKeys } from './fill.ts';

/**
 * Lists in a large database beside the same lists in a small one, both filled by `fill-database.ts`:
 * `node test/bench/at-size.ts --small <folder> --large <folder>`, optionally with `--small-database` and
 * `--large-database` (of PostgreSQL) and `--rounds 60`. A gateway runs on each; they are asked in turns, one request at
 * a time. Printed are the medians of both and their quotient, large / small: milliseconds by the clock, with the least of
 * them, processor time of the gateway, and, on PostgreSQL, rows and pages that the server read.
 */
const { values } = parseArgs({
  options: {
    small: { type: 'string' },
    large: { type: 'string' },
    'small-database': { type: 'string' },
    'large-database': { type: 'string' },
    rounds: { type: 'string', default: '60' },
  },
});
if (values.small === undefined || values.large === undefined)
  throw new Error('Name two filled folders: --small <folder> --large <folder>.');
const ROUNDS = Number(values.rounds);
const WARM_UP_ROUNDS = 10;
const NS_PER_MS = 1_000_000;
/** What the console shows. */
const OWN_ROW = 'id externalCustomerId companyName companyCountry createdAt kyc { ... on Kyc { status } }';
const ROW = `${OWN_ROW} partner { id name }`;
const SETTLEMENT = 'id amount currency createdAt updatedAt partner { id name } customer { id companyName }';
const EVENT = 'id type subject actor createdAt';

type Who = keyof FilledKeys;
interface Ask {
  readonly who: Who;
  readonly path?: string;
  readonly query?: string;
}

const pageOf = (list: string, fields: string) =>
  `{ ${list} { nodes { ${fields} } pageInfo { hasNextPage } } }`;
const COUNT = '{ customers(filter: { companyName: "Harbour" }) { totalCount totalCountIsAtLeast } }';
const ROWS: Readonly<Record<string, Ask>> = {
  'list of a third of all, with its count': { who: 'busy', path: '/v1/customers?limit=20' },
  'list of a small partner, with its count': { who: 'small', path: '/v1/customers?limit=20' },
  'GraphQL list and total': {
    who: 'busy',
    query: '{ customers(first: 20) { totalCount nodes { id companyName } } }',
  },
  'by external id': { who: 'busy', path: '/v1/customers?external_customer_id=ext-3000' },
  'by a name': {
    who: 'busy',
    query: pageOf('customers(first: 20, filter: { companyName: "2bc House" })', OWN_ROW),
  },
  'by the beginning of a twentieth of the names': {
    who: 'busy',
    query: pageOf('customers(first: 20, filter: { companyName: "Harbour" })', OWN_ROW),
  },
  'the same of a small partner': {
    who: 'small',
    query: pageOf('customers(first: 20, filter: { companyName: "Harbour" })', OWN_ROW),
  },
  'count of a twentieth of the names': { who: 'busy', query: COUNT },
  'operator: count of a twentieth of the names': { who: 'operator', query: COUNT },
  'operator: by the beginning of a twentieth of the names': {
    who: 'operator',
    query: pageOf('customers(first: 20, filter: { companyName: "Harbour" })', ROW),
  },
  'operator: by a name': {
    who: 'operator',
    query: pageOf('customers(first: 20, filter: { companyName: "2bc House" })', ROW),
  },
  'operator: by external id': {
    who: 'operator',
    query: pageOf('customers(first: 20, filter: { externalCustomerId: "ext-3000" })', ROW),
  },
  'operator: by e-mail address': {
    who: 'operator',
    query: pageOf('customersByEmail(first: 20, contactEmail: "c3000@example.com")', ROW),
  },
  'operator: all customers': { who: 'operator', query: pageOf('customers(first: 20)', ROW) },
  'operator: events': { who: 'operator', query: pageOf('events(first: 20)', EVENT) },
  'operator: events of a type': {
    who: 'operator',
    query: pageOf('events(first: 20, filter: { types: [FUNDING_SUBMITTED] })', EVENT),
  },
  'events of a third of all': { who: 'busy', query: pageOf('events(first: 20)', EVENT) },
  'events of a small partner': { who: 'small', query: pageOf('events(first: 20)', EVENT) },
  'events of two types': {
    who: 'busy',
    query: pageOf('events(first: 20, filter: { types: [CUSTOMER_CREATED, FUNDING_SUBMITTED] })', EVENT),
  },
  'feed from the beginning': { who: 'busy', path: '/v1/events?limit=20' },
  'feed of a small partner': { who: 'small', path: '/v1/events?limit=20' },
  'work list': {
    who: 'operator',
    query: `{ workList { settlementsToReview(first: 20) { totalCount nodes { ${SETTLEMENT} } } } }`,
  },
  'work list: totals': {
    who: 'operator',
    query:
      '{ workList { settlementsToReview { totalCount } settlementsToDisburse { totalCount } lapsingOffers { totalCount } customersWithKycWarnings { totalCount } } }',
  },
  overview: {
    who: 'operator',
    query:
      '{ settlementOverview(from: "$FROM$") { totals { status currency count amount } ages { status hoursMax count } days { date approved denied } } }',
  },
  'partners and their total': {
    who: 'operator',
    query: '{ partners(first: 20) { totalCount nodes { id name } } }',
  },
};
const DAY_MS = 86_400_000;
const FROM = new Date(Date.now() - 30 * DAY_MS).toISOString();

interface Took {
  readonly clock: number;
  readonly work: number;
}

interface Subject {
  readonly gateway: GatewayProcess;
  readonly keys: FilledKeys;
  /** Rows and pages that the server has read for the database; null on SQLite, whose reads are work of the gateway. */
  readonly reads: () => Promise<number | null>;
}

/** By then a connection of PostgreSQL has reported what it did: one at rest does so after ten seconds. */
const REPORTED_MS = 11_000;
const READ_SO_FAR =
  'select tup_returned + tup_fetched + blks_hit + blks_read as read from pg_stat_database where datname = current_database()';

async function open(folder: string, database: string | undefined): Promise<Subject> {
  const keys: FilledKeys = JSON.parse(readFileSync(join(folder, 'keys.json'), 'utf8'));
  const gateway = await startGateway(folder, filledEnvironment({ folder, database: database ?? null }));
  const reads = async () => {
    if (database === undefined) return null;
    await setTimeout(REPORTED_MS);
    return Number((await tell(database, READ_SO_FAR)).rows[0]?.read);
  };
  return { gateway, keys, reads };
}

/** What one request took, in milliseconds: by the clock, and the processor time of the gateway. */
async function ask({ gateway, keys }: Subject, { who, path, query }: Ask): Promise<Took> {
  const work = worked(gateway).all;
  const began = performance.now();
  const body = query === undefined ? undefined : { query: query.replace('$FROM$', FROM) };
  const method = body === undefined ? 'GET' : 'POST';
  const answered = await gateway.rest(method, path ?? '/graphql', { key: keys[who], body });
  const clock = performance.now() - began;
  if (answered.status !== 200 || answered.json.errors !== undefined) throw new Error(answered.text);
  return { clock, work: (worked(gateway).all - work) / NS_PER_MS };
}

const median = (all: readonly number[]): number =>
  all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? NaN;

const place = (folder: string, database: string | undefined) => open(resolve(folder), database);
const small = await place(values.small, values['small-database']);
const large = await place(values.large, values['large-database']);
try {
  for (const [name, row] of Object.entries(ROWS)) await compare(name, row);
} finally {
  await small.gateway[Symbol.asyncDispose]();
  await large.gateway[Symbol.asyncDispose]();
}

async function compare(name: string, row: Ask): Promise<void> {
  const both = [small, large];
  for (let round = 0; round < WARM_UP_ROUNDS; round += 1) for (const subject of both) await ask(subject, row);
  const before = await Promise.all(both.map((subject) => subject.reads()));
  const took = both.map(() => Array<Took>());
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [at, subject] of both.entries()) took[at]?.push(await ask(subject, row));
  const after = await Promise.all(both.map((subject) => subject.reads()));
  const read = after.map((each, at) => (each === null ? null : (each - (before[at] ?? 0)) / ROUNDS));
  const clock = shown(took.map((each) => median(each.map((one) => one.clock))));
  const least = shown(took.map((each) => Math.min(...each.map((one) => one.clock))));
  const work = shown(took.map((each) => median(each.map((one) => one.work))));
  const rows = read.includes(null) ? '' : `; rows and pages ${shown(read.map(Number))}`;
  console.log(`${name}: ${clock} ms, least ${least} ms; work ${work} ms${rows}`);
}

function shown([a = NaN, b = NaN]: readonly number[]): string {
  return `${a.toFixed(1)} and ${b.toFixed(1)} (${(b / a).toFixed(2)})`;
}
