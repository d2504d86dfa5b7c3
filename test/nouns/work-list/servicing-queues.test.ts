import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openServicing } from '../settlement/servicing/fixture.ts';
import { pageOf, walk } from './work-list-fixture.ts';

let fixture: Awaited<ReturnType<typeof openServicing>>;
let fundingId: string;
/** The ids of the reports, in the order in which they came. */
const reports: string[] = [];

async function report(reference: string, amount = 5_000): Promise<string> {
  const path = `/v1/instant-settlements/${fundingId}/repayments`;
  const { json } = await fixture.partner.rest('POST', path, { amount, source: 'transfer', reference });
  return json.repayment_id;
}

beforeAll(async () => {
  fixture = await openServicing();
  await fixture.operator.graphql(
    'mutation ($id: ID!) { updatePartner(id: $id, input: { reportsRepayments: true }) { id } }',
    { id: fixture.partner.partnerId },
  );
  fundingId = await fixture.fund();
  for (const reference of ['first', 'second']) reports.push(await report(reference));
  fixture.waitDays(3);
  for (const reference of ['third', 'fourth', 'fifth']) reports.push(await report(reference));
});
afterAll(() => fixture.close());

const operator = () => fixture.operator;

/** The references of the queue and whether each is marked. */
async function marks() {
  const { json } = await operator().graphql(
    '{ workList { reportedRepayments { nodes { reference longUnanswered settlement { id } } } } }',
  );
  expect(json.errors).toBeUndefined();
  return json.data.workList.reportedRepayments.nodes.map(
    ({ reference, longUnanswered }: { reference: string; longUnanswered: boolean }) => [
      reference,
      longUnanswered,
    ],
  );
}

describe('the reported repayments', () => {
  test('are listed with the oldest report first, page by page from both ends', async () => {
    const first = await pageOf(operator(), 'reportedRepayments', 'first: 2');
    expect(first).toMatchObject({
      ids: reports.slice(0, 2),
      totalCount: 5,
      startCursor: `reported.2026-03-02T02:00:00Z.${reports[0]}`,
    });
    expect(await walk(operator(), 'reportedRepayments', { size: 2 })).toEqual(reports);
    expect(await walk(operator(), 'reportedRepayments', { size: 2, from: 'end' })).toEqual(reports);
  });

  test('are marked a second after three days', async () => {
    expect(await marks()).toEqual([
      ['first', false],
      ['second', false],
      ['third', false],
      ['fourth', false],
      ['fifth', false],
    ]);
    fixture.wait(1_000);
    expect((await marks()).slice(1, 3)).toEqual([
      ['second', true],
      ['third', false],
    ]);
  });

  test('are narrowed by currency and by partner, and counted so', async () => {
    const narrowed = async (filter: string) => {
      const { ids, totalCount } = await pageOf(operator(), 'reportedRepayments', `filter: { ${filter} }`);
      return [ids.length, totalCount];
    };
    expect(await narrowed('currency: "HKD"')).toEqual([5, 5]);
    expect(await narrowed('currency: "JPY"')).toEqual([0, 0]);
    expect(await narrowed(`partnerId: "${fixture.partner.partnerId}"`)).toEqual([5, 5]);
    const other = await fixture.newPartner();
    expect(await narrowed(`partnerId: "${other.partnerId}"`)).toEqual([0, 0]);
    expect(await narrowed(`partnerId: "${other.partnerId}", currency: "HKD"`)).toEqual([0, 0]);
  });

  test('leave the list when they are confirmed, declined or cancelled', async () => {
    const [first = '', second = '', third = ''] = reports;
    await operator().graphql('mutation ($id: ID!) { confirmRepayment(id: $id) { status } }', { id: first });
    await operator().graphql('mutation ($id: ID!) { declineRepayment(id: $id, reason: "no") { status } }', {
      id: second,
    });
    await fixture.partner.rest('POST', `/v1/repayments/${third}/cancel`, {});
    expect(await pageOf(operator(), 'reportedRepayments')).toMatchObject({
      ids: reports.slice(3),
      totalCount: 2,
    });
    // What was answered is no longer late.
    const { json } = await operator().graphql('query ($id: ID!) { repayment(id: $id) { longUnanswered } }', {
      id: first,
    });
    expect(json.data.repayment).toEqual({ longUnanswered: false });
  });

  test('are for operators only, and a cursor of another queue is refused', async () => {
    const refused = await fixture.partner.graphql('{ workList { reportedRepayments { totalCount } } }');
    expect(refused.json.errors[0].extensions.code).toBe('permission_denied');
    const { json } = await operator().graphql(
      `{ workList { reportedRepayments(after: "review.2026-03-02T02:00:00Z.${fundingId}") { totalCount } } }`,
    );
    expect(json.errors[0].extensions).toMatchObject({ code: 'parameter_invalid', param: 'after' });
  });
});

describe('the overdue settlements', () => {
  test('are narrowed by how long they are overdue', async () => {
    // Of 2 March and 30 days: to be paid by 1 April.
    fixture.onDay('2026-04-08');
    const count = async (filter: string) =>
      (await pageOf(operator(), 'overdueSettlements', `filter: { ${filter} }`)).totalCount;
    expect(await count('daysMin: 7')).toBe(1);
    expect(await count('daysMin: 8')).toBe(0);
    expect(await count('daysMin: 7, currency: "JPY"')).toBe(0);
    expect((await pageOf(operator(), 'overdueSettlements', 'filter: { daysMin: 7 }')).ids).toEqual([
      fundingId,
    ]);
    expect((await pageOf(operator(), 'overdueSettlements', 'filter: { daysMin: 8 }')).ids).toEqual([]);
  });

  test.each([0, 36_501])('of %d days are refused', async (days) => {
    const { json } = await operator().graphql(
      `{ workList { overdueSettlements(filter: { daysMin: ${days} }) { totalCount } } }`,
    );
    expect(json.errors[0].extensions).toMatchObject({ code: 'parameter_invalid', param: 'daysMin' });
  });
});
