import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS, openRepayments, type Repayments } from './fixture.ts';

let fixture: Repayments;
let id: string;
beforeAll(async () => {
  fixture = await openRepayments();
  id = await fixture.bring('funded');
  // The payout was on the first of March, and today is the third.
  fixture.wait(2 * DAY_MS);
});
afterAll(() => fixture.close());

/** By REST as the partner reports, and by GraphQL as the operator records. */
const FAULTS: readonly (readonly [what: string, input: object, code: string, param: string])[] = [
  ['of nothing', { amount: 0 }, 'parameter_invalid', 'amount'],
  ['of less than nothing', { amount: -1 }, 'parameter_invalid', 'amount'],
  ['of half a cent', { amount: 0.5 }, 'parameter_invalid', 'amount'],
  ['of more than is exact', { amount: 2 ** 53 }, 'parameter_invalid', 'amount'],
  ['without an amount', { amount: null }, 'parameter_missing', 'amount'],
  ['of a day before the payout', { received_on: '2026-02-28' }, 'parameter_invalid', 'received_on'],
  ['of tomorrow', { received_on: '2026-03-04' }, 'parameter_invalid', 'received_on'],
  ['of a day that does not exist', { received_on: '2026-02-30' }, 'parameter_invalid', 'received_on'],
  ['from an unknown source', { source: 'cheque' }, 'parameter_invalid', 'source'],
  ['without a source', { source: null }, 'parameter_missing', 'source'],
  ['with a reference of 141 characters', { reference: 'x'.repeat(141) }, 'parameter_invalid', 'reference'],
  ['with a control character', { reference: 'a\u0007' }, 'parameter_invalid', 'reference'],
  ['in another currency', { currency: 'USD' }, 'parameter_invalid', 'currency'],
  ['with an unknown member', { memo: 'x' }, 'parameter_unknown', 'memo'],
];

describe('a repayment', () => {
  test.each(FAULTS)('%s is refused on REST', async (_what, changes, code, param) => {
    const body = { amount: 5, source: 'transfer', ...changes };
    const { status, json } = await fixture.partner.rest(
      'POST',
      `/v1/instant-settlements/${id}/repayments`,
      body,
    );
    expect([status, json.error.code, json.error.param]).toEqual([400, code, param]);
  });

  test.each(FAULTS)('%s is refused on GraphQL', async (_what, changes, code, param) => {
    const named = Object.entries({ amount: 5, source: 'transfer', ...changes });
    const input = Object.fromEntries(
      named.map(([name, value]) => [
        name === 'received_on' ? 'receivedOn' : name,
        name === 'source' && typeof value === 'string' ? value.toUpperCase() : value,
      ]),
    );
    const { error } = await fixture.run('record', { id, input });
    expect(error).toEqual({ code, param: param === 'received_on' ? 'receivedOn' : param });
  });

  test.each(['2026-03-01', '2026-03-03'])('of the day %s is taken', async (receivedOn) => {
    expect((await fixture.record(id, { receivedOn })).repayment.receivedOn).toBe(receivedOn);
  });

  test('of one cent is taken, and a report is confirmed with one', async () => {
    expect((await fixture.record(id, { amount: 1 })).repayment.amount).toBe(1);
    const { repayment } = await fixture.report(id, { amount: 2 });
    const { repayment: confirmed } = await fixture.run('confirm', { id: repayment.id, input: { amount: 1 } });
    expect([confirmed.amount, confirmed.reported.amount]).toEqual([1, 2]);
  });

  test('is taken with a reference of 140 characters; an empty reference counts as no reference', async () => {
    const { repayment } = await fixture.record(id, { reference: '😀'.repeat(140) });
    expect([...repayment.reference]).toHaveLength(140);
    expect((await fixture.record(id, { amount: 77, reference: ' ' })).repayment.reference).toBeNull();
  });

  test.each(['submitted', 'approved', 'denied', 'accepted', 'rejected'] as const)(
    'of a settlement that is %s is refused',
    async (status) => {
      const other = await fixture.bring(status);
      for (const verb of ['report', 'record'] as const)
        expect((await fixture[verb](other)).error).toEqual({ code: 'funding_status_invalid' });
      const path = `/v1/instant-settlements/${other}/repayments`;
      const { json, ...answer } = await fixture.partner.rest('POST', path, { amount: 5, source: 'transfer' });
      expect([answer.status, json.error.code]).toEqual([409, 'funding_status_invalid']);
    },
  );
});

