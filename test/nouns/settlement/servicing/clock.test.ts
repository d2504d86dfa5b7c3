import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runHousekeeping } from '../../../../src/run/upkeep/housekeeping.ts';
import { openServicing } from './fixture.ts';

let fixture: Awaited<ReturnType<typeof openServicing>>;
beforeEach(async () => {
  fixture = await openServicing();
});
afterEach(() => fixture.close());

const tick = () => runHousekeeping(fixture.gateway);
const NOTICES = ['funding.due_soon', 'funding.overdue', 'funding.overdue_ended'];
const notices = async () => (await fixture.trail()).filter((type) => NOTICES.includes(type));

test('due soon and overdue are one event each for each last day of a payment', async () => {
  // Due on Wednesday, 1 April.
  const id = await fixture.fund();
  fixture.waitDays(26);
  await tick();
  expect(await notices()).toEqual([]);
  fixture.waitDays(1);
  await tick();
  await tick();
  expect(await notices()).toEqual(['funding.due_soon']);
  expect(await fixture.servicing(id)).toMatchObject({
    pay_by: '2026-04-01',
    state: 'due_soon',
    days_past_due: 0,
  });
  fixture.waitDays(4);
  await tick();
  await tick();
  expect(await notices()).toEqual(['funding.due_soon', 'funding.overdue']);
  expect(await fixture.servicing(id)).toMatchObject({ state: 'overdue', days_past_due: 1 });
});

test('overdue at once skips due soon', async () => {
  await fixture.fund();
  fixture.waitDays(40);
  await tick();
  expect(await notices()).toEqual(['funding.overdue']);
});

test('overdue that was written stays when the clock goes back, and ends with the payment', async () => {
  const id = await fixture.fund();
  fixture.waitDays(31);
  await tick();
  fixture.waitDays(-3);
  expect(await fixture.servicing(id)).toMatchObject({ state: 'overdue', days_past_due: 0 });
  await fixture.change('repayInstantSettlement', id);
  expect(await fixture.servicing(id)).toMatchObject({ state: 'settled' });
  expect(await notices()).toEqual(['funding.overdue', 'funding.overdue_ended']);
});

test('a new last day has new events', async () => {
  const id = await fixture.fund();
  fixture.waitDays(31);
  await tick();
  await fixture.change('extendInstantSettlement', id, 'dueOn: "2026-04-20", reason: "late sales"');
  await tick();
  expect(await notices()).toEqual(['funding.overdue', 'funding.overdue_ended']);
  fixture.waitDays(20);
  await tick();
  expect(await notices()).toEqual(['funding.overdue', 'funding.overdue_ended', 'funding.overdue']);
});

describe('a last day for the payment that comes back has no second notice', () => {
  /** The notices and their days, as `due_soon 2026-04-01`. */
  async function told(id: string): Promise<readonly string[]> {
    const rows = await fixture.gateway.database.reads
      .selectFrom('event')
      .select(['type', 'data'])
      .where('subject', '=', `funding/${id}`)
      .where('type', 'in', NOTICES)
      .orderBy('sequence')
      .execute();
    return rows.map(({ type, data }) => `${type} ${JSON.parse(data).pay_by ?? ''}`.slice('funding.'.length));
  }

  test('after a holiday that was listed and removed', async () => {
    const admin = await fixture.key(fixture.partner.partnerId, {
      role: 'operator',
      scopes: ['read', 'admin'],
    });
    const list = async (holidays: string) => {
      const input = `{ holidays: [${holidays}] }`;
      const { json } = await admin.graphql(
        `mutation { updateProviderSettings(input: ${input}) { updatedAt } }`,
      );
      expect(json.errors).toBeUndefined();
      await tick();
    };
    const id = await fixture.fund();
    fixture.onDay('2026-03-30');
    await tick();
    await list('{ country: "HK", day: "2026-04-01" }');
    await tick();
    expect(await fixture.servicing(id)).toMatchObject({ pay_by: '2026-04-02', state: 'due_soon' });
    await list('');
    await tick();
    expect(await fixture.servicing(id)).toMatchObject({ pay_by: '2026-04-01', state: 'due_soon' });
    fixture.onDay('2026-04-02');
    await tick();
    expect(await told(id)).toEqual(['due_soon 2026-04-01', 'due_soon 2026-04-02', 'overdue 2026-04-01']);
  });

  test('after the day of the payout was corrected and corrected back', async () => {
    const id = await fixture.accept();
    fixture.onDay('2026-03-04');
    await fixture.change('disburseInstantSettlement', id, 'reference: "payment 7"');
    fixture.onDay('2026-04-08');
    await tick();
    for (const day of ['2026-03-03', '2026-03-04']) {
      const args = `paidOn: "${day}", reason: "value date"`;
      expect(await fixture.refused('correctDisbursement', id, args)).toBeNull();
      await tick();
    }
    expect(await fixture.servicing(id)).toMatchObject({ pay_by: '2026-04-03', state: 'overdue' });
    expect(await told(id)).toEqual(['overdue 2026-04-03', 'overdue 2026-04-02']);
  });

  test('after the bank sent the money back and it was sent again for the same day', async () => {
    const id = await fixture.fund();
    fixture.onDay('2026-04-02');
    await tick();
    await fixture.change('returnDisbursement', id, 'reason: "account closed"');
    const args = 'reference: "payment 8", paidOn: "2026-03-02"';
    expect(await fixture.refused('disburseInstantSettlement', id, args)).toBeNull();
    await tick();
    expect(await fixture.servicing(id)).toMatchObject({ pay_by: '2026-04-01', state: 'overdue' });
    expect(await told(id)).toEqual(['overdue 2026-04-01', 'overdue_ended ']);
  });
});

test('the fee is earned on each last day of a month in the customer’s country, and once', async () => {
  const id = await fixture.fund();
  // 31 March, 15:59:59 UTC is the last second of that day in Hong Kong.
  fixture.waitDays(28);
  await tick();
  expect((await fixture.journal(id)).length).toBe(1);
  fixture.waitDays(1);
  await tick();
  await tick();
  expect((await fixture.journal(id)).slice(1)).toEqual([
    'fee_earned · 2026-03-31 · fee_unearned 966667 · fee_income -966667',
  ]);
  fixture.waitDays(30);
  await tick();
  expect((await fixture.journal(id)).slice(2)).toEqual([
    'fee_earned · 2026-04-30 · fee_unearned 33333 · fee_income -33333',
  ]);
  const { items } = (await fixture.partner.rest('GET', `/v1/instant-settlements/${id}/statement`)).json;
  expect(items.map(({ kind }: { kind: string }) => kind)).toEqual(['disbursement']);
});

test('a damaged row stops none of the others', async () => {
  const damaged = await fixture.fund();
  const id = await fixture.fund();
  await fixture.gateway.database.writes
    .updateTable('servicing')
    .set({ fee_outstanding: 1 })
    .where('id', '=', damaged)
    .execute();
  fixture.waitDays(40);
  await expect(tick()).rejects.toThrow('service_unavailable');
  expect(await fixture.servicing(id)).toMatchObject({ state: 'overdue' });
  expect((await notices()).length).toBe(1);
});
