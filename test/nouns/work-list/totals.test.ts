import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { settlementMachine } from '../../../src/nouns/settlement/settlement.machine.ts';
import { runHousekeeping } from '../../../src/run/upkeep/housekeeping.ts';
import { kycBody } from '../../support/gateway.ts';
import { openWorkListFixture, pageOf, walk, type WorkListFixture } from './work-list-fixture.ts';

const CURRENCIES = ['HKD', 'JPY'] as const;
const HOUR = 3_600;

const receivedOf = async ({ gateway }: WorkListFixture, id: string): Promise<string> => {
  const repayment = await gateway.database.reads
    .selectFrom('repayment')
    .select('id')
    .where('settlement_id', '=', id)
    .where('status', '=', 'received')
    .executeTakeFirst();
  return repayment?.id ?? 'none';
};

/** How each event is caused by hand; `expire` is left to the scheduler, and the reversal of a repayment reopens. */
const VERBS: Readonly<Record<string, (id: string, received: string) => string>> = {
  approve: (id) => `approveInstantSettlement(id: "${id}")`,
  deny: (id) => `denyInstantSettlement(id: "${id}", reason: OTHER)`,
  accept: (id) => `acceptInstantSettlement(id: "${id}")`,
  reject: (id) => `rejectInstantSettlement(id: "${id}", reason: "no")`,
  withdraw: (id) => `withdrawInstantSettlement(id: "${id}", reason: "no")`,
  disburse: (id) => `disburseInstantSettlement(id: "${id}", reference: "ref")`,
  revoke: (id) => `revokeInstantSettlement(id: "${id}", reason: "no")`,
  repay: (id) => `repayInstantSettlement(id: "${id}")`,
  return: (id) => `returnDisbursement(id: "${id}", reason: "no")`,
  reopen: (_, received) => `reverseRepayment(id: "${received}", reason: "no")`,
};

const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('ask'), at: fc.nat(99) }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constantFrom(...Object.keys(VERBS)), at: fc.nat(99) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('text'), at: fc.nat(99) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('wait'), at: fc.nat(99) }) },
);

type Partner = Awaited<ReturnType<WorkListFixture['funded']>>;

/** Two partners, one reviewed by hand, whose offers end after a day and after three. */
async function openPartners(fixture: WorkListFixture): Promise<readonly [Partner, Partner]> {
  return [
    await fixture.funded({ review: 'manual', offer_valid_days: 1 }),
    await fixture.funded({ offer_valid_days: 3 }),
  ];
}

async function take(
  fixture: WorkListFixture,
  partners: readonly [Partner, Partner],
  ids: string[],
  { kind, at }: { readonly kind: string; readonly at: number },
) {
  const partner = at % 2 === 0 ? partners[0] : partners[1];
  if (kind === 'ask') {
    ids.push(await partner.ask(CURRENCIES[Math.floor(at / 2) % 2]));
  } else if (kind === 'text') {
    await partner.rest(
      'PUT',
      `/v1/kyc/hk/${partner.customerId}`,
      kycBody({ isic: at % 3 === 0 ? 'G4690' : '0000' }),
    );
  } else if (kind === 'wait') {
    fixture.later(at * HOUR);
    if (at % 4 === 0) await runHousekeeping(fixture.gateway);
  } else {
    const id = ids[at % ids.length] ?? 'none';
    const mutation = `mutation { ${VERBS[kind]?.(id, await receivedOf(fixture, id))} { id } }`;
    for (const caller of [fixture.operator, ...partners]) await caller.graphql(mutation);
  }
  fixture.later(1);
}

async function rowsOf(fixture: WorkListFixture) {
  const { reads } = fixture.gateway.database;
  return reads
    .selectFrom('instant_settlement')
    .select([
      'id',
      'partner_id',
      'status',
      'currency',
      'amount',
      'updated_at',
      'offer_expires_at',
      'kyc_changed',
    ])
    .execute();
}

/** Rows as every reader sees them: an offer that has lapsed is denied, even before the scheduler has written so. */
const asRead = (rows: Awaited<ReturnType<typeof rowsOf>>, now: string) =>
  rows.map((row) => {
    const hasLapsed =
      row.status === 'approved' && row.offer_expires_at !== null && row.offer_expires_at <= now;
    return hasLapsed ? { ...row, status: 'denied' } : row;
  });

type Row = Awaited<ReturnType<typeof rowsOf>>[number];

/** Checks a queue: in pages from both ends, and its total. */
async function expectQueue(
  fixture: WorkListFixture,
  queue: string,
  filter: string,
  expected: readonly string[],
) {
  expect(await walk(fixture.operator, queue, { size: 3, filter }), filter).toEqual(expected);
  expect(await walk(fixture.operator, queue, { size: 4, filter, from: 'end' })).toEqual(expected);
  expect((await pageOf(fixture.operator, queue, `first: 1, filter: ${filter}`)).totalCount).toBe(
    expected.length,
  );
}

