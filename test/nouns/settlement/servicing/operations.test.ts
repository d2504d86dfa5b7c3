import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openServicing } from './fixture.ts';

type Fixture = Awaited<ReturnType<typeof openServicing>>;

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openServicing();
});
afterAll(() => fixture.close());

/** The types of the events of a settlement after the payout. */
async function eventsOf(id: string): Promise<readonly string[]> {
  const rows = await fixture.gateway.database.reads
    .selectFrom('event')
    .select('type')
    .where('subject', '=', `funding/${id}`)
    .orderBy('sequence')
    .execute();
  const types = rows.map(({ type }) => type);
  return types.slice(types.indexOf('funding.disbursed') + 1);
}

describe('a write-off', () => {
  test('leaves the status and shows a claim', async () => {
    const { fund, change, refused, partner, relay } = fixture;
    const id = await fund();
    const { data } = await change('writeOffInstantSettlement', id, 'code: FRAUD, reason: "invented sales"');
    expect(data.writeOffInstantSettlement).toMatchObject({
      status: 'FUNDED',
      servicing: {
        outstanding: 0,
        claim: 11_000_000,
        state: 'WRITTEN_OFF',
        writtenOff: { principal: 10_000_000, fee: 1_000_000, on: '2026-03-02', code: 'FRAUD' },
        closedOn: null,
      },
    });
    expect(await eventsOf(id)).toEqual(['funding.written_off']);
    await relay();
    const events = await partner.rest('GET', '/v1/events?types=funding.written_off');
    expect(events.json.items.at(-1)?.data).toEqual({ code: 'fraud' });
    expect(await refused('writeOffInstantSettlement', id, 'code: OTHER')).toBe('funding_status_invalid');
    expect(await refused('waiveFee', id, 'amount: 1')).toBe('funding_status_invalid');
    expect(await refused('extendInstantSettlement', id, 'dueOn: "2026-04-02", reason: "asked"')).toBe(
      'funding_status_invalid',
    );
    expect(await refused('returnDisbursement', id, 'reason: "account closed"')).toBe(
      'funding_status_invalid',
    );
  });

  test('is undone by its entry, once', async () => {
    const { fund, change, entries, operator } = fixture;
    const id = await fund();
    await change('writeOffInstantSettlement', id, 'code: OTHER');
    const entry = (await entries(id)).find(({ kind }) => kind === 'write_off');
    const undo = () =>
      operator.graphql(
        `mutation ($id: ID!) { undoEntry(entryId: $id, reason: "paid after all") {
          status servicing { outstanding claim state writtenOff { code } }
        } }`,
        { id: entry?.id },
      );
    expect((await undo()).json.data.undoEntry).toEqual({
      status: 'FUNDED',
      servicing: { outstanding: 11_000_000, claim: 0, state: 'CURRENT', writtenOff: null },
    });
    expect((await undo()).json.errors[0].extensions.code).toBe('conflict');
    expect(await eventsOf(id)).toEqual(['funding.written_off', 'funding.balance_changed']);
  });
});

test.each(['INSOLVENCY', 'FRAUD', 'DISPUTE', 'UNECONOMIC', 'OTHER'])(
  'a write-off for the code %s is shown to the partner, who cannot change it',
  async (code) => {
    const { fund, change, servicing, partner } = fixture;
    const id = await fund();
    await change('writeOffInstantSettlement', id, `code: ${code}, reason: "for operators"`);
    expect((await servicing(id)).written_off.code).toBe(code.toLowerCase());
    expect((await partner.rest('GET', `/v1/instant-settlements/${id}`)).text).not.toContain('for operators');
    const { json } = await partner.graphql(`mutation { waiveFee(id: "${id}", amount: 1) { id } }`);
    expect(json.errors[0].extensions.code).toBe('permission_denied');
  },
);

describe('an extension', () => {
  test('moves the due day three times at most, and keeps the first one', async () => {
    const { fund, change, refused, operator } = fixture;
    const id = await fund();
    const extend = (dueOn: string) => `dueOn: "${dueOn}", reason: "the season is late"`;
    expect(await refused('extendInstantSettlement', id, extend('2026-04-01'))).toBe('parameter_invalid');
    expect(await refused('extendInstantSettlement', id, extend('2027-03-03'))).toBe('parameter_invalid');
    const { data } = await change('extendInstantSettlement', id, extend('2026-04-04'));
    expect(data.extendInstantSettlement.servicing).toMatchObject({
      dueOn: '2026-04-04',
      // A Monday after Saturday and Sunday.
      payBy: '2026-04-06',
      originalDueOn: '2026-04-01',
      feeOutstanding: 1_000_000,
    });
    expect(await refused('extendInstantSettlement', id, extend('2026-04-07'))).toBeNull();
    expect(await refused('extendInstantSettlement', id, extend('2026-04-08'))).toBeNull();
    expect(await refused('extendInstantSettlement', id, extend('2026-04-09'))).toBe('limit_reached');
    expect(await eventsOf(id)).toEqual(Array(3).fill('funding.due_on_changed'));
    const { json } = await operator.graphql(
      'query ($id: ID!) { instantSettlement(id: $id) { extensionReason } }',
      { id },
    );
    expect(json.data.instantSettlement).toEqual({ extensionReason: 'the season is late' });
  });
});

