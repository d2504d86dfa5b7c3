import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { countCustomers, listCustomers } from '../../../src/nouns/customer/customer.operations.ts';
import type { Caller } from '../../../src/kernel/caller.ts';
import type { Tables } from '../../../src/engine/sql/tables.ts';
import { execute } from '../../../src/pipeline/execute.ts';
import {
  countInstantSettlements,
  listInstantSettlements,
} from '../../../src/nouns/settlement/list/settlement-list.operations.ts';
import { customerBody, openTestGateway, type TestGateway, type TestPartner } from '../../support/gateway.ts';
import { planOf } from '../../support/database/plan-of.ts';
import { proveSettlements } from '../../support/database/prove-rows.ts';

const TOTAL = 20_000;

let fixture: TestGateway;
let partner: TestPartner;
let caller: Caller;
let firstId: string;
beforeAll(async () => {
  fixture = await openTestGateway();
  partner = await fixture.partner();
  caller = {
    actor: 'test',
    role: 'partner',
    scopes: new Set(['read']),
    partnerId: partner.partnerId,
    keyId: null,
    operatorId: null,
    sessionHash: null,
    v1Members: 'all',
  };
  const { json } = await partner.rest('POST', '/v1/customers', customerBody());
  firstId = json.customer_id;
  await multiply(fixture.gateway.database.writes);
  await proveSettlements(fixture);
});
afterAll(() => fixture.close());

/** Inserts many copies of the customer and settlement, which takes less time than creating each. */
async function multiply(db: Kysely<Tables>) {
  const id = (prefix: string) => sql`${prefix} || printf('%026d', n)`;
  await sql`
    with recursive series(n) as (select 1 union all select n + 1 from series where n < ${TOTAL - 1})
    insert into customer
    select ${id('cus_')}, partner_id, 'many-' || (n % 10), contact_email, contact_name, contact_phone,
      contact_country, company_name, company_country, company_sector, created_at, updated_at,
      case when n % 25 = 0 then 'RIVER TRADING' when n % 10 = 1 then 'QUAY' else company_name_folded end
    from series, customer where id = ${firstId}`.execute(db);
  await sql`
    with recursive series(n) as (select 1 union all select n + 1 from series where n < ${TOTAL})
    insert into instant_settlement (id, partner_id, customer_id, currency, amount, settlement_period,
      interest_rate, transactions, status, created_at, updated_at, mac)
    select ${id('fun_')}, partner_id, id, 'HKD', 1, 1, 0, '', 'approved', created_at, updated_at, ''
    from series, customer where id = ${firstId}`.execute(db);
  await sql`update counter set total = ${TOTAL} where name = ${`${partner.partnerId}/customers`}`.execute(db);
}

/** The steps of a plan without those that only read a value. */
const stepsOf = (plan: readonly string[]) =>
  plan.filter((line) => !/^(?:SCALAR|REUSE) SUBQUERY|^SCAN CONSTANT ROW/.test(line));

/** A look into the index of names. */
const NAMES_SEARCHED =
  'SEARCH customer USING COVERING INDEX customer_name (<expr>=? AND company_name_folded>? AND company_name_folded<?)';

const call = (input: unknown) => ({ caller, requestId: 'test', ids: { owner_id: null }, input });
const settlementsCall = (input: unknown) => ({
  ...call(input),
  ids: { customer_id: null, owner_id: null },
});

test('the count is read from the counters and reads no customer', async () => {
  const { plan, view } = await planOf(fixture, (gateway) => execute(gateway, countCustomers, call({})));
  expect(view).toBe(TOTAL);
  expect(plan.join('\n')).toMatch(
    /^SEARCH counter USING PRIMARY KEY|^SEARCH counter USING INDEX sqlite_autoindex_counter/,
  );
  expect(plan.join('\n')).not.toMatch(/SCAN|customer/);
});

test('customers of an external id are counted in an index, and have no counter of their own', async () => {
  const counted = call({ external_customer_id: 'many-1' });
  const { plan, view } = await planOf(fixture, (gateway) => execute(gateway, countCustomers, counted));
  expect(view).toBe(TOTAL / 10);
  const index = 'customer_external (external_customer_id=? AND partner_id=?)';
  const search = `SEARCH customer USING COVERING INDEX ${index}`;
  expect(stepsOf(plan).slice(-3)).toEqual(['CO-ROUTINE counted', search, 'SCAN counted']);
  const counters = fixture.gateway.database.reads.selectFrom('counter').select('name').execute();
  expect((await counters).filter(({ name }) => name.includes('external'))).toEqual([]);
});