test('a repayment of tomorrow is refused before the status of its settlement, and without a day of the payout', async () => {
  const offer = await fixture.bring('approved');
  const path = `/v1/instant-settlements/${offer}/repayments`;
  const body = { amount: 5, source: 'transfer', received_on: '2026-03-04' };
  const { json } = await fixture.partner.rest('POST', path, body);
  expect(json.error).toMatchObject({ code: 'parameter_invalid', param: 'received_on' });
  expect(json.error.message).toBe('received_on must be at most 2026-03-03.');
});

describe('a reversal', () => {
  const reverse = (repaymentId: string, more: object) =>
    fixture.run('reverse', { id: repaymentId, reason: 'r', ...more });

  test.each([
    ['before the day of the repayment', { reversedOn: '2026-03-01' }],
    ['of tomorrow', { reversedOn: '2026-03-04' }],
    ['of a mistake on a day', { kind: 'MISTAKE', reversedOn: '2026-03-02' }],
  ])('%s is refused', async (_what, more) => {
    const { repayment } = await fixture.record(id, { receivedOn: '2026-03-02' });
    expect((await reverse(repayment.id, more)).error).toEqual({
      code: 'parameter_invalid',
      param: 'reversedOn',
    });
  });

  test.each(['', 'x'.repeat(1_001), 'bell\u0007'])('for the reason %.10j is refused', async (reason) => {
    const { repayment } = await fixture.record(id);
    expect((await reverse(repayment.id, { reason })).error).toEqual({
      code: 'parameter_invalid',
      param: 'reason',
    });
    const reported = await fixture.report(id);
    const declined = await fixture.run('decline', { id: reported.repayment.id, reason });
    expect(declined.error).toEqual({ code: 'parameter_invalid', param: 'reason' });
    await fixture.run('cancel', { id: reported.repayment.id });
  });

  test('of a reversal is refused', async () => {
    const { repayment } = await fixture.record(id);
    expect((await reverse(repayment.id, {})).error).toBeNull();
    expect((await reverse(repayment.id, {})).error).toEqual({ code: 'repayment_status_invalid' });
  });
});

test('a repayment that is not there is missing, for each of its operations', async () => {
  for (const verb of ['cancel', 'confirm', 'decline', 'reverse'] as const)
    expect((await fixture.run(verb, { id: 'rep_none', reason: 'r' })).error).toEqual({
      code: 'resource_missing',
    });
  expect((await fixture.partner.rest('GET', '/v1/repayments/rep_none')).status).toBe(404);
});

test('a partner neither sees nor changes a repayment of another partner', async () => {
  const { repayment } = await fixture.report(id);
  const other = await fixture.newPartner({ reports_repayments: true });
  const answers = [
    await other.rest('GET', `/v1/repayments/${repayment.id}`),
    await other.rest('POST', `/v1/repayments/${repayment.id}/cancel`),
    await other.rest('GET', `/v1/instant-settlements/${id}/repayments`),
    await other.rest('POST', `/v1/instant-settlements/${id}/repayments`, { amount: 1, source: 'transfer' }),
  ];
  for (const { status, json } of answers)
    expect([status, json.error.code]).toEqual([404, 'resource_missing']);
  const { json } = await other.graphql(
    `query ($id: ID!, $settlement: ID!) { repayment(id: $id) { id } node(id: $id) { id } repayments { totalCount }
      ofSettlement: repayments(filter: { fundingId: $settlement }) { totalCount nodes { id } } }`,
    { id: repayment.id, settlement: id },
  );
  expect(json.data).toEqual({
    repayment: null,
    node: null,
    repayments: { totalCount: 0 },
    ofSettlement: { totalCount: 0, nodes: [] },
  });
});
