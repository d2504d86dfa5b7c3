import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../src/kernel/id.ts';
import { openRepayments, type Repayments } from './fixture.ts';

let fixture: Repayments;
beforeAll(async () => {
  fixture = await openRepayments();
});
afterAll(() => fixture.close());

const funded = () => fixture.bring('funded');
const DUPLICATE = { code: 'repayment_duplicate', param: 'reference' };
/** Without a reference no field is at fault. */
const ALIKE = { code: 'repayment_duplicate' };

describe('a second repayment', () => {
  test.each(['report', 'record'] as const)(
    'with day and reference of a first one is refused: %s',
    async (verb) => {
      const id = await funded();
      await fixture.report(id, { reference: 'a', amount: 1 });
      expect((await fixture[verb](id, { reference: 'a', amount: 2 })).error).toEqual(DUPLICATE);
      expect((await fixture[verb](id, { reference: 'A', amount: 2 })).error).toBeNull();
      expect((await fixture.settlement(id)).repayments.totalCount).toBe(2);
    },
  );

  test('is refused although it says that it may be a duplicate', async () => {
    const id = await funded();
    await fixture.record(id, { reference: 'a' });
    expect((await fixture.record(id, { reference: 'a', allowDuplicate: true })).error).toEqual(DUPLICATE);
  });

  test.each(['cancel', 'decline'] as const)('is taken after a %s of the first one', async (verb) => {
    const id = await funded();
    const { repayment } = await fixture.report(id, { reference: 'a' });
    await fixture.run(verb, { id: repayment.id, reason: 'r' });
    expect((await fixture.record(id, { reference: 'a' })).error).toBeNull();
  });

  test('is taken after a reversal of the first one, and on another settlement', async () => {
    const [id, other] = [await funded(), await funded()];
    const { repayment } = await fixture.record(id, { reference: 'a' });
    expect((await fixture.record(other, { reference: 'a' })).error).toBeNull();
    await fixture.run('reverse', { id: repayment.id, reason: 'r' });
    expect((await fixture.record(id, { reference: 'a' })).error).toBeNull();
  });

  test('without a reference needs to say so if it has day and amount of another one', async () => {
    const id = await funded();
    await fixture.record(id, { reference: 'a', amount: 5 });
    expect((await fixture.record(id, { reference: null, amount: 5 })).error).toEqual(ALIKE);
    expect((await fixture.report(id, { reference: '', amount: 5 })).error).toEqual(ALIKE);
    expect((await fixture.record(id, { reference: null, amount: 6 })).error).toBeNull();
    expect((await fixture.record(id, { reference: null, amount: 5, allowDuplicate: true })).error).toBeNull();
  });
});

describe('a confirmation', () => {
  test('with day and reference of another repayment is refused', async () => {
    const id = await funded();
    await fixture.record(id, { reference: 'a' });
    const { repayment } = await fixture.report(id, { reference: 'b' });
    const input = { reference: 'a' };
    expect((await fixture.run('confirm', { id: repayment.id, input })).error).toEqual(DUPLICATE);
    expect((await fixture.run('confirm', { id: repayment.id })).error).toBeNull();
  });

  test('without a reference is refused if the same day and amount were received', async () => {
    const id = await funded();
    const { repayment } = await fixture.report(id, { reference: null, amount: 9 });
    await fixture.record(id, { reference: 'a', amount: 9 });
    expect((await fixture.run('confirm', { id: repayment.id })).error).toEqual(ALIKE);
    const confirmed = await fixture.run('confirm', { id: repayment.id, input: { allowDuplicate: true } });
    expect(confirmed.repayment.status).toBe('RECEIVED');
  });
});

test('a replay with an idempotency key has the same bytes, and changes nothing', async () => {
  const id = await funded();
  const input = fixture.input();
  const key = { 'idempotency-key': 'record-1' };
  const [first, second] = [
    await fixture.run('record', { id, input }, key),
    await fixture.run('record', { id, input }, key),
  ];
  expect(second.text).toBe(first.text);
  expect((await fixture.settlement(id)).repayments.totalCount).toBe(1);
  const other = await fixture.run('record', { id, input: { ...input, amount: 7 } }, key);
  expect(other.error).toEqual({ code: 'idempotency_key_reused' });
  const report = { amount: 3, source: 'transfer', reference: 'once' };
  const send = () =>
    fixture.partner.rest('POST', `/v1/instant-settlements/${id}/repayments`, report, {
      'idempotency-key': 'report-1',
    });
  const [sent, again] = [await send(), await send()];
  expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([sent.text, 'true']);
});

describe('a settlement has at most', () => {
  test('20 open reports', async () => {
    const id = await funded();
    for (let sent = 0; sent < 20; sent += 1) expect((await fixture.report(id)).error).toBeNull();
    expect((await fixture.report(id)).error).toEqual({ code: 'limit_reached' });
    const { repayment } = await fixture.record(id);
    expect(repayment.status).toBe('RECEIVED');
    const { json } = await fixture.partner.rest(
      'GET',
      `/v1/instant-settlements/${id}/repayments?status=reported`,
    );
    expect(json.count).toBe(20);
    await fixture.run('cancel', { id: json.items[0].repayment_id });
    expect((await fixture.report(id)).error).toBeNull();
  });

  test('1,000 repayments', async () => {
    const id = await funded();
    const { repayment } = await fixture.record(id);
    const { reads, writes } = fixture.gateway.database;
    const row = await reads
      .selectFrom('repayment')
      .selectAll()
      .where('id', '=', repayment.id)
      .executeTakeFirstOrThrow();
    const copies = Array.from({ length: 998 }, () => ({
      ...row,
      id: newId('rep', fixture.now()),
      status: 'cancelled',
    }));
    for (let at = 0; at < copies.length; at += 100)
      await writes
        .insertInto('repayment')
        .values(copies.slice(at, at + 100))
        .execute();
    expect((await fixture.record(id)).error).toBeNull();
    expect((await fixture.record(id)).error).toEqual({ code: 'limit_reached' });
    expect((await fixture.report(id)).error).toEqual({ code: 'limit_reached' });
  });
});
