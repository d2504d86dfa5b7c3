import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { kycBody } from '../../support/gateway.ts';
import { openWorkListFixture, pageOf, walk, type WorkListFixture } from './work-list-fixture.ts';

const DAY = 86_400;

let fixture: WorkListFixture;
beforeAll(async () => {
  fixture = await openWorkListFixture();
});
afterAll(() => fixture.close());

test('settlements to review come from all partners, the longest waiting first', async () => {
  const [one, other] = [
    await fixture.funded({ review: 'manual' }),
    await fixture.funded({ review: 'manual' }),
  ];
  const ids: string[] = [];
  for (const [partner, currency] of [
    [one, 'HKD'],
    [other, 'JPY'],
    [other, 'HKD'],
    [one, 'USD'],
    [one, 'JPY'],
  ] as const) {
    ids.push(await partner.ask(currency));
    fixture.later(60);
  }
  expect(await pageOf(fixture.operator, 'settlementsToReview')).toMatchObject({ ids, totalCount: 5 });
  expect(await walk(fixture.operator, 'settlementsToReview', { size: 2 })).toEqual(ids);
  expect(await walk(fixture.operator, 'settlementsToReview', { size: 2, from: 'end' })).toEqual(ids);

  const ofOne = `first: 100, filter: { partnerId: "${one.partnerId}" }`;
  expect(await pageOf(fixture.operator, 'settlementsToReview', ofOne)).toMatchObject({
    ids: [ids[0], ids[3], ids[4]],
    totalCount: 3,
  });
  const inYen = 'first: 100, filter: { currency: "JPY" }';
  expect(await pageOf(fixture.operator, 'settlementsToReview', inYen)).toMatchObject({
    ids: [ids[1], ids[4]],
    totalCount: 2,
  });
  const both = `first: 100, filter: { partnerId: "${one.partnerId}", currency: "JPY" }`;
  expect(await pageOf(fixture.operator, 'settlementsToReview', both)).toMatchObject({
    ids: [ids[4]],
    totalCount: 1,
  });
});

test('settlements to disburse come in the order in which they were accepted', async () => {
  const partner = await fixture.funded();
  const [first, second, third] = [await partner.ask(), await partner.ask('JPY'), await partner.ask()];
  for (const id of [second, third, first]) {
    fixture.later(60);
    await partner.decide(id, 'accept');
  }
  const filter = `{ partnerId: "${partner.partnerId}" }`;
  expect(await walk(fixture.operator, 'settlementsToDisburse', { size: 1, filter })).toEqual([
    second,
    third,
    first,
  ]);
  const all = await pageOf(fixture.operator, 'settlementsToDisburse');
  expect(all.totalCount).toBe(all.ids.length);
});

describe('settlements to disburse whose KYC changed since the approval', () => {
  test('come before the others, show that they changed, and have pages from both ends', async () => {
    const [quiet, busy] = [await fixture.funded(), await fixture.funded()];
    const ids: string[] = [];
    for (const [partner, currency] of [
      [quiet, 'HKD'],
      [busy, 'JPY'],
      [quiet, 'USD'],
      [busy, 'HKD'],
      [busy, 'USD'],
    ] as const) {
      const id = await partner.ask(currency);
      fixture.later(60);
      await partner.decide(id, 'accept');
      ids.push(id);
    }
    const [oldest, jpy, second, hkd, usd] = ids;
    await busy.rest('PUT', `/v1/kyc/hk/${busy.customerId}`, kycBody({ legal_name: 'Swapped Limited' }));
    const mine = async () => {
      const { json } = await fixture.operator.graphql(
        '{ workList { settlementsToDisburse(first: 100) { nodes { id kycChanged approvedKycRevision } } } }',
      );
      interface Node {
        readonly id: string;
        readonly kycChanged: boolean;
        readonly approvedKycRevision: number;
      }
      const nodes: readonly Node[] = json.data.workList.settlementsToDisburse.nodes;
      return nodes.filter(({ id }) => ids.includes(id));
    };
    expect((await mine()).map(({ id, kycChanged }) => [id, kycChanged])).toEqual([
      [jpy, true],
      [hkd, true],
      [usd, true],
      [oldest, false],
      [second, false],
    ]);
    for (const from of ['start', 'end'] as const) {
      for (const size of [1, 2, 3]) {
        const seen = await walk(fixture.operator, 'settlementsToDisburse', { size, from });
        expect(seen.filter((id) => ids.includes(id))).toEqual([jpy, hkd, usd, oldest, second]);
      }
    }
    const filter = `{ partnerId: "${quiet.partnerId}" }`;
    expect(await walk(fixture.operator, 'settlementsToDisburse', { size: 1, filter })).toEqual([
      oldest,
      second,
    ]);
  });

  test('do not appear again on later pages', async () => {
    const partner = await fixture.funded();
    const ids: string[] = [];
    for (let count = 0; count < 4; count += 1) {
      fixture.later(60);
      ids.push(await partner.ask());
      await partner.decide(ids[count] ?? '', 'accept');
    }
    const filter = `{ partnerId: "${partner.partnerId}" }`;
    let changed = false;
    const between = async () => {
      if (changed) return;
      changed = true;
      await partner.rest('PUT', `/v1/kyc/hk/${partner.customerId}`, kycBody({ legal_name: 'Swapped' }));
    };
    const seen = await walk(fixture.operator, 'settlementsToDisburse', { size: 2, filter, between });
    expect(seen).toEqual(ids.slice(0, 2));
    expect(await walk(fixture.operator, 'settlementsToDisburse', { size: 2, filter })).toEqual(ids);
  });
});

