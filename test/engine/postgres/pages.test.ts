import { Client } from 'pg';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findCustomers } from '../../../src/nouns/customer/find-customers.ts';
import type { Tables } from '../../../src/engine/sql/tables.ts';
import { findSettlements } from '../../../src/nouns/settlement/list/find-settlements.ts';
import {
  openTestGateway,
  settlementBody,
  type TestGateway,
  type TestPartner,
} from '../../support/gateway.ts';
import { proveSettlements } from '../../support/database/prove-rows.ts';
import { type DatabaseWithPlans, databaseWithPlans } from '../../support/postgres/plans-in-log.ts';

/** Rows of the large partner in each table, of the small one, and of many others together. */
const [LARGE, SMALL, OTHERS] = [5_000, 30, 3_000];
/** As many of the large partner are there at first. */
const FIRST = 1_000;
/** PostgreSQL plans a statement for its values this often, before it compares that with a plan for any values. */
const PLANNED_FOR_VALUES = 5;
/** Rows that a statement may read for a page of ten: of a union its parts, or all of a customer, with former versions. */
const READ_MAX = 250;

type Asker = Pick<TestPartner, 'rest' | 'graphql'>;

let own: DatabaseWithPlans;
let fixture: TestGateway;
let client: Client;
/** Without triggers, and without a plan in the log. */
const tell = (text: string) => client.query(text);
let largeId: string;
let smallId: string;
let askers: Readonly<Record<'large' | 'small' | 'empty' | 'operator', Asker>>;

beforeAll(async () => {
  own = await databaseWithPlans();
  fixture = await openTestGateway({ DATABASE_URL: own.url, DATABASE_POOL: '2' });
  const [large, small, empty] = [await fixture.partner(), await fixture.partner(), await fixture.partner()];
  const operator = await fixture.key(empty.partnerId, { role: 'operator', scopes: ['read'] });
  askers = { large, small, empty, operator };
  [largeId, smallId] = [large.partnerId, small.partnerId];
  client = new Client({ connectionString: own.url });
  await client.connect();
  await tell('set session_replication_role = replica; set auto_explain.log_min_duration = -1');
  const customer = await large.completeCustomer('HK');
  await large.rest('POST', '/v1/instant-settlements', settlementBody(customer));
  await copy(`'${largeId}'`, 1, FIRST);
  await copy(`'${smallId}'`, LARGE + 50, SMALL);
  await proveSettlements(fixture);
});
afterAll(async () => {
  await client.end();
  await fixture.close();
  await own.drop();
});

const numbered = (prefix: string, number = 'n') => `'${prefix}_' || lpad((${number})::text, 26, '0')`;

/** In which columns the copies of a row differ from it. Fifty settlements are of one customer. */
const COPIED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  customer: { id: numbered('cus'), company_name_folded: `'NAME' || n`, external_customer_id: `'ext ' || n` },
  instant_settlement: { id: numbered('fun'), customer_id: numbered('cus', 'n - n % 50'), mac: `''` },
};
const TABLES = Object.keys(COPIED);

/** Copies the last row of the large partner in each table, for the partner of an expression. */
async function copy(partner: string, from: number, count: number): Promise<void> {
  for (const [table, changed] of Object.entries(COPIED)) {
    const { rows } = await tell(
      `select column_name as name from information_schema.columns where table_name = '${table}'`,
    );
    const names: string[] = rows.map(({ name }) => name);
    const values: Readonly<Record<string, string>> = { ...changed, partner_id: partner };
    await tell(`insert into ${table} (${names.join()}) select ${names.map((name) => values[name] ?? name).join()}
      from generate_series(${from}, ${from + count - 1}) n,
        (select * from ${table} where partner_id = '${largeId}' order by id desc limit 1) last`);
  }
}

async function give(from: string, to: string): Promise<void> {
  for (const table of TABLES)
    await tell(`update ${table} set partner_id = '${to}' where partner_id = '${from}'`);
}

const POSITION = '0'.repeat(22);
const CUSTOMER = `cus_${POSITION}0100`;
const NODES = '{ totalCount nodes { id } }';

/** All rows of a partner, or all: from both ends and from the middle. */
const WALKS = [
  '/v1/customers',
  '/v1/customers?offset=7',
  `/v1/customers?starting_after=cus_${POSITION}9999`,
  `{ customers(last: 10) ${NODES} }`,
  `{ customers(last: 10, before: "cus_${POSITION}9999") ${NODES} }`,
  `{ customers(first: 10, after: "cus_${POSITION}9999", before: "cus_${POSITION}1111") ${NODES} }`,
  '/v1/instant-settlements',
  `/v1/instant-settlements?starting_after=fun_${POSITION}9999`,
  `{ instantSettlements(last: 10) ${NODES} }`,
  `{ instantSettlements(last: 10, before: "fun_${POSITION}9999") ${NODES} }`,
  `{ instantSettlements(first: 10) { nodes { customer { id } } } }`,
  `/v1/instant-settlements?customer_id=${CUSTOMER}`,
  `{ customer(id: "${CUSTOMER}") { instantSettlements(last: 10) ${NODES} } }`,
  `{ customer(id: "${CUSTOMER}") { instantSettlements(last: 10, filter: { status: APPROVED }) ${NODES} } }`,
];