test('the count of settlements is looked up as well, with any filter', async () => {
  for (const filter of [{}, { status: 'approved' }, { currency: 'HKD' }]) {
    const { plan } = await planOf(fixture, (gateway) =>
      execute(gateway, countInstantSettlements, settlementsCall(filter)),
    );
    expect(plan.join('\n')).toMatch(/SEARCH counter USING/);
    expect(plan.join('\n')).not.toMatch(/SCAN/);
    // Offers that have lapsed and are not written yet are few.
    const ends =
      'instant_settlement_partner_offer (partner_id=? AND status=? AND currency=? AND offer_expires_at<?)';
    expect(plan.filter((line) => line.includes('instant_settlement'))).toEqual(
      'status' in filter ? [`SEARCH instant_settlement USING COVERING INDEX ${ends}`] : [],
    );
  }
});

describe('a page walks an index, sorts nothing and scans no table', () => {
  const position = `cus_${'0'.repeat(22)}9999`;

  test.each([
    [{}, 'customer_page (partner_id>? AND partner_id<?)'],
    [{ starting_after: position }, 'customer_page (partner_id>? AND (partner_id,id)<(?,?))'],
    [{ ending_before: position, from: 'oldest' }, 'customer_page ((partner_id,id)>(?,?) AND partner_id<?)'],
    [{ external_customer_id: 'many-1' }, 'customer_external (external_customer_id=? AND partner_id=?)'],
    [
      { external_customer_id: 'many-1', starting_after: position },
      'customer_external (external_customer_id=? AND partner_id=? AND id<?)',
    ],
  ])('of customers for %j', async (input, index) => {
    const { plan, view } = await planOf(fixture, (gateway) => execute(gateway, listCustomers, call(input)));
    expect(view.rows).toHaveLength(10);
    expect(stepsOf(plan)).toEqual([expect.stringContaining(`SEARCH customer USING INDEX ${index}`)]);
  });

  // The few lapsed offers are read from an index too.
  const ends = 'SEARCH instant_settlement USING COVERING INDEX instant_settlement_partner_offer';
  // What is owed comes with the rows of the most frequent list, by their ids.
  const owed = [
    'SEARCH servicing USING INDEX sqlite_autoindex_servicing_1 (id=?)',
    'SEARCH partner USING INDEX sqlite_autoindex_partner_1 (id=?)',
  ];
  test.each([
    [{}, 'instant_settlement_page', owed],
    [{ status: 'approved' }, 'instant_settlement_status', [ends]],
    [{ currency: 'HKD' }, 'instant_settlement_currency', []],
  ])('of settlements for %j', async (input, index, further) => {
    const { plan, view } = await planOf(fixture, (gateway) =>
      execute(gateway, listInstantSettlements, settlementsCall(input)),
    );
    expect(view.rows).toHaveLength(10);
    const searches = stepsOf(plan).filter((line) => /SCAN|SEARCH/.test(line));
    const own = `SEARCH instant_settlement USING INDEX ${index}`;
    expect(searches).toContainEqual(expect.stringContaining(own));
    const others = searches.filter((line) => !line.includes(own));
    expect([...new Set(others)]).toEqual(further.map((step) => expect.stringContaining(step)));
  });

  test('of settlements for two filters at once, from one index partition', async () => {
    const input = { status: 'approved', currency: 'HKD' };
    const { plan, view } = await planOf(fixture, (gateway) =>
      execute(gateway, listInstantSettlements, settlementsCall(input)),
    );
    expect(view.rows).toHaveLength(10);
    const partition = 'instant_settlement_partner_lane (partner_id=? AND status=? AND currency=?)';
    expect(plan).toContain(`SEARCH instant_settlement USING COVERING INDEX ${partition}`);
    expect(plan.filter((line) => /SCAN (?!partition)/.test(line))).toEqual([]);
  });

  test.each([
    [{}, 'customer_id>? AND customer_id<?'],
    [{ status: 'approved' }, 'customer_id=?'],
    [{ currency: 'HKD' }, 'customer_id=?'],
    [{ status: 'approved', currency: 'HKD' }, 'customer_id=?'],
  ])('of the settlements of one customer for %j', async (input, bounds) => {
    const { plan } = await planOf(fixture, (gateway) =>
      execute(gateway, listInstantSettlements, {
        ...settlementsCall(input),
        ids: { customer_id: firstId, owner_id: null },
      }),
    );
    const ofSettlements = stepsOf(plan).filter((line) => / instant_settlement /.test(line));
    expect(ofSettlements.at(-1)).toContain(
      `SEARCH instant_settlement USING INDEX instant_settlement_customer (${bounds})`,
    );
  });

  test.each([{}, { starting_after: position }])(
    'of customers by their name, from the index of names, %j',
    async (more) => {
      const input = { company_name: 'river', ...more };
      const { plan, view } = await planOf(fixture, (gateway) => execute(gateway, listCustomers, call(input)));
      expect(view.rows).toHaveLength(10);
      expect(plan).toContain(NAMES_SEARCHED);
      expect(plan.filter((line) => /SCAN (?!page|counted)/.test(line))).toEqual([]);
    },
  );

  test('of customers of all partners by their name, with one look into each part of that index', async () => {
    const asked = { ...call({ company_name: 'river' }), caller: { ...caller, role: 'operator' } as const };
    const { plan, view } = await planOf(fixture, (gateway) => execute(gateway, listCustomers, asked));
    expect(view.rows).toHaveLength(10);
    expect(plan).toContain(NAMES_SEARCHED);
    expect(plan.join()).not.toMatch(/partner |SCAN (?!page|counted)/);
  });

  test('and their count, from that index alone', async () => {
    const { plan, view } = await planOf(fixture, (gateway) =>
      execute(gateway, countCustomers, call({ company_name: 'river' })),
    );
    expect(view).toBe(TOTAL / 25 - 1);
    expect(plan.join()).toMatch(/SEARCH customer USING COVERING INDEX customer_name /);
  });

  test('of customers by a name that more than 1,000 have, from the newest customers, without a sort', async () => {
    for (const company_name of ['harb', 'quay']) {
      const asked = call({ company_name, starting_after: position });
      const { plan, view } = await planOf(fixture, (gateway) => execute(gateway, listCustomers, asked));
      expect(view.rows).toHaveLength(10);
      expect(plan.join('\n')).toContain('SEARCH customer USING INDEX customer_page');
      expect(plan.filter((line) => /TEMP B-TREE/.test(line))).toEqual([]);
    }
    const counted = call({ company_name: 'harb' });
    const count = await planOf(fixture, (gateway) => execute(gateway, countCustomers, counted));
    expect(count.view).toEqual({ atLeast: 10_000 });
  });

  test.each([
    [{}, 'INDEX instant_settlement_page (partner_id=? AND id>? AND id<?)'],
    [
      { status: 'approved' },
      'COVERING INDEX instant_settlement_partner_lane (partner_id=? AND status=? AND currency=? AND id>? AND id<?)',
    ],
  ])('of settlements of a period for %j', async (filter, index) => {
    const input = { ...filter, created_from: '0001-01-01', created_until: '9999-12-31' };
    const { plan } = await planOf(fixture, (gateway) =>
      execute(gateway, listInstantSettlements, settlementsCall(input)),
    );
    expect(plan).toContain(`SEARCH instant_settlement USING ${index}`);
    expect(plan.filter((line) => /SCAN (?!partition|\(subquery)/.test(line))).toEqual([]);
  });

  test.each([{}, { status: 'approved,denied' }, { status: 'approved', currency: 'HKD' }])(
    'and the count of a period for %j reads an index alone',
    async (filter) => {
      const input = { ...filter, created_from: '2026-01-01' };
      const { plan } = await planOf(fixture, (gateway) =>
        execute(gateway, countInstantSettlements, settlementsCall(input)),
      );
      expect(plan.join()).toMatch(/^SEARCH instant_settlement USING COVERING INDEX/);
    },
  );

  test('of settlements in several statuses, from their index partitions', async () => {
    const { plan, view } = await planOf(fixture, (gateway) =>
      execute(gateway, listInstantSettlements, settlementsCall({ status: 'approved,funded' })),
    );
    expect(view.rows).toHaveLength(10);
    expect(plan.filter((line) => /SCAN (?!partition|\(subquery)/.test(line))).toEqual([]);
    expect(plan.join()).toContain(
      'instant_settlement_partner_lane (partner_id=? AND status=? AND currency=?)',
    );
  });

  test.each([{ status: 'funded' }, { status: 'repaid' }, { status: 'repaid', created_from: '2026-01-01' }])(
    'of settlements for %j in the first interface, and its count, which look reopened ones up in their index',
    async (filter) => {
      const ofInterface = {
        ...settlementsCall(filter),
        caller: { ...caller, v1Members: 'interface' } as const,
      };
      const { plan } = await planOf(fixture, (gateway) =>
        execute(gateway, listInstantSettlements, ofInterface),
      );
      const counted = await planOf(fixture, (gateway) =>
        execute(gateway, countInstantSettlements, ofInterface),
      );
      for (const each of [plan, counted.plan]) {
        expect(each.filter((line) => /SCAN (?!partition|\(subquery)/.test(line))).toEqual([]);
        expect(each.join()).toMatch(
          /SEARCH (other|instant_settlement) USING (COVERING )?INDEX instant_settlement_reopened/,
        );
      }
    },
  );
});

test.each([
  ['customers', () => execute(fixture.gateway, listCustomers, call({}))],
  ['settlements', () => execute(fixture.gateway, listInstantSettlements, settlementsCall({}))],
])('SQLite prepares the statements of a page of %s once', async (_name, read) => {
  for (let at = 0; at < 3; at += 1) await read();
  // The driver writes a function that makes rows, for each statement that is prepared.
  const written = vi.spyOn(globalThis, 'Function');
  for (let at = 0; at < 5; at += 1) await read();
  const times = written.mock.calls.length;
  written.mockRestore();
  expect(times).toBe(0);
});
