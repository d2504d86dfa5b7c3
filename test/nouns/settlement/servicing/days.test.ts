import { expect, test } from 'vitest';
import { openServicing } from './fixture.ts';

/** A settlement of 30 days that was sent on 2 March 2026, so it is to be paid by 1 April. */
async function openFunded() {
  const fixture = await openServicing();
  const id = await fixture.fund();
  const at = async (moment: string) => {
    fixture.wait(new Date(moment).getTime() - fixture.now().getTime());
    const { state, days_past_due } = await fixture.servicing(id);
    return [state, days_past_due];
  };
  return { ...fixture, id, at };
}

test('days change at midnight in the country of the customer', async () => {
  const { at, close } = await openFunded();
  expect(await at('2026-03-28T15:59:59Z')).toEqual(['current', 0]);
  expect(await at('2026-03-28T16:00:00Z')).toEqual(['due_soon', 0]);
  expect(await at('2026-04-01T15:59:59Z')).toEqual(['due_soon', 0]);
  expect(await at('2026-04-01T16:00:00Z')).toEqual(['overdue', 1]);
  expect(await at('2026-05-01T15:59:59Z')).toEqual(['overdue', 30]);
  await close();
});

test('a state that was only computed goes back when the clock goes back', async () => {
  const { at, close } = await openFunded();
  expect(await at('2026-04-05T00:00:00Z')).toEqual(['overdue', 4]);
  expect(await at('2026-03-05T00:00:00Z')).toEqual(['current', 0]);
  await close();
});

test('a payout late in the evening in UTC counts for the next day', async () => {
  const fixture = await openServicing();
  fixture.wait(new Date('2026-03-02T16:00:00Z').getTime() - fixture.now().getTime());
  const id = await fixture.fund();
  expect(await fixture.servicing(id)).toMatchObject({ funded_on: '2026-03-03', due_on: '2026-04-02' });
  await fixture.close();
});

test('a month end between the payout and a change earns the days of that month, on its last day', async () => {
  const { id, at, change, journal, close } = await openFunded();
  await at('2026-04-02T02:00:00Z');
  await change('waiveFee', id, 'amount: 100000');
  expect((await journal(id)).slice(1)).toEqual([
    // 29 of 30 days.
    'fee_earned · 2026-03-31 · fee_unearned 966667 · fee_income -966667',
    'waiver · 2026-04-02 · fee_waived 100000 · fee_receivable -100000',
  ]);
  await close();
});

test('a written-off settlement counts the days since it was to be paid', async () => {
  const { id, at, change, close } = await openFunded();
  await at('2026-04-11T02:00:00Z');
  await change('writeOffInstantSettlement', id, 'code: INSOLVENCY');
  expect(await at('2026-04-21T02:00:00Z')).toEqual(['written_off', 20]);
  await close();
});

test('repayments that are recorded in another order close on the day of the last one, by a bulk too', async () => {
  const { id, at, record, journal, reverse, servicing, operator, change, close } = await openFunded();
  await at('2026-04-20T02:00:00Z');
  await record(id, 5_000_000, '2026-04-15');
  const early = await record(id, 6_000_000, '2026-03-10');
  expect(await servicing(id)).toMatchObject({ state: 'settled', closed_on: '2026-04-15' });
  expect((await journal(id)).at(-1)).toBe('fee_earned · 2026-04-15 · fee_unearned 33333 · fee_income -33333');
  await reverse(early);
  const items = ['2026-04-18', '2026-03-10'].map(
    (day) =>
      `{ fundingId: "${id}", amount: 3000000, receivedOn: "${day}", source: TRANSFER, reference: "${day}" }`,
  );
  const bulk = `mutation { recordRepayments(input: { items: [${items.join(', ')}] }) { recorded } }`;
  expect((await operator.graphql(bulk)).json.data.recordRepayments).toEqual({ recorded: 2 });
  expect((await servicing(id)).closed_on).toBe('2026-04-18');
  // A repayment that was reversed counts no longer, and a waiver counts as a payment.
  const { json } = await operator.graphql(
    `query ($id: ID!) { repayments(filter: { fundingId: $id, receivedFrom: "2026-04-18" }) { nodes { id } } }`,
    { id },
  );
  await reverse(json.data.repayments.nodes[0].id);
  await record(id, 2_000_000, '2026-03-11');
  await at('2026-04-21T02:00:00Z');
  await change('waiveFee', id, 'amount: 500000');
  await at('2026-04-22T02:00:00Z');
  await record(id, 500_000, '2026-03-12');
  expect((await servicing(id)).closed_on).toBe('2026-04-21');
  await close();
});