/** Checks the list of settlements, and the statuses that it shows. */
async function expectList({ operator }: WorkListFixture, filter: string, expected: readonly string[]) {
  const { json } = await operator.graphql(
    `{ instantSettlements(first: 100, filter: ${filter}) { totalCount nodes { id } } }`,
  );
  const { totalCount, nodes } = json.data.instantSettlements;
  expect(
    nodes.map(({ id }: { id: string }) => id),
    filter,
  ).toEqual(expected);
  expect(totalCount, filter).toBe(expected.length);
}

/** Checks the overview: the number and the money of each status and currency. */
async function expectOverview({ operator }: WorkListFixture, rows: readonly Row[]) {
  const { json } = await operator.graphql(
    '{ settlementOverview { totals { status currency count amount } } }',
  );
  const groups = Map.groupBy(rows, ({ status, currency }) => `${status.toUpperCase()} ${currency}`);
  const expected = [...groups].map(([of, own]) => [
    of,
    own.length,
    String(own.reduce((sum, { amount }) => sum + BigInt(amount), 0n)),
  ]);
  interface Total {
    readonly status: string;
    readonly currency: string;
    readonly count: number;
    readonly amount: string;
  }
  const totals = json.data.settlementOverview.totals.map(({ status, currency, count, amount }: Total) => [
    `${status} ${currency}`,
    count,
    amount,
  ]);
  expect(totals.toSorted()).toEqual(expected.toSorted());
}

const inOrder = (rows: readonly Row[], moment: (row: Row) => string | null) =>
  rows.toSorted((a, b) => (`${moment(a)} ${a.id}` < `${moment(b)} ${b.id}` ? -1 : 1)).map(({ id }) => id);

test('the events of the test are the events of the machine', () => {
  expect([...Object.keys(VERBS), 'expire'].toSorted()).toEqual(settlementMachine.events.toSorted());
});

test('every queue holds what it should and counts it, after any series of changes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
      const fixture = await openWorkListFixture();
      const partners = await openPartners(fixture);
      const ids: string[] = [];
      for (const each of steps) await take(fixture, partners, ids, each);

      const rows = asRead(await rowsOf(fixture), fixture.now());
      await expectOverview(fixture, rows);
      for (const partnerId of [null, partners[0].partnerId]) {
        for (const currency of [null, ...CURRENCIES]) {
          const held = (status: string) =>
            rows
              .filter((row) => row.status === status)
              .filter((row) => partnerId === null || row.partner_id === partnerId)
              .filter((row) => currency === null || row.currency === currency);
          const filters = [
            ...(partnerId === null ? [] : [`partnerId: "${partnerId}"`]),
            ...(currency === null ? [] : [`currency: "${currency}"`]),
          ];
          const filter = `{ ${filters.join(', ')} }`;
          await expectQueue(
            fixture,
            'settlementsToReview',
            filter,
            inOrder(held('submitted'), (row) => row.updated_at),
          );
          await expectQueue(
            fixture,
            'settlementsToDisburse',
            filter,
            // Those whose KYC changed come first.
            inOrder(held('accepted'), (row) => `${1 - row.kyc_changed} ${row.updated_at}`),
          );
          for (const statuses of [['APPROVED'], ['DENIED'], ['DENIED', 'ACCEPTED'], ['APPROVED', 'DENIED']]) {
            const listed = statuses.flatMap((status) => held(status.toLowerCase()).map(({ id }) => id));
            const status = `status: [${statuses.join(', ')}]`;
            await expectList(
              fixture,
              `{ ${[...filters, status].join(', ')} }`,
              listed.toSorted().toReversed(),
            );
          }
          const offers = inOrder(held('approved'), (row) => row.offer_expires_at);
          await expectQueue(fixture, 'lapsingOffers', filter, offers);
          for (const day of ['2026-03-03', '2026-03-06', '2026-03-20']) {
            const ending = held('approved').filter((row) => (row.offer_expires_at ?? '').slice(0, 10) <= day);
            const until = `{ ${[...filters, `until: "${day}"`].join(', ')} }`;
            await expectQueue(
              fixture,
              'lapsingOffers',
              until,
              inOrder(ending, (row) => row.offer_expires_at),
            );
          }
        }
      }
      const warned = await pageOf(fixture.operator, 'customersWithKycWarnings');
      expect(warned.totalCount).toBe(warned.ids.length);
      await fixture.close();
    }),
    { numRuns: 3 },
  );
});