describe('lapsing offers', () => {
  test('come with the soonest first and are counted to the day', async () => {
    const hasty = await fixture.funded({ offer_valid_days: 2 });
    const patient = await fixture.funded({ offer_valid_days: 10 });
    const late = await patient.ask();
    const soon = await hasty.ask('JPY');
    fixture.later((3 * DAY) / 2);
    const middle = await hasty.ask();
    const { ids, totalCount } = await pageOf(fixture.operator, 'lapsingOffers');
    expect(ids.filter((id) => [late, soon, middle].includes(id))).toEqual([soon, middle, late]);
    expect(totalCount).toBe(ids.length);

    const rows = await fixture.gateway.database.reads
      .selectFrom('instant_settlement')
      .select(['id', 'currency', 'offer_expires_at'])
      .where('status', '=', 'approved')
      .execute();
    for (const day of ['2026-03-01', '2026-03-04', '2026-03-05', '2026-03-12', '2026-04-30', '2036-01-01']) {
      for (const currency of [null, 'HKD', 'JPY']) {
        const due = rows.filter(
          (row) =>
            (row.offer_expires_at ?? '').slice(0, 10) <= day &&
            (currency === null || row.currency === currency),
        );
        const filter = `{ until: "${day}" ${currency === null ? '' : `, currency: "${currency}"`} }`;
        const page = await pageOf(fixture.operator, 'lapsingOffers', `first: 100, filter: ${filter}`);
        expect([day, currency, page.totalCount]).toEqual([day, currency, due.length]);
        expect(page.ids.toSorted()).toEqual(due.map(({ id }) => id).toSorted());
      }
    }
  });

  test('leave the list when the partner decides', async () => {
    const partner = await fixture.funded();
    const id = await partner.ask();
    const filter = `first: 100, filter: { partnerId: "${partner.partnerId}", until: "2036-01-01" }`;
    expect(await pageOf(fixture.operator, 'lapsingOffers', filter)).toMatchObject({
      ids: [id],
      totalCount: 1,
    });
    await partner.decide(id, 'reject');
    expect(await pageOf(fixture.operator, 'lapsingOffers', filter)).toMatchObject({ ids: [], totalCount: 0 });
  });
});

test('an item that leaves the list between two pages makes no other item missing or double', async () => {
  const partner = await fixture.funded();
  const ids: string[] = [];
  for (let count = 0; count < 9; count += 1) ids.push(await partner.ask(['HKD', 'JPY', 'USD'][count % 3]));
  const leaving = [ids[2], ids[7]];
  const filter = `{ partnerId: "${partner.partnerId}" }`;
  const between = async () => {
    const id = leaving.shift();
    if (id !== undefined) await partner.decide(id, 'accept');
  };
  // The third is the end of the first page and leaves before the second page is read; the eighth leaves before it is shown.
  const seen = await walk(fixture.operator, 'lapsingOffers', { size: 3, filter, between });
  expect(seen).toEqual(ids.filter((id) => id !== ids[7]));
});

