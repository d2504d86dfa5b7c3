import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkpointAll, verify } from '../../../support/fixtures/audit-fixture.ts';
import { openServicing } from './fixture.ts';

let fixture: Awaited<ReturnType<typeof openServicing>>;
beforeEach(async () => {
  fixture = await openServicing();
});
afterEach(() => fixture.close());

/** The bank sent the money back, and a day later it was sent again. */
async function sendAgain(id: string): Promise<void> {
  expect(await fixture.refused('returnDisbursement', id, 'reason: "account closed"')).toBeNull();
  fixture.waitDays(1);
  expect(await fixture.refused('disburseInstantSettlement', id, 'reference: "payment 8"')).toBeNull();
}

/** The code and the field of the error of a mutation; null if it succeeded. */
async function errorOf(mutation: string): Promise<string | null> {
  const { json } = await fixture.operator.graphql(`mutation { ${mutation} { id } }`);
  const { code, param } = json.errors?.[0].extensions ?? {};
  return json.errors === undefined ? null : `${code} ${param ?? ''}`.trim();
}

test('a report stays when its payout comes back, and is confirmed for a day after the new payout', async () => {
  const id = await fixture.fund();
  const report = { amount: 500, source: 'transfer', reference: 'early' };
  const path = `/v1/instant-settlements/${id}/repayments`;
  const allow = `updatePartner(id: "${fixture.partner.partnerId}", input: { reportsRepayments: true })`;
  const admin = await fixture.key(fixture.partner.partnerId, { role: 'operator', scopes: ['read', 'admin'] });
  expect((await admin.graphql(`mutation { ${allow} { id } }`)).json.errors).toBeUndefined();
  const { json } = await fixture.partner.rest('POST', path, report);
  await sendAgain(id);
  expect((await fixture.servicing(id)).reported).toBe(500);

  expect(await errorOf(`confirmRepayment(id: "${json.repayment_id}")`)).toBe('parameter_invalid receivedOn');
  const confirm = `confirmRepayment(id: "${json.repayment_id}", input: { receivedOn: "2026-03-03" })`;
  expect(await errorOf(confirm)).toBeNull();
  expect(await fixture.servicing(id)).toMatchObject({ reported: 0, paid: 500 });
});

test('a waiver of a payout that came back is not undone, because it waives nothing after that', async () => {
  const id = await fixture.fund();
  await fixture.change('waiveFee', id, 'amount: 1000');
  const waiver = (await fixture.entries(id)).find(({ kind }) => kind === 'waiver');
  await sendAgain(id);
  expect(await errorOf(`undoEntry(entryId: "${waiver?.id}", reason: "wrong case")`)).toBe('conflict');
  expect(await fixture.servicing(id)).toMatchObject({ fee_outstanding: 1_000_000 });
  await checkpointAll(fixture);
  expect((await verify(fixture)).findings).toEqual([]);
});

test('a payout does not come back while a repayment stands, also one that paid excess that was refunded', async () => {
  const id = await fixture.fund();
  const first = await fixture.record(id, 11_000_500, '2026-03-02');
  await fixture.change('refundExcess', id, 'amount: 500');
  await fixture.reverse(first);
  expect((await fixture.servicing(id)).refund_receivable).toBe(500);
  const second = await fixture.record(id, 500, '2026-03-02');
  expect(await fixture.servicing(id)).toMatchObject({ outstanding: 11_000_000, refund_receivable: 0 });
  expect(await fixture.refused('returnDisbursement', id, 'reason: "account closed"')).toBe(
    'balance_insufficient',
  );
  await fixture.reverse(second);
  expect(await fixture.refused('returnDisbursement', id, 'reason: "account closed"')).toBe(
    'balance_insufficient',
  );
});
