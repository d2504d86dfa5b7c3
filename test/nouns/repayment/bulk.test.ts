import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openRepayments, type Repayments } from './fixture.ts';

let fixture: Repayments;
beforeAll(async () => {
  fixture = await openRepayments();
});
afterAll(() => fixture.close());

const RECORD = `mutation ($input: RecordRepaymentsInput!) { done: recordRepayments(input: $input) {
  recorded valid refused
  items { row outcome fundingId allocated { principal fee excess } repayment { id status } errors { code param message } }
} }`;
const bulk = async (input: object, headers = {}) => {
  const { json, text } = await fixture.operator.graphql(RECORD, { input }, headers);
  return { done: json.data?.done ?? null, errors: json.errors, text };
};
let made = 0;
const item = (fundingId: string, changes = {}) => ({
  fundingId,
  amount: 1_000,
  source: 'TRANSFER',
  reference: `bulk ${(made += 1)}`,
  ...changes,
});
const totalOf = async (id: string) => (await fixture.settlement(id)).repayments.totalCount;

describe('a bulk', () => {
  test('records all of its items, one after another', async () => {
    const [id, other] = [await fixture.bring('funded'), await fixture.bring('funded')];
    const items = [item(id, { amount: 1_500 }), item(other), item(id, { amount: 1_000 })];
    const { done } = await bulk({ items });
    expect(done).toMatchObject({ recorded: 3, valid: 0, refused: 0 });
    expect(done.items.map(({ row, outcome, allocated }: Verdict) => [row, outcome, allocated])).toEqual([
      [1, 'RECORDED', { principal: 0, fee: 1_500, excess: 0 }],
      [2, 'RECORDED', { principal: 0, fee: 1_000, excess: 0 }],
      [3, 'RECORDED', { principal: 500, fee: 500, excess: 0 }],
    ]);
    const { servicing } = await fixture.settlement(id);
    expect([servicing.outstanding, servicing.paid]).toEqual([999_500, 2_500]);
    expect(await fixture.eventsOf(`repayment/${done.items[0].repayment.id}`)).toEqual(['repayment.received']);
  });

  test('records nothing if one item is refused, and says what is wrong with each', async () => {
    const [id, offer] = [await fixture.bring('funded'), await fixture.bring('approved')];
    const twice = item(id, { reference: 'twice' });
    const items = [
      item(id),
      item('fun_none'),
      item(offer),
      item(id, { amount: 0 }),
      item(id, { reference: ' ' }),
      twice,
      twice,
      item(id, { currency: 'USD', source: 'TRANSFER', receivedOn: '2026-03-02' }),
    ];
    const { done } = await bulk({ items });
    expect(done).toMatchObject({ recorded: 0, valid: 2, refused: 6 });
    const faults = done.items.map(({ row, outcome, errors }: Verdict) => [
      row,
      outcome,
      ...errors.map(({ code, param }) => `${code} ${param}`),
    ]);
    expect(faults).toEqual([
      [1, 'VALID'],
      [2, 'REFUSED', 'resource_missing fundingId'],
      [3, 'REFUSED', 'funding_status_invalid null'],
      [4, 'REFUSED', 'parameter_invalid amount'],
      [5, 'REFUSED', 'parameter_missing reference'],
      [6, 'VALID'],
      [7, 'REFUSED', 'repayment_duplicate reference'],
      [8, 'REFUSED', 'parameter_invalid currency', 'parameter_invalid receivedOn'],
    ]);
    expect(await totalOf(id)).toBe(0);
    const valid = await bulk({ items, onlyValid: true });
    expect(valid.done).toMatchObject({ recorded: 2, valid: 0, refused: 6 });
    expect(await totalOf(id)).toBe(2);
  });

  test('as a dry run changes nothing, and says what each item would pay', async () => {
    const id = await fixture.bring('funded');
    const items = [item(id, { amount: 1_002_000 }), item(id, { amount: 5 })];
    const { done } = await bulk({ items, dryRun: true });
    expect(
      done.items.map(({ outcome, allocated, repayment }: Verdict) => [outcome, allocated, repayment]),
    ).toEqual([
      ['VALID', { principal: 1_000_000, fee: 2_000, excess: 0 }, null],
      ['VALID', { principal: 0, fee: 0, excess: 5 }, null],
    ]);
    expect(await totalOf(id)).toBe(0);
    expect((await fixture.settlement(id)).status).toBe('FUNDED');
  });

  test('with an idempotency key is recorded once, and has the same response', async () => {
    const id = await fixture.bring('funded');
    const items = [item(id), item('fun_none')];
    const key = { 'idempotency-key': 'bulk-1' };
    // Neither a dry run nor a bulk that recorded nothing uses the key up.
    await bulk({ items, dryRun: true }, key);
    await bulk({ items }, key);
    const input = { items, onlyValid: true };
    const [first, second] = [await bulk(input, key), await bulk(input, key)];
    expect([first.done.recorded, second.text]).toEqual([1, first.text]);
    expect(await totalOf(id)).toBe(1);
  });

  test('twice at once is recorded once', async () => {
    const [id, other] = [await fixture.bring('funded'), await fixture.bring('funded')];
    const items = [item(id), item(other), item(id)];
    const done = await Promise.all([bulk({ items }), bulk({ items: items.toReversed() })]);
    expect(done.map((each) => each.done.recorded).toSorted()).toEqual([0, 3]);
    expect([await totalOf(id), await totalOf(other)]).toEqual([2, 1]);
  });

  test('of one item is recorded', async () => {
    const id = await fixture.bring('funded');
    expect((await bulk({ items: [item(id)] })).done).toMatchObject({ recorded: 1, refused: 0 });
  });

  test.each([
    [0, 'parameter_invalid'],
    [501, 'parameter_invalid'],
  ])('of %d items is refused', async (length, code) => {
    const items = Array.from({ length }, () => item('fun_none'));
    const { errors } = await bulk({ items });
    expect([errors[0].extensions.code, errors[0].extensions.param]).toEqual([code, 'items']);
  });

  test('of 500 items on five settlements is recorded whole', async () => {
    const ids = await Promise.all([1, 2, 3, 4, 5].map(() => fixture.bring('funded')));
    const items = Array.from({ length: 500 }, (_, at) => item(ids[at % 5] ?? '', { amount: 10 + at }));
    const document = RECORD.replace('allocated { principal fee excess } ', '');
    const { json } = await fixture.operator.graphql(document, { input: { items } });
    expect(json.data.done).toMatchObject({ recorded: 500, refused: 0 });
    const shown = await Promise.all(ids.map((id) => fixture.settlement(id)));
    expect(shown.map(({ repayments }) => repayments.totalCount)).toEqual([100, 100, 100, 100, 100]);
    expect(shown.reduce((sum, { servicing }) => sum + servicing.paid, 0)).toBe(500 * 10 + (499 * 500) / 2);
    const events = await fixture.eventsOf(`funding/${ids[0]}`);
    expect(events.filter((type) => type === 'funding.balance_changed')).toHaveLength(100);
  });

  test('is for operators', async () => {
    const { json } = await fixture.partner.graphql(RECORD, { input: { items: [item('fun_none')] } });
    expect(json.errors[0].extensions.code).toBe('permission_denied');
  });
});

interface Verdict {
  readonly row: number;
  readonly outcome: string;
  readonly allocated: object | null;
  readonly repayment: { readonly id: string } | null;
  readonly errors: readonly { readonly code: string; readonly param: string | null }[];
}
