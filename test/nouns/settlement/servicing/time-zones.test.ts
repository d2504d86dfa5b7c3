import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runHousekeeping } from '../../../../src/run/upkeep/housekeeping.ts';
import { openServicing } from './fixture.ts';

/** Settlements of 30 days: the moment of the payout, then the days of the payout, the due date and the last payment. */
const PAYOUTS = [
  // A Saturday and a Sunday: in the night after them clocks in Alaska go forward.
  ['2026-03-07T15:59:59Z', '2026-03-07', '2026-04-06', '2026-04-07'],
  ['2026-03-07T16:00:00Z', '2026-03-08', '2026-04-07', '2026-04-07'],
  // The end of a month. 1 May is a holiday, and 2 May a Saturday.
  ['2026-03-31T15:59:59Z', '2026-03-31', '2026-04-30', '2026-04-30'],
  ['2026-03-31T16:00:00Z', '2026-04-01', '2026-05-01', '2026-05-04'],
  ['2026-04-02T15:59:59Z', '2026-04-02', '2026-05-02', '2026-05-04'],
  ['2026-04-02T16:00:00Z', '2026-04-03', '2026-05-03', '2026-05-04'],
  ['2026-04-04T15:59:59Z', '2026-04-04', '2026-05-04', '2026-05-04'],
  ['2026-04-04T16:00:00Z', '2026-04-05', '2026-05-05', '2026-05-05'],
  // Clocks in Alaska go back between them and their due dates.
  ['2026-10-04T15:59:59Z', '2026-10-04', '2026-11-03', '2026-11-03'],
  ['2026-10-04T16:00:00Z', '2026-10-05', '2026-11-04', '2026-11-04'],
  ['2026-12-31T15:59:59Z', '2026-12-31', '2027-01-30', '2027-02-01'],
  ['2026-12-31T16:00:00Z', '2027-01-01', '2027-01-31', '2027-02-01'],
  // 29 February: as the due day, then as the day of the payout.
  ['2028-01-30T15:59:59Z', '2028-01-30', '2028-02-29', '2028-02-29'],
  ['2028-01-30T16:00:00Z', '2028-01-31', '2028-03-01', '2028-03-01'],
  ['2028-02-28T15:59:59Z', '2028-02-28', '2028-03-29', '2028-03-29'],
  ['2028-02-28T16:00:00Z', '2028-02-29', '2028-03-30', '2028-03-30'],
  ['2028-02-29T16:00:00Z', '2028-03-01', '2028-03-31', '2028-03-31'],
] as const;
const HOLIDAYS = `[{ country: "HK", day: "2026-04-06" }, { country: "HK", day: "2026-05-01" }]`;

const ownZone = process.env['TZ'];

describe.each([
  ['UTC', 0],
  // 14 hours before UTC, 5:30 before it, and 10 or 9 behind it.
  ['Pacific/Kiritimati', 14 * 60],
  ['Asia/Kolkata', 5 * 60 + 30],
  ['America/Adak', -10 * 60],
])('in a gateway whose own zone is %s', (zone, minutes) => {
  let fixture: Awaited<ReturnType<typeof openServicing>>;
  beforeEach(async () => {
    process.env['TZ'] = zone;
    fixture = await openServicing();
  });
  afterEach(async () => {
    await fixture.close();
    if (ownZone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = ownZone;
  });

  const at = (moment: string) => fixture.wait(new Date(moment).getTime() - fixture.now().getTime());

  test('Node obeys the zone', () => {
    expect(0 - new Date('2026-01-01T00:00:00Z').getTimezoneOffset()).toBe(minutes);
  });

  test('payouts and payments have the days of the customer’s country', async () => {
    const admin = await fixture.key(fixture.partner.partnerId, {
      role: 'operator',
      scopes: ['read', 'write', 'admin'],
    });
    await admin.graphql(
      `mutation { updateProviderSettings(input: { holidays: ${HOLIDAYS} }) { updatedAt } }`,
    );
    const found = [];
    for (const [moment] of PAYOUTS) {
      at(moment);
      const { funded_on, due_on, pay_by } = await fixture.servicing(await fixture.fund());
      found.push([moment, funded_on, due_on, pay_by]);
    }
    expect(found).toEqual(PAYOUTS);
  });

  test('a day past due begins at midnight there, in views, lists and ageing', async () => {
    // Due on Wednesday, 1 April 2026.
    const id = await fixture.fund();
    const seen = async (moment: string) => {
      at(moment);
      const { state, days_past_due } = await fixture.servicing(id);
      const { json } = await fixture.operator.graphql(`{
        instantSettlements(filter: { servicingState: OVERDUE }) { nodes { id } }
        settlementOverview { outstanding { ages { daysMin count } } }
      }`);
      const { instantSettlements, settlementOverview } = json.data;
      const age = settlementOverview.outstanding.ages.find(({ count }: { count: number }) => count > 0);
      return [state, days_past_due, instantSettlements.nodes.length, age.daysMin];
    };
    expect(await seen('2026-04-01T15:59:59Z')).toEqual(['due_soon', 0, 0, 0]);
    expect(await seen('2026-04-01T16:00:00Z')).toEqual(['overdue', 1, 1, 1]);
    expect(await seen('2026-04-08T15:59:59Z')).toEqual(['overdue', 7, 1, 1]);
    expect(await seen('2026-04-08T16:00:00Z')).toEqual(['overdue', 8, 1, 8]);
    expect(await seen('2028-02-29T15:59:59Z')).toEqual(['overdue', 699, 1, 366]);
    expect(await seen('2028-02-29T16:00:00Z')).toEqual(['overdue', 700, 1, 366]);
  });

  test('the day of a repayment and the end of a month are those of the customer’s country', async () => {
    at('2028-02-27T16:00:00Z');
    const id = await fixture.fund();
    const pay = async (moment: string, reference: string) => {
      at(moment);
      const { json } = await fixture.operator.graphql(
        `mutation ($id: ID!, $reference: String!) {
          recordRepayment(id: $id, input: { amount: 100, source: TRANSFER, reference: $reference }) { receivedOn } }`,
        { id, reference },
      );
      return json.data.recordRepayment.receivedOn;
    };
    expect(await pay('2028-02-28T15:59:59Z', 'a')).toBe('2028-02-28');
    // The month ends a day later.
    await runHousekeeping(fixture.gateway);
    expect(await pay('2028-02-28T16:00:00Z', 'b')).toBe('2028-02-29');
    expect(await pay('2028-02-29T16:00:00Z', 'c')).toBe('2028-03-01');
    expect((await fixture.journal(id)).slice(1)).toEqual([
      'repayment · 2028-02-28 · cash 100 · fee_receivable -100',
      'fee_earned · 2028-02-29 · fee_unearned 33333 · fee_income -33333',
      'repayment · 2028-02-29 · cash 100 · fee_receivable -100',
      'repayment · 2028-03-01 · cash 100 · fee_receivable -100',
    ]);
    const { json } = await fixture.partner.rest(
      'GET',
      '/v1/statement?currency=HKD&from=2028-03-01&until=2028-03-01',
    );
    expect(json.items.map(({ posted_on, amount }: Record<string, unknown>) => [posted_on, amount])).toEqual([
      ['2028-03-01', -100],
    ]);
  });
});
