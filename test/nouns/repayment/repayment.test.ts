import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS, openRepayments, type Repayments } from './fixture.ts';

let fixture: Repayments;
beforeAll(async () => {
  fixture = await openRepayments();
});
afterAll(() => fixture.close());

const ZEROS = { principal: 0, fee: 0, excess: 0, recovery: 0 };
/** The settlement is of 1,000,000 with a fee of 2,000, paid out on the first of March. */
const funded = () => fixture.bring('funded');

describe('a report', () => {
  test('is a repayment that is not counted yet', async () => {
    const id = await funded();
    const { repayment } = await fixture.report(id, {
      amount: 500,
      source: 'SALES_SHARE',
      reference: 'week 9',
    });
    expect(repayment).toEqual({
      id: expect.stringMatching(/^rep_[0-9a-z]{26}$/),
      fundingId: id,
      customerId: fixture.customerId,
      currency: 'HKD',
      amount: 500,
      receivedOn: '2026-03-01',
      source: 'SALES_SHARE',
      reference: 'week 9',
      status: 'REPORTED',
      allocated: ZEROS,
      reported: { amount: 500, receivedOn: '2026-03-01', reference: 'week 9' },
      reversal: null,
      declineReason: null,
      createdAt: '2026-03-01T00:00:00Z',
      updatedAt: '2026-03-01T00:00:00Z',
    });
    expect(await fixture.settlement(id)).toEqual({
      status: 'FUNDED',
      servicing: {
        principalOutstanding: 1_000_000,
        feeOutstanding: 2_000,
        outstanding: 1_002_000,
        paid: 0,
        excess: 0,
        reported: 500,
      },
      repayments: { totalCount: 1, nodes: [{ id: repayment.id }] },
    });
    expect(await fixture.eventsOf(`repayment/${repayment.id}`)).toEqual(['repayment.reported']);
  });

  test('is confirmed with the money that came, and keeps the reported amount', async () => {
    const id = await funded();
    const { repayment: reported } = await fixture.report(id, { amount: 500, reference: 'a' });
    const { repayment } = await fixture.run('confirm', {
      id: reported.id,
      input: { amount: 2_500, reference: 'b' },
    });
    expect(repayment).toMatchObject({
      status: 'RECEIVED',
      amount: 2_500,
      receivedOn: '2026-03-01',
      reference: 'b',
      allocated: { principal: 500, fee: 2_000, excess: 0, recovery: 0 },
      reported: { amount: 500, receivedOn: '2026-03-01', reference: 'a' },
    });
    const { servicing } = await fixture.settlement(id);
    expect([servicing.outstanding, servicing.paid, servicing.reported]).toEqual([999_500, 2_500, 0]);
    expect(await fixture.eventsOf(`repayment/${repayment.id}`)).toEqual([
      'repayment.reported',
      'repayment.received',
    ]);
    expect((await fixture.eventsOf(`funding/${id}`)).slice(-2)).toEqual([
      'funding.disbursed',
      'funding.balance_changed',
    ]);
  });

  test('is confirmed as it was reported if nothing else is said', async () => {
    const { repayment: reported } = await fixture.report(await funded(), { amount: 700 });
    const { repayment } = await fixture.run('confirm', { id: reported.id });
    expect(repayment).toMatchObject({
      amount: 700,
      reference: reported.reference,
      receivedOn: reported.receivedOn,
    });
  });

  test('is declined with a reason that is shown to the partner', async () => {
    const id = await funded();
    const { repayment: reported } = await fixture.report(id);
    await fixture.run('decline', { id: reported.id, reason: 'no such payment' });
    const { json } = await fixture.partner.rest('GET', `/v1/repayments/${reported.id}`);
    expect([json.status, json.decline_reason, json.allocated]).toEqual([
      'declined',
      'no such payment',
      ZEROS,
    ]);
    expect((await fixture.settlement(id)).servicing.reported).toBe(0);
    expect(await fixture.eventsOf(`repayment/${reported.id}`)).toEqual([
      'repayment.reported',
      'repayment.declined',
    ]);
  });

  test('is cancelled by the partner', async () => {
    const id = await funded();
    const { repayment: reported } = await fixture.report(id);
    const { repayment } = await fixture.run('cancel', { id: reported.id });
    expect(repayment.status).toBe('CANCELLED');
    expect((await fixture.settlement(id)).servicing.reported).toBe(0);
    expect(await fixture.eventsOf(`repayment/${reported.id}`)).toEqual([
      'repayment.reported',
      'repayment.cancelled',
    ]);
  });

  test.each(['report', 'cancel', 'decline', 'confirm'] as const)(
    'changes when its settlement was changed last, so that a list by the last change has it: %s',
    async (verb) => {
      const id = await funded();
      const { repayment } = verb === 'report' ? { repayment: null } : await fixture.report(id);
      fixture.wait(DAY_MS);
      const at = fixture.now().toISOString().replace('.000', '');
      if (verb === 'report') await fixture.report(id);
      else await fixture.run(verb, { id: repayment.id, reason: 'r' });
      const { json } = await fixture.partner.rest('GET', `/v1/instant-settlements?updated_from=${at}`);
      fixture.wait(-DAY_MS);
      const found = json.items.map((each: Record<string, unknown>) => [
        each['funding_id'],
        each['updated_at'],
      ]);
      expect(found).toContainEqual([id, at]);
    },
  );

  test('needs the setting of the partner, after the settlement was found', async () => {
    const other = await fixture.newPartner({ review: 'auto' });
    const input = { amount: 1, source: 'transfer' };
    const { json } = await other.rest('POST', `/v1/instant-settlements/${await funded()}/repayments`, input);
    expect(json.error.code).toBe('resource_missing');
    await set(false);
    const id = await funded();
    expect((await fixture.report(id)).error).toEqual({ code: 'permission_denied' });
    const answer = await fixture.partner.rest('POST', `/v1/instant-settlements/${id}/repayments`, {});
    expect([answer.status, answer.json.error.code]).toEqual([403, 'permission_denied']);
    await set(true);
    expect((await fixture.report(id)).error).toBeNull();
  });
});