test('lists of operators have one partner or all, and show the partner of each record', async () => {
  const [one, other] = [await fixture.funded(), await fixture.funded()];
  const id = await one.ask();
  await other.ask();
  const query = `query ($partnerId: ID, $other: ID) {
    customers(filter: { partnerId: $partnerId, externalCustomerId: "ext-1" }) {
      totalCount nodes { id partner { id } mine: instantSettlements(filter: { partnerId: $partnerId }) { totalCount nodes { id } }
        others: instantSettlements(filter: { partnerId: $other }) { totalCount nodes { id } } }
    }
    instantSettlements(filter: { partnerId: $partnerId, status: APPROVED }) { totalCount nodes { id partner { id } } }
  }`;
  const { partnerId } = one;
  const { json } = await fixture.operator.graphql(query, { partnerId, other: other.partnerId });
  const partner = { id: partnerId };
  expect(json).toEqual({
    data: {
      customers: {
        totalCount: 1,
        nodes: [
          {
            id: one.customerId,
            partner,
            mine: { totalCount: 1, nodes: [{ id }] },
            others: { totalCount: 0, nodes: [] },
          },
        ],
      },
      instantSettlements: { totalCount: 1, nodes: [{ id, partner }] },
    },
  });
  const everybody = await fixture.operator.graphql(
    '{ customers(first: 100, filter: { externalCustomerId: "ext-1" }) { totalCount nodes { id } } }',
  );
  const { totalCount, nodes } = everybody.json.data.customers;
  expect(totalCount).toBe(nodes.length);
  expect(nodes).toEqual(expect.arrayContaining([{ id: one.customerId }, { id: other.customerId }]));
});

test('a partner gets no item, and cannot see whether there is one', async () => {
  const partner = await fixture.partner();
  for (const queue of [
    'settlementsToReview',
    'settlementsToDisburse',
    'lapsingOffers',
    'customersWithKycWarnings',
  ]) {
    const { json } = await partner.graphql(`{ workList { ${queue} { totalCount nodes { id } } } }`);
    expect(json.data).toBeUndefined();
    expect(json.errors).toMatchObject([{ extensions: { code: 'permission_denied' } }]);
  }
});

test.each([
  ['settlementsToReview', 'after: "yesterday"', 'after'],
  ['settlementsToReview', `after: "fun_${'0'.repeat(26)}"`, 'after'],
  ['lapsingOffers', 'first: 101', 'first'],
  ['lapsingOffers', `after: "lapsing.ahead.2026-02-14T12:30:00Z.fun_${'0'.repeat(26)}"`, 'after'],
  ['settlementsToDisburse', `after: "disburse.behind.2026-02-14T12:30:00Z.fun_${'0'.repeat(26)}"`, 'after'],
  ['settlementsToDisburse', 'filter: { currency: "EUR" }', 'currency'],
])('%s(%s) is refused', async (queue, args, param) => {
  const { json } = await fixture.operator.graphql(`{ workList { ${queue}(${args}) { totalCount } } }`);
  expect(json.errors).toMatchObject([{ extensions: { code: 'parameter_invalid', param } }]);
});

const QUEUES = ['settlementsToReview', 'settlementsToDisburse', 'lapsingOffers', 'customersWithKycWarnings'];

test.each(QUEUES)('a cursor of %s is accepted by that queue, and by no other list', async (own) => {
  const partner = await fixture.funded(own === 'settlementsToReview' ? { review: 'manual' } : {});
  const id = await partner.ask();
  if (own === 'settlementsToDisburse') await partner.decide(id, 'accept');
  await partner.rest('PUT', `/v1/kyc/hk/${partner.customerId}`, kycBody({ isic: '9' }));
  const { startCursor } = await pageOf(fixture.operator, own, 'first: 1');
  expect(startCursor).not.toBeNull();
  const { graphql } = fixture.operator;
  const inQueue = (queue: string) => `{ workList { ${queue}(after: "${startCursor}") { totalCount } } }`;
  expect((await graphql(inQueue(own))).json.errors).toBeUndefined();
  const others = QUEUES.filter((queue) => queue !== own).map(inQueue);
  const lists = ['customers', 'instantSettlements'].map(
    (list) => `{ ${list}(after: "${startCursor}") { totalCount } }`,
  );
  for (const query of [...others, ...lists]) {
    const { json } = await graphql(query);
    expect(json.errors, query).toMatchObject([
      {
        message: 'after must be a cursor of this list.',
        extensions: { code: 'parameter_invalid', param: 'after' },
      },
    ]);
  }
});

test('the cost of a page of a queue depends on its size, and a page that is too large is refused', async () => {
  const below = 'nodes { customer { instantSettlements(first: 100) { nodes { id } } } }';
  const query = (size: number) => `{ workList { lapsingOffers(first: ${size}) { ${below} } } }`;
  expect((await fixture.operator.graphql(query(10))).json.errors).toBeUndefined();
  const { json } = await fixture.operator.graphql(query(100));
  expect(json.errors).toMatchObject([{ extensions: { code: 'query_too_complex' } }]);
});
