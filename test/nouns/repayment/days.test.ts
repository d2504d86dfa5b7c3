import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { DAY_MS, openRepayments, type Repayments } from './fixture.ts';

let fixture: Repayments;
let id: string;
beforeAll(async () => {
  fixture = await openRepayments();
  fixture.wait(2 * DAY_MS);
});
afterAll(() => fixture.close());
beforeEach(async () => {
  // Sent on the first of March; today is the third.
  id = await fixture.submit();
  fixture.wait(-2 * DAY_MS);
  for (const event of ['approve', 'accept', 'disburse'] as const) await fixture.cause(event, id);
  fixture.wait(2 * DAY_MS);
});

/** The entries of the journal since the payout, each with its day. */
async function entries(): Promise<readonly string[]> {
  const rows = await fixture.gateway.database.reads
    .selectFrom('ledger_entry')
    .select(['kind', 'effective_on'])
    .where('settlement_id', '=', id)
    .where('kind', 'in', ['repayment', 'reversal'])
    .orderBy('id')
    .execute();
  return rows.map(({ kind, effective_on }) => `${kind} ${effective_on}`);
}

test.each([
  ['on the day on which it went back', { reversedOn: '2026-03-02' }, '2026-03-02'],
  ['today, if no day is given', {}, '2026-03-03'],
  ['on its own day, if it was a mistake', { kind: 'MISTAKE' }, '2026-03-01'],
])('a reversal takes effect %s', async (_when, more, day) => {
  const { repayment } = await fixture.record(id, { receivedOn: '2026-03-01' });
  const { repayment: reversed } = await fixture.run('reverse', { id: repayment.id, reason: 'r', ...more });
  expect(reversed.reversal.reversedOn).toBe(day);
  expect(await entries()).toEqual(['repayment 2026-03-01', `reversal ${day}`]);
});

test('a reversal takes effect on the day of the repayment if the clock was set back since', async () => {
  const { repayment } = await fixture.record(id, { receivedOn: '2026-03-03' });
  fixture.wait(-DAY_MS);
  const { repayment: reversed } = await fixture.run('reverse', { id: repayment.id, reason: 'r' });
  fixture.wait(DAY_MS);
  expect(reversed.reversal.reversedOn).toBe('2026-03-03');
  expect(await entries()).toEqual(['repayment 2026-03-03', 'reversal 2026-03-03']);
});

test('a confirmation may be for another day, which then counts', async () => {
  const { repayment } = await fixture.report(id, { receivedOn: '2026-03-03' });
  const confirmed = await fixture.run('confirm', { id: repayment.id, input: { receivedOn: '2026-03-02' } });
  expect(confirmed.repayment).toMatchObject({
    receivedOn: '2026-03-02',
    reported: { receivedOn: '2026-03-03' },
  });
  expect(await entries()).toEqual(['repayment 2026-03-02']);
  const late = (await fixture.report(id)).repayment;
  for (const receivedOn of ['2026-02-28', '2026-03-04'])
    expect((await fixture.run('confirm', { id: late.id, input: { receivedOn } })).error).toEqual({
      code: 'parameter_invalid',
      param: 'receivedOn',
    });
});

test('all that is outstanding is repaid on a given day', async () => {
  const repay = async (receivedOn: string) => {
    const { json } = await fixture.operator.graphql(
      `mutation { repayInstantSettlement(id: "${id}", receivedOn: "${receivedOn}") {
        servicing { closedOn } repayments { nodes { receivedOn source reference } } } }`,
    );
    return json.errors?.[0].extensions.param ?? json.data.repayInstantSettlement;
  };
  expect(await repay('2026-02-28')).toBe('receivedOn');
  expect(await repay('2026-03-04')).toBe('receivedOn');
  expect(await repay('2026-03-02')).toEqual({
    servicing: { closedOn: '2026-03-02' },
    repayments: { nodes: [{ receivedOn: '2026-03-02', source: 'TRANSFER', reference: null }] },
  });
});

test('a reference is used again on another day', async () => {
  for (const receivedOn of ['2026-03-01', '2026-03-02', '2026-03-03'])
    expect((await fixture.record(id, { receivedOn, reference: 'standing order' })).error).toBeNull();
});

test.each(['cancel', 'decline', 'reverse'] as const)(
  'a repayment without a reference equals none that ended by a %s',
  async (verb) => {
    const plain = { reference: null, amount: 5 };
    const { repayment } = await (verb === 'reverse' ? fixture.record(id, plain) : fixture.report(id, plain));
    expect((await fixture.record(id, plain)).error).toEqual({ code: 'repayment_duplicate' });
    await fixture.run(verb, { id: repayment.id, reason: 'r' });
    expect((await fixture.record(id, plain)).error).toBeNull();
  },
);

test.each(['cancel', 'decline'] as const)('a report that ends by a %s has paid nothing', async (verb) => {
  const { repayment } = await fixture.report(id);
  const ended = await fixture.run(verb, { id: repayment.id, reason: 'r' });
  expect(ended.repayment.allocated).toEqual({ principal: 0, fee: 0, excess: 0, recovery: 0 });
});