async function set(reportsRepayments: boolean) {
  const update =
    'mutation ($id: ID!, $input: UpdatePartnerInput!) { updatePartner(id: $id, input: $input) { id } }';
  const { json } = await fixture.operator.graphql(update, {
    id: fixture.partner.partnerId,
    input: { reportsRepayments },
  });
  expect(json.errors).toBeUndefined();
}

describe('a recorded repayment', () => {
  test('pays the fee first and then the principal', async () => {
    const id = await funded();
    const { repayment } = await fixture.record(id, { amount: 1_500 });
    expect([repayment.status, repayment.allocated, repayment.reported]).toEqual([
      'RECEIVED',
      { ...ZEROS, fee: 1_500 },
      null,
    ]);
    const second = await fixture.record(id, { amount: 1_500 });
    expect(second.repayment.allocated).toEqual({ ...ZEROS, fee: 500, principal: 1_000 });
    expect(await fixture.eventsOf(`repayment/${repayment.id}`)).toEqual(['repayment.received']);
  });

  test('closes the settlement when nothing is outstanding, and more than that is excess', async () => {
    const id = await funded();
    const { repayment } = await fixture.record(id, { amount: 1_002_001 });
    expect(repayment.allocated).toEqual({ principal: 1_000_000, fee: 2_000, excess: 1, recovery: 0 });
    expect(await fixture.settlement(id)).toMatchObject({
      status: 'REPAID',
      servicing: { outstanding: 0, excess: 1 },
    });
    expect((await fixture.eventsOf(`funding/${id}`)).slice(-2)).toEqual([
      'funding.balance_changed',
      'funding.repaid',
    ]);
    const late = await fixture.record(id, { amount: 10 });
    expect(late.repayment.allocated).toEqual({ ...ZEROS, excess: 10 });
  });

  test('is reversed when the money went back, and its allocation is kept', async () => {
    const id = await funded();
    const { repayment } = await fixture.record(id, { amount: 1_002_000 });
    const { repayment: reversed } = await fixture.run('reverse', { id: repayment.id, reason: 'bounced' });
    expect(reversed).toMatchObject({
      status: 'REVERSED',
      allocated: { principal: 1_000_000, fee: 2_000, excess: 0, recovery: 0 },
      reversal: { reversedOn: '2026-03-01', kind: 'RETURNED', reason: 'bounced' },
    });
    expect(await fixture.settlement(id)).toMatchObject({
      status: 'FUNDED',
      servicing: { outstanding: 1_002_000, paid: 0 },
    });
    expect((await fixture.eventsOf(`funding/${id}`)).slice(-1)).toEqual(['funding.reopened']);
  });

  test('that was a mistake is undone on its own day', async () => {
    const id = await funded();
    const { repayment } = await fixture.record(id);
    fixture.wait(2 * DAY_MS);
    const { repayment: reversed } = await fixture.run('reverse', {
      id: repayment.id,
      reason: 'wrong one',
      kind: 'MISTAKE',
    });
    fixture.wait(-2 * DAY_MS);
    expect(reversed.reversal).toEqual({ reversedOn: '2026-03-01', kind: 'MISTAKE', reason: 'wrong one' });
  });

  test('is shown by REST as by GraphQL', async () => {
    const id = await funded();
    const { repayment } = await fixture.record(id, { amount: 10, reference: '陳大文 😀' });
    const { json } = await fixture.partner.rest('GET', `/v1/repayments/${repayment.id}`);
    expect(json).toEqual({
      repayment_id: repayment.id,
      funding_id: id,
      customer_id: fixture.customerId,
      currency: 'HKD',
      amount: 10,
      received_on: '2026-03-01',
      source: 'transfer',
      reference: '陳大文 😀',
      status: 'received',
      allocated: { ...ZEROS, fee: 10 },
      reported: null,
      reversal: null,
      decline_reason: null,
      created_at: '2026-03-01T00:00:00Z',
      updated_at: '2026-03-01T00:00:00Z',
    });
    const list = await fixture.partner.rest('GET', `/v1/instant-settlements/${id}/repayments`);
    expect(list.json).toEqual({ items: [json], count: 1 });
    // The path names the settlement.
    const named = await fixture.partner.rest(
      'GET',
      `/v1/instant-settlements/${id}/repayments?funding_id=${id}`,
    );
    expect(named.json.error).toMatchObject({ code: 'parameter_unknown', param: 'funding_id' });
  });
});

