import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { commandLine } from '../../../../src/kernel/caller.ts';
import { changeServicing } from '../../../../src/nouns/settlement/servicing/change-servicing.ts';
import { lockServicedAmong } from '../../../../src/nouns/settlement/servicing/lock-servicing.ts';
import { execute } from '../../../../src/pipeline/execute.ts';
import { defineCommand } from '../../../../src/pipeline/operation.ts';
import { type ExportFixture, openExports } from '../../../pages/export/fixture.ts';
import { verify } from '../../../support/fixtures/audit-fixture.ts';
import { fund } from '../../../support/fixtures/fund-together.ts';
import { settlementBody } from '../../../support/gateway.ts';

/** So many of the largest amounts are more than an integer of 64 bits holds. */
const COUNT = 1_030;
const EACH = Number.MAX_SAFE_INTEGER;
/** `COUNT` times `EACH`, and the same in units of the currency. */
const ALL = '9277415232383220730';
const ALL_IN_HKD = '92774152323832207.30';
const TOGETHER = 500;
const TOMORROW = new Date(Date.now() + 48 * 3_600_000).toISOString().slice(0, 10);

let fixture: ExportFixture;
let customerId: string;
let ids: readonly string[];
beforeAll(async () => {
  fixture = await openExports();
  customerId = await fixture.partner.completeCustomer();
  const one = {
    customer_id: customerId,
    currency: 'HKD',
    amount: EACH,
    settlement_period: 60,
    interest_rate: 0,
  };
  const made: string[] = [];
  for (const many of inTurns(Array.from({ length: COUNT }, () => one)))
    made.push(...(await fund(fixture.gateway.gateway, commandLine, many)));
  ids = made;
});
afterAll(() => fixture.gateway.close());

const inTurns = <Item>(all: readonly Item[]): readonly (readonly Item[])[] =>
  Array.from({ length: Math.ceil(all.length / TOGETHER) }, (_, at) =>
    all.slice(at * TOGETHER, (at + 1) * TOGETHER),
  );

/** Writes settlements off in one transaction, as the mutation does with each. */
const writeOffTogether = defineCommand({
  name: 'writeOffTogether',
  roles: ['operator'],
  input: z.array(z.string()),
  async run(context, { input }): Promise<null> {
    for (const each of (await lockServicedAmong(context, input)).values())
      await changeServicing(context, each, { kind: 'writeOff', code: 'other', reason: null });
    return null;
  },
});

async function asked(query: string, variables: object = {}) {
  const { json } = await fixture.admin.graphql(query, variables);
  expect(json.errors).toBeUndefined();
  return json.data;
}

async function outstanding() {
  const { settlementOverview, customer } = await asked(
    `query ($id: ID!) {
      settlementOverview { outstanding { ages { count amount } claims { count amount } } totals { status count amount } }
      customer(id: $id) { exposure { outstanding claims largestFunded } }
    }`,
    { id: customerId },
  );
  const { ages, claims } = settlementOverview.outstanding;
  return {
    ages: ages.filter(({ count }: { count: number }) => count > 0),
    claims,
    totals: settlementOverview.totals,
    exposure: customer.exposure,
  };
}

/** What is owed by all statements, and in the last line of the file. */
async function owedByStatements() {
  const { partner } = fixture;
  const ofPartner = await partner.rest('GET', '/v1/statement?currency=HKD');
  const later = await partner.rest('GET', `/v1/statement?currency=HKD&from=${TOMORROW}`);
  const { statement } = await asked('{ statement(currency: "HKD") { closingBalance } }');
  const { lines } = await fixture.save('partner-statement', {
    partnerId: partner.partnerId,
    currency: 'HKD',
  });
  return [
    ofPartner.json.closing_balance,
    later.json.opening_balance,
    statement.closingBalance,
    // Source and reference of a payment are the last two columns.
    lines.at(-1)?.split(',').at(-3),
  ];
}

const request = async () => {
  const body = settlementBody(customerId, { amount: EACH });
  const { status, json } = await fixture.partner.rest('POST', '/v1/instant-settlements', body);
  return [status, json.status];
};

test('what is outstanding in all has no ceiling, and is exact', async () => {
  expect(await outstanding()).toEqual({
    ages: [{ count: COUNT, amount: ALL }],
    claims: [],
    totals: [{ status: 'FUNDED', count: COUNT, amount: ALL }],
    exposure: [{ outstanding: ALL, claims: '0', largestFunded: EACH }],
  });
  expect(await owedByStatements()).toEqual([ALL, ALL, ALL, ALL_IN_HKD]);
  // The journal as a file: each entry has a debit and a credit.
  const { lines } = await fixture.save('journal', { currency: 'HKD' });
  expect(lines).toHaveLength(1 + 2 * COUNT);
  expect(lines.at(-1)).toContain(',90071992547409.91,');
});

test('a customer that owes all this is decided on by its limit', async () => {
  const { partnerId } = fixture.partner;
  const set = (limit: number) =>
    asked(
      `mutation ($id: ID!) { updatePartner(id: $id, input: {
        review: AUTO, interestRate: { default: 0 }, autoLimit: [{ currency: "HKD", amount: ${limit} }] }) { id } }`,
      { id: partnerId },
    );
  await set(EACH);
  expect(await request()).toEqual([200, 'submitted']);
});

test('claims have no ceiling, and are exact', async () => {
  for (const many of inTurns(ids))
    await execute(fixture.gateway.gateway, writeOffTogether, {
      caller: commandLine,
      requestId: 'test',
      ids: {},
      input: many,
    });
  const { ages, claims, exposure } = await outstanding();
  expect(ages).toEqual([]);
  expect(claims).toEqual([{ count: COUNT, amount: ALL }]);
  expect(exposure).toEqual([{ outstanding: '0', claims: ALL, largestFunded: EACH }]);
  expect(await owedByStatements()).toEqual(['0', '0', '0', '0.00']);
  expect(await request()).toEqual([200, 'submitted']);
});

test('a bulk recovers more in all than an exact number holds, and the totals fit the rows', async () => {
  const items = ids.slice(0, TOGETHER).map((fundingId, at) => ({
    fundingId,
    amount: EACH,
    source: 'TRANSFER',
    reference: `transfer ${at}`,
  }));
  const { recordRepayments } = await asked(
    `mutation ($items: [RecordRepaymentsItem!]!) { recordRepayments(input: { items: $items }) {
      recorded items { allocated { recovery } } } }`,
    { items },
  );
  expect(recordRepayments.recorded).toBe(TOGETHER);
  expect(recordRepayments.items[0].allocated).toEqual({ recovery: EACH });
  const { ages, claims } = await outstanding();
  expect([ages, claims]).toEqual([[], [{ count: COUNT - TOGETHER, amount: '4773815605012725230' }]]);
  const { findings } = await verify(fixture.gateway);
  expect(findings).toEqual([]);
});
