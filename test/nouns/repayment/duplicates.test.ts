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
    const repay = `mutation { repayInstantSettlement(id: "${id}") { status } }`;
    expect((await fixture.operator.graphql(repay)).json.data.repayInstantSettlement.status).toBe('REPAID');
  });

  test('20 open reports, also if several are sent at once', async () => {
    const id = await funded();
    for (let sent = 0; sent < 18; sent += 1) expect((await fixture.report(id)).error).toBeNull();
    const sent = await Promise.all([1, 2, 3, 4, 5].map(() => fixture.report(id)));
    expect(codesOf(sent)).toEqual(['limit_reached', 'limit_reached', 'limit_reached', 'taken', 'taken']);
    expect((await fixture.settlement(id)).servicing.reported).toBe(20_000);
  });

  test('1,000 repayments', async () => {
    const id = await funded();
    await fill(id, 999);
    expect((await fixture.record(id)).error).toBeNull();
    expect((await fixture.record(id)).error).toEqual({ code: 'limit_reached' });
    expect((await fixture.report(id)).error).toEqual({ code: 'limit_reached' });
    const repay = `mutation { repayInstantSettlement(id: "${id}") { id } }`;
    expect((await fixture.operator.graphql(repay)).json.errors[0].extensions.code).toBe('limit_reached');
  });

  test('1,000 repayments, also if several are recorded, reported and sent together at once', async () => {
    const id = await funded();
    await fill(id, 998);
    const [{ recorded }, ...sent] = await Promise.all([
      bulk(id, 3),
      ...[1, 2, 3].map(() => fixture.record(id)),
      ...[1, 2].map(() => fixture.report(id)),
    ]);
    const singles = codesOf(sent);
    const taken = singles.filter((code) => code === 'taken').length;
    // Any two of the requests may come first.
    expect(taken + recorded).toBe(2);
    expect(singles.filter((code) => code === 'limit_reached')).toHaveLength(5 - taken);
    const { count } = await fixture.gateway.database.reads
      .selectFrom('repayment')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('settlement_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(count).toBe(1_000);
  });

  test('1,000 repayments, counting the earlier ones of the same bulk', async () => {
    const id = await funded();
    await fill(id, 998);
    expect(await bulk(id, 4)).toEqual({ recorded: 2, refused: 2 });
  });

  /** Records several items together, as many as there is room for. */
  async function bulk(id: string, count: number) {
    const items = Array.from({ length: count }, () => ({ fundingId: id, ...fixture.input() }));
    const { json } = await fixture.operator.graphql(
      'mutation ($input: RecordRepaymentsInput!) { done: recordRepayments(input: $input) { recorded refused } }',
      { input: { items, onlyValid: true } },
    );
    return json.data.done;
  }

  const codesOf = (sent: readonly { readonly error: { readonly code: string } | null }[]) =>
    sent.map(({ error }) => error?.code ?? 'taken').toSorted();

  /** Gives a settlement so many repayments, all but the first as rows. */
  async function fill(id: string, count: number): Promise<void> {
    const { repayment } = await fixture.record(id);
    const { reads, writes } = fixture.gateway.database;
    const row = await reads
      .selectFrom('repayment')
      .selectAll()
      .where('id', '=', repayment.id)
      .executeTakeFirstOrThrow();
    const copies = Array.from({ length: count - 1 }, () => ({
      ...row,
      id: newId('rep', fixture.now()),
      status: 'cancelled',
    }));
    for (let at = 0; at < copies.length; at += 100)
      await writes
        .insertInto('repayment')
        .values(copies.slice(at, at + 100))
        .execute();
  }
});