test('repayInstantSettlement is one repayment of all that is outstanding', async () => {
  const id = await funded();
  await fixture.record(id, { amount: 1_000 });
  const document = `mutation ($id: ID!) { repayInstantSettlement(id: $id, reference: "the rest") {
    status repayments(first: 1) { nodes { amount reference status allocated { principal fee } } } } }`;
  const { json } = await fixture.operator.graphql(document, { id });
  expect(json.data.repayInstantSettlement).toEqual({
    status: 'REPAID',
    repayments: {
      nodes: [
        {
          amount: 1_001_000,
          reference: 'the rest',
          status: 'RECEIVED',
          allocated: { principal: 1_000_000, fee: 1_000 },
        },
      ],
    },
  });
  const again = await fixture.operator.graphql(document, { id });
  expect(again.json.errors[0].extensions.code).toBe('funding_status_invalid');
});

test('repayInstantSettlement takes a single cent, and the claim that is left of a write-off', async () => {
  const repaid = async (id: string) => {
    const document = `mutation { done: repayInstantSettlement(id: "${id}") {
      repayments(first: 1) { nodes { amount allocated { recovery } } } } }`;
    return (await fixture.operator.graphql(document)).json.data.done.repayments.nodes[0];
  };
  const [cent, claimed] = [await funded(), await funded()];
  await fixture.record(cent, { amount: 1_001_999 });
  expect(await repaid(cent)).toEqual({ amount: 1, allocated: { recovery: 0 } });
  await fixture.operator.graphql(
    `mutation { writeOffInstantSettlement(id: "${claimed}", code: OTHER) { id } }`,
  );
  expect(await repaid(claimed)).toEqual({ amount: 1_002_000, allocated: { recovery: 1_002_000 } });
});

describe('the machine refuses', () => {
  const VERBS = ['cancel', 'confirm', 'decline', 'reverse'] as const;
  const ALLOWED: Readonly<Record<string, readonly string[]>> = {
    REPORTED: ['cancel', 'confirm', 'decline'],
    RECEIVED: ['reverse'],
    DECLINED: [],
    CANCELLED: [],
    REVERSED: [],
  };

  test.each(Object.keys(ALLOWED))(
    'every other event of one that is %s, and changes nothing',
    async (status) => {
      const id = await funded();
      const { repayment } = await (status === 'RECEIVED' || status === 'REVERSED'
        ? fixture.record(id)
        : fixture.report(id));
      const way = {
        REPORTED: null,
        RECEIVED: null,
        DECLINED: 'decline',
        CANCELLED: 'cancel',
        REVERSED: 'reverse',
      } as const;
      const verb = Object.entries(way).find(([to]) => to === status)?.[1] ?? null;
      if (verb !== null) await fixture.run(verb, { id: repayment.id, reason: 'r' });
      const before = await fixture.partner.rest('GET', `/v1/repayments/${repayment.id}`);
      expect(before.json.status).toBe(status.toLowerCase());
      const events = await fixture.eventsOf(`repayment/${repayment.id}`);
      for (const refused of VERBS.filter((each) => !ALLOWED[status]?.includes(each))) {
        const { error } = await fixture.run(refused, { id: repayment.id, reason: 'r' });
        expect([refused, error]).toEqual([refused, { code: 'repayment_status_invalid' }]);
      }
      const after = await fixture.partner.rest('GET', `/v1/repayments/${repayment.id}`);
      expect(after.text).toBe(before.text);
      expect(await fixture.eventsOf(`repayment/${repayment.id}`)).toEqual(events);
    },
  );
});