const NAMED = `{ customers(last: 10, filter: { companyName: "name777" }) ${NODES} }`;
const FILTERED = [
  '/v1/customers?external_customer_id=ext%2077',
  '/v1/customers?company_name=name777',
  NAMED,
  `{ customers(last: 10, filter: { externalCustomerId: "ext 77" }) ${NODES} }`,
  '/v1/instant-settlements?status=approved',
  '/v1/instant-settlements?status=approved,denied',
  '/v1/instant-settlements?currency=HKD',
  '/v1/instant-settlements?currency=MYR',
  '/v1/instant-settlements?status=approved&currency=HKD',
  '/v1/instant-settlements?created_from=2020-01-01',
  `/v1/instant-settlements?customer_id=${CUSTOMER}&status=approved`,
  `/v1/instant-settlements?customer_id=${CUSTOMER}&created_from=2020-01-01`,
  `{ instantSettlements(last: 10, filter: { status: APPROVED }) ${NODES} }`,
];

/** What the statistics of PostgreSQL know, brought about one after the other, and the lists that they must not mislead. */
const STATISTICS: readonly (readonly [string, () => Promise<unknown>, readonly string[]])[] = [
  ['knows nothing of a small table', async () => {}, WALKS],
  [
    'knows nothing of a large table',
    async () => {
      await copy(`'${largeId}'`, FIRST + 1, LARGE - FIRST);
      await proveSettlements(fixture);
    },
    WALKS,
  ],
  [
    'knows of one partner',
    async () => {
      await tell('create table others as select id from customer where false');
      for (const table of TABLES)
        await tell(`insert into others select id from ${table} where partner_id = '${smallId}'`);
      await give(smallId, largeId);
      await tell('analyze');
      for (const table of TABLES)
        await tell(`update ${table} set partner_id = '${smallId}' where id in (select id from others)`);
    },
    [...WALKS, ...FILTERED],
  ],
  [
    'knows another partner than the large one',
    async () => {
      await give(largeId, 'par_former');
      await tell('analyze');
      await give('par_former', largeId);
    },
    WALKS,
  ],
  [
    'knows of a large partner and many others',
    async () => {
      await copy(`'par_' || n % 1000`, 2 * LARGE, OTHERS);
      await proveSettlements(fixture);
      await tell('analyze');
    },
    [...WALKS, NAMED],
  ],
];

/**
 * How often each asks: partners have one statement, which the large one brings past the plans for its values, so that the
 * plan for others is known the first time; that of an operator is another.
 */
const ASKED_BY = [
  ['large', PLANNED_FOR_VALUES + 2],
  ['small', 2],
  ['empty', 2],
  ['operator', PLANNED_FOR_VALUES + 2],
] as const;

async function ask(asker: Asker, list: string): Promise<void> {
  const { status, json } = await (list.startsWith('/') ? asker.rest('GET', list) : asker.graphql(list));
  expect({ status, errors: json.errors }).toEqual({ status: 200 });
}

describe.each(STATISTICS)('if PostgreSQL %s', (_, bringAbout, lists) => {
  let renewed: TestGateway;
  beforeAll(async () => {
    await bringAbout();
    // Connections that know no plan yet: those that do go by what planning cost them before.
    renewed = await openTestGateway({ DATABASE_URL: own.url });
  });
  afterAll(() => renewed.close());

  test.each(lists)('no statement reads many rows for a page of %s', async (list) => {
    for (const [asker, times] of ASKED_BY) {
      const most = await own.mostReadBy(async () => {
        for (let time = 0; time < times; time += 1) await ask(askers[asker], list);
      });
      // Without a plan of the list it is less than none.
      expect(most).toBeGreaterThanOrEqual(0);
      expect(most).toBeLessThanOrEqual(READ_MAX);
    }
  });

  test.each([
    ['of all customers', (db: Db) => findCustomers(db, { owner: null }, PAGE)],
    ['of its customers', (db: Db) => findCustomers(db, { owner: largeId }, PAGE)],
    [
      'after a position',
      (db: Db) => findCustomers(db, { owner: largeId }, { ...PAGE, starting_after: CUSTOMER }),
    ],
    ['of its settlements', (db: Db) => findSettlements(db, { ...ASKED, owner: largeId }, PAGE)],
    [
      'of a customer',
      (db: Db) => findSettlements(db, { ...ASKED, owner: largeId, customer: CUSTOMER }, PAGE),
    ],
  ])('a page %s is not planned again for each partner', async (_of, find) => {
    await renewed.gateway.database.transaction(async (db) => {
      for (let time = 0; time < PLANNED_FOR_VALUES; time += 1) await find(db);
      const before = await plansMade(db);
      for (let time = 0; time < ONCE_MORE; time += 1) await find(db);
      expect(await plansMade(db)).toEqual({ custom: before.custom, generic: before.generic + ONCE_MORE });
    });
  });
});

type Db = Kysely<Tables>;
const PAGE = { limit: 20, offset: 0, starting_after: null, ending_before: null, from: 'newest' } as const;
const ASKED = {
  policy: { sandbox: false },
  customer: null,
  now: new Date(),
  isWhole: true,
  isRepaidKept: false,
};
const ONCE_MORE = 10;

/** How often a connection ran pages by plans for their values, and by plans for any values. */
async function plansMade(db: Db): Promise<{ readonly custom: number; readonly generic: number }> {
  const { rows } = await sql<{ custom: number; generic: number }>`
    select sum(custom_plans)::int as custom, sum(generic_plans)::int as generic from pg_prepared_statements
    where statement like 'select%limit%'`.execute(db);
  return rows[0] ?? { custom: 0, generic: 0 };
}
