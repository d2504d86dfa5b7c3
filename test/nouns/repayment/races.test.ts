import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openRepayments, type Repayments } from './fixture.ts';

let fixture: Repayments;
beforeAll(async () => {
  fixture = await openRepayments();
});
afterAll(() => fixture.close());

const ROUNDS = Array.from({ length: 5 }, (_, round) => round);
const codesOf = (done: readonly { error: { code: string } | null }[]) =>
  done.map(({ error }) => error?.code ?? 'done').toSorted();

/** The legs of all entries of a settlement, added up by account. */
async function legsOf(settlementId: string): Promise<Readonly<Record<string, number>>> {
  const rows = await fixture.gateway.database.reads
    .selectFrom('ledger_entry')
    .select('legs')
    .where('settlement_id', '=', settlementId)
    .execute();
  const sums: Record<string, number> = {};
  for (const { legs } of rows)
    for (const [account, amount] of JSON.parse(legs)) sums[account] = (sums[account] ?? 0) + amount;
  return sums;
}
const sumOf = (legs: Readonly<Record<string, number>>) =>
  Object.values(legs).reduce((sum, each) => sum + each, 0);

describe('at once', () => {
  test.each(ROUNDS)('two reversals with two keys: one wins (round %d)', async (round) => {
    const id = await fixture.bring('funded');
    const { repayment } = await fixture.record(id, { amount: 5_000 });
    const done = await Promise.all(
      ['a', 'b'].map((key) =>
        fixture.run('reverse', { id: repayment.id, reason: 'r' }, { 'idempotency-key': `${round}-${key}` }),
      ),
    );
    expect(codesOf(done)).toEqual(['done', 'repayment_status_invalid']);
    const { servicing } = await fixture.settlement(id);
    expect([servicing.outstanding, servicing.paid, servicing.excess]).toEqual([1_002_000, 0, 0]);
    expect(await fixture.eventsOf(`repayment/${repayment.id}`)).toEqual([
      'repayment.received',
      'repayment.reversed',
    ]);
    const legs = await legsOf(id);
    expect([sumOf(legs), legs['principal_receivable']]).toEqual([0, 1_000_000]);
  });

  test.each(ROUNDS)('two last repayments: one pays, the other is excess (round %d)', async () => {
    const id = await fixture.bring('funded');
    const done = await Promise.all([1, 2].map(() => fixture.record(id, { amount: 1_002_000 })));
    expect(codesOf(done)).toEqual(['done', 'done']);
    expect(done.map(({ repayment }) => repayment.allocated.excess).toSorted()).toEqual([0, 1_002_000]);
    expect(await fixture.settlement(id)).toMatchObject({
      status: 'REPAID',
      servicing: { outstanding: 0, excess: 1_002_000 },
    });
    const repaid = (await fixture.eventsOf(`funding/${id}`)).filter((type) => type === 'funding.repaid');
    expect(repaid).toHaveLength(1);
    expect(sumOf(await legsOf(id))).toBe(0);
  });

  test.each(ROUNDS)('confirm, decline and cancel: one wins (round %d)', async () => {
    const id = await fixture.bring('funded');
    const { repayment } = await fixture.report(id);
    const verbs = ['confirm', 'decline', 'cancel'] as const;
    const done = await Promise.all(verbs.map((verb) => fixture.run(verb, { id: repayment.id, reason: 'r' })));
    expect(codesOf(done)).toEqual(['done', 'repayment_status_invalid', 'repayment_status_invalid']);
    const winner = done.findIndex(({ error }) => error === null);
    const { json } = await fixture.partner.rest('GET', `/v1/repayments/${repayment.id}`);
    expect(json.status).toBe(['received', 'declined', 'cancelled'][winner]);
    expect(await fixture.eventsOf(`repayment/${repayment.id}`)).toEqual([
      'repayment.reported',
      `repayment.${json.status}`,
    ]);
    const { servicing } = await fixture.settlement(id);
    expect([servicing.reported, servicing.paid]).toEqual([0, winner === 0 ? 1_000 : 0]);
  });

  test.each(ROUNDS)('the same repayment twice: one is recorded (round %d)', async () => {
    const id = await fixture.bring('funded');
    const input = fixture.input();
    const done = await Promise.all([1, 2].map(() => fixture.run('record', { id, input })));
    expect(codesOf(done)).toEqual(['done', 'repayment_duplicate']);
    expect((await fixture.settlement(id)).repayments.totalCount).toBe(1);
  });
});