describe('a payout', () => {
  test('that the bank sent back can be sent again', async () => {
    const { fund, change, journal, servicing, read } = fixture;
    const id = await fund();
    const { data } = await change('returnDisbursement', id, 'reason: "account closed"');
    expect(data.returnDisbursement).toMatchObject({ status: 'ACCEPTED', servicing: null });
    expect(await servicing(id)).toBeNull();
    await change('disburseInstantSettlement', id, 'reference: "payment 8"');
    expect(await read(id)).toMatchObject({ status: 'funded', servicing: { outstanding: 11_000_000 } });
    expect(await journal(id)).toEqual([
      'disbursement · 2026-03-02 · principal_receivable 10000000 · fee_receivable 1000000 · cash -10000000 · fee_unearned -1000000',
      'disbursement_returned · 2026-03-02 · cash 10000000 · fee_unearned 1000000 · principal_receivable -10000000 · fee_receivable -1000000',
      'disbursement · 2026-03-02 · principal_receivable 10000000 · fee_receivable 1000000 · cash -10000000 · fee_unearned -1000000',
    ]);
    expect(await eventsOf(id)).toEqual(['funding.disbursement_returned', 'funding.disbursed']);
    // The row agrees with its history, so it can change.
    expect((await change('waiveFee', id, 'amount: 1')).errors).toBeUndefined();
  });

  test('that was sent back takes no change', async () => {
    const { fund, change, refused } = fixture;
    const id = await fund();
    await change('returnDisbursement', id, 'reason: "account closed"');
    for (const [mutation, args] of [
      ['waiveFee', 'amount: 1'],
      ['refundExcess', 'amount: 1'],
      ['writeOffInstantSettlement', 'code: OTHER'],
      ['returnDisbursement', 'reason: "again"'],
      ['correctDisbursement', 'paidOn: "2026-03-02", reason: "value date"'],
    ] as const)
      expect(await refused(mutation, id, args)).toBe('funding_status_invalid');
  });

  test('on a day before the acceptance or in the future is refused', async () => {
    const { accept, refused, change } = fixture;
    const id = await accept();
    const disburse = (day: string) =>
      refused('disburseInstantSettlement', id, `reference: "7", paidOn: "${day}"`);
    expect(await disburse('2026-03-01')).toBe('parameter_invalid');
    expect(await disburse('2026-03-03')).toBe('parameter_invalid');
    expect(
      (await change('disburseInstantSettlement', id, 'reference: "7", paidOn: "2026-03-02"')).errors,
    ).toBeUndefined();
    expect(await refused('correctDisbursement', id, 'paidOn: "2026-03-01", reason: "value date"')).toBe(
      'parameter_invalid',
    );
  });
});

test('bad input is refused, and the error names its field', async () => {
  const { fund, change } = fixture;
  const id = await fund();
  const refusals = [
    ['waiveFee', 'amount: 0', 'amount'],
    ['waiveFee', 'amount: -5', 'amount'],
    ['waiveFee', `amount: 1, reason: "${'x'.repeat(1_001)}"`, 'reason'],
    ['refundExcess', 'amount: 0', 'amount'],
    ['extendInstantSettlement', 'dueOn: "2026-02-30", reason: "asked"', 'dueOn'],
    ['extendInstantSettlement', 'dueOn: "2026-04-02", reason: " "', 'reason'],
    ['extendInstantSettlement', 'dueOn: "2027-04-02", reason: "asked"', 'dueOn'],
    ['returnDisbursement', 'reason: "back", returnedOn: "2026-03-01"', 'returnedOn'],
    ['returnDisbursement', 'reason: "back", returnedOn: "2026-03-03"', 'returnedOn'],
  ] as const;
  for (const [mutation, args, param] of refusals) {
    const { errors } = await change(mutation, id, args);
    expect({ mutation, ...errors[0].extensions }).toMatchObject({
      mutation,
      code: 'parameter_invalid',
      param,
    });
  }
  expect((await change('refundExcess', id, 'amount: 1')).errors[0].extensions.code).toBe(
    'balance_insufficient',
  );
});

test('only a waiver, a write-off and a refund can be undone', async () => {
  const { fund, entries, operator } = fixture;
  const id = await fund();
  const [payout] = await entries(id);
  const undo = async (entryId: string | undefined) =>
    (
      await operator.graphql('mutation ($id: ID!) { undoEntry(entryId: $id, reason: "wrong") { id } }', {
        id: entryId,
      })
    ).json.errors[0].extensions.code;
  expect(await undo(payout?.id)).toBe('parameter_invalid');
  expect(await undo('ent_01arz3ndektsv4rrffq69g5fav')).toBe('resource_missing');
});

test('a repeated key gets the response that was kept, although more has changed after it', async () => {
  const { fund, change, operator } = fixture;
  const id = await fund();
  const waive = () =>
    operator.graphql(
      'mutation ($id: ID!) { waiveFee(id: $id, amount: 10) { servicing { feeOutstanding } updatedAt } }',
      { id },
      { 'Idempotency-Key': 'waiver-1' },
    );
  const first = await waive();
  expect(first.json.data.waiveFee.servicing).toEqual({ feeOutstanding: 999_990 });
  await change('waiveFee', id, 'amount: 5');
  expect((await waive()).json).toEqual(first.json);
});
