import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { customerBody } from '../../support/gateway.ts';
import { type Asked, bytesOf, type Cost, costOf, openSockets, shuffled } from '../asking.ts';
import { median, onDatabases, type Place } from './databases.ts';
import { serverWorked } from './server-worked.ts';
import { type Ground, openGround } from './ground.ts';

/**
 * Recording a repayment beside other changes, all by GraphQL with a fresh key and 32 connections:
 * `npm run bench -- --servicing rates`, optionally with `--database sqlite,postgres`, `--settlements 1000`, `--rounds 6`
 * and `--requests 400`. The rows take turns in an order that chance gives each round. For each row it prints the median
 * of what a request took, and the median quotient of the rounds, acceptance / row: above 1 the row is faster. The
 * last row records repayments of one single settlement.
 */
const { values } = parseArgs({
  allowPositionals: true,
  options: {
    servicing: { type: 'boolean' },
    database: { type: 'string', default: 'sqlite,postgres' },
    settlements: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '6' },
    requests: { type: 'string', default: '400' },
    profile: { type: 'string' },
    rows: { type: 'string', default: 'accept,record,create customer,create settlement,record on one' },
  },
});
const [SETTLEMENTS, ROUNDS] = [Number(values.settlements), Number(values.rounds)];
const REQUESTS = Number(values.requests);
const WARM_UP_REQUESTS = 300;
const CUSTOMERS = 8;
const NS_PER_US = 1_000;
const ROWS = values.rows.split(',');

const CUSTOMER_INPUT = Object.fromEntries(
  Object.entries(customerBody()).map(([name, value]) => [
    name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase()),
    value,
  ]),
);
const TRANSACTIONS = { transaction_list: [], transaction_count: 0, total_amount: 0 };

const mutation = (key: string, query: string, variables: object): Buffer =>
  bytesOf('POST /graphql', { query, variables }, { key, headers: [`Idempotency-Key: ${randomUUID()}`] });

/** Gives the items one after another, and begins again. */
function inTurns<Item>(items: readonly Item[], what: string): () => Item {
  let at = 0;
  return () => {
    const item = items[at % items.length];
    at += 1;
    if (item === undefined) throw new Error(`There is no ${what}.`);
    return item;
  };
}

const RECORD =
  'mutation ($id: ID!, $input: RecordRepaymentInput!) { recordRepayment(id: $id, input: $input) { id status allocated { principal fee } } }';
const record = (key: string, id: string) =>
  mutation(key, RECORD, { id, input: { amount: 100, source: 'TRANSFER', reference: randomUUID() } });

/** A request of each row. */
function requestsOf({ partner, operator, customers, funded, offers }: Ground): Record<string, () => Buffer> {
  const [settlement, offer, customer] = [
    inTurns(funded.slice(0, SETTLEMENTS), 'settlement'),
    inTurns(offers, 'offer'),
    inTurns(customers, 'customer'),
  ];
  // A settlement takes a thousand repayments.
  let [asked, singles] = [0, funded.slice(SETTLEMENTS)];
  return {
    accept: () =>
      mutation(partner, 'mutation ($id: ID!) { acceptInstantSettlement(id: $id) { id status } }', {
        id: offer(),
      }),
    record: () => record(operator, settlement()),
    'create customer': () =>
      mutation(
        partner,
        'mutation ($input: CreateCustomerInput!) { createCustomer(input: $input) { id createdAt } }',
        { input: CUSTOMER_INPUT },
      ),
    'create settlement': () =>
      mutation(
        partner,
        'mutation ($input: CreateInstantSettlementInput!) { createInstantSettlement(input: $input) { id status } }',
        {
          input: {
            customerId: customer(),
            currency: 'HKD',
            amount: 1_000_000,
            accountChargebackRate: 0.01,
            accountRefundRate: 0.01,
            settlementPeriod: 30,
            transactions: TRANSACTIONS,
          },
        },
      ),
    'record on one': () => {
      if (asked++ % REQUESTS === 0 && asked > 1) singles = singles.slice(1);
      return record(operator, singles[0] ?? '');
    },
  };
}

interface Took extends Cost {
  /** Processor time of the server for one request; 0 on SQLite. */
  readonly server: number;
}

async function measure({ name, server, database }: Place): Promise<void> {
  const asksOf = WARM_UP_REQUESTS + ROUNDS * REQUESTS;
  const profiled = values.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${values.profile}`];
  await using ground = await openGround(
    database,
    {
      customers: CUSTOMERS,
      funded: SETTLEMENTS + Math.ceil(asksOf / REQUESTS) + 1,
      offers: ROWS.includes('accept') ? asksOf : 0,
    },
    profiled,
  );
  const { gateway } = ground;
  const sockets = await openSockets(gateway.url);
  const asked = new Map(
    Object.entries(requestsOf(ground))
      .filter(([row]) => ROWS.includes(row))
      .map(([row, request]): [string, Asked] => [row, { child: gateway.child, request, sockets }]),
  );
  for (const each of asked.values()) await costOf(each, WARM_UP_REQUESTS);
  const took = new Map([...asked.keys()].map((row) => [row, Array<Took>()]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [row, each] of shuffled([...asked])) {
      const before = serverWorked(server);
      const cost = await costOf(each, REQUESTS);
      took.get(row)?.push({ ...cost, server: (serverWorked(server) - before) / REQUESTS });
    }
  }
  for (const socket of sockets) socket.destroy();
  const first = [...took.values()][0] ?? [];
  for (const [row, costs] of took) print(name, row, costs, first);
}

function print(database: string, row: string, costs: readonly Took[], first: readonly Took[]): void {
  const us = (read: (cost: Took) => number) => (median(costs.map(read)) / NS_PER_US).toFixed(0);
  const ratio = (read: (cost: Took) => number) =>
    median(costs.map((cost, at) => read(first[at] ?? cost) / read(cost))).toFixed(2);
  const rate = (1e9 / median(costs.map((cost) => cost.clock))).toFixed(0);
  console.log(
    `${database}, ${row}: ${rate} a second (${ratio(({ clock }) => clock)}); processor ${us(({ main }) => main)} µs main thread (${ratio(({ main }) => main)}), ${us(({ all }) => all)} all threads (${ratio(({ all }) => all)}), ${us((cost) => cost.server)} server; with it ${ratio((cost) => cost.all + cost.server)}`,
  );
}

await onDatabases(values.database, measure);
process.exit();
