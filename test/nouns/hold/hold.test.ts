import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openStages, type Stages } from '../../support/fixtures/settlement-stages.ts';
import { settlementBody } from '../../support/gateway.ts';
import { verify } from '../../support/fixtures/audit-fixture.ts';

const HOLD = `mutation ($kind: HoldKind!, $id: ID, $reason: String!) {
  hold(kind: $kind, id: $id, reason: $reason) { id kind objectId reason placedByName liftedAt liftReason }
}`;

let stages: Stages;
beforeEach(async () => {
  stages = await openStages();
});
afterEach(() => stages.close());

async function told(answer: Promise<{ readonly json: ReturnType<typeof JSON.parse> }>, field: string) {
  const { json } = await answer;
  return json.errors?.[0].extensions.code ?? json.data[field];
}

const place = (kind: string, id: string | null, reason = 'a court asked') =>
  told(stages.operator.graphql(HOLD, { kind, id, reason }), 'hold');

const lift = (id: string, reason = 'cleared') =>
  told(
    stages.operator.graphql(
      'mutation ($id: ID!, $reason: String!) { liftHold(id: $id, reason: $reason) { liftedAt liftReason } }',
      { id, reason },
    ),
    'liftHold',
  );

async function codeOf(event: 'approve' | 'disburse' | 'deny' | 'withdraw' | 'revoke' | 'accept', id: string) {
  const { json } = (await stages.cause(event, id)) ?? { json: {} };
  return json.errors?.[0].extensions.code ?? null;
}

const refund = (id: string) =>
  told(
    stages.operator.graphql(
      'mutation ($id: ID!) { refundExcess(id: $id, amount: 1, reason: "too much") { id } }',
      { id },
    ),
    'refundExcess',
  );

const record = (id: string, amount: number) =>
  told(
    stages.operator.graphql(
      `mutation ($id: ID!) {
        recordRepayment(id: $id, input: { amount: ${amount}, source: TRANSFER, reference: "r${amount}" }) { status }
      }`,
      { id },
    ),
    'recordRepayment',
  );

const objectOf = (kind: string, settlement: string): string | null =>
  ({
    SETTLEMENT: settlement,
    CUSTOMER: stages.customerId,
    PARTNER: stages.partner.partnerId,
  })[kind] ?? null;

describe.each(['SETTLEMENT', 'CUSTOMER', 'PARTNER', 'ALL'])('a hold on %s', (kind) => {
  test('stops approval and payout until it is lifted, and nothing else', async () => {
    const waiting = await stages.bring('submitted');
    const first = await place(kind, objectOf(kind, waiting));
    expect(first).toMatchObject({ kind, objectId: objectOf(kind, waiting), reason: 'a court asked' });
    expect(await codeOf('approve', waiting)).toBe('on_hold');
    expect(await lift(first.id)).toMatchObject({ liftReason: 'cleared' });
    expect(await codeOf('approve', waiting)).toBeNull();
    const second = await place(kind, objectOf(kind, waiting));
    expect(await codeOf('accept', waiting)).toBeNull();
    expect(await codeOf('disburse', waiting)).toBe('on_hold');
    expect(await stages.read(waiting)).toMatchObject({ status: 'accepted', servicing: null });
    await lift(second.id);
    expect(await codeOf('disburse', waiting)).toBeNull();
  });

  test('stops a refund, and lets repayments and reversals go on', async () => {
    const paid = await stages.bring('funded');
    await place(kind, objectOf(kind, paid));
    expect(await record(paid, 10_000_000)).toEqual({ status: 'RECEIVED' });
    expect(await refund(paid)).toBe('on_hold');
    const { json } = await stages.operator.graphql(
      'query ($id: ID!) { instantSettlement(id: $id) { repayments { nodes { id } } } }',
      { id: paid },
    );
    const [{ id }] = json.data.instantSettlement.repayments.nodes;
    const reverse = 'mutation ($id: ID!) { reverseRepayment(id: $id, reason: "it bounced") { status } }';
    expect(await told(stages.operator.graphql(reverse, { id }), 'reverseRepayment')).toEqual({
      status: 'REVERSED',
    });
  });

  test('lets denial, withdrawal and revocation go on', async () => {
    const submitted = await stages.bring('submitted');
    const approved = await stages.bring('approved');
    const accepted = await stages.bring('accepted');
    for (const id of [submitted, approved, accepted]) await place(kind, objectOf(kind, id));
    expect(await codeOf('deny', submitted)).toBeNull();
    expect(await codeOf('withdraw', approved)).toBeNull();
    expect(await codeOf('revoke', accepted)).toBeNull();
  });
});

describe('what a partner sees', () => {
  test('a held request under automatic review waits like one that a person reviews', async () => {
    await stages.close();
    stages = await openStages({ review: 'auto' });
    const manual = await stages.newPartner({ review: 'manual' });
    await place('PARTNER', stages.partner.partnerId);
    const held = await stages.read(await stages.submit());
    const body = {
      customer_id: await manual.completeCustomer(),
      currency: 'HKD',
      amount: held.amount,
      account_chargeback_rate: held.account_chargeback_rate,
      account_refund_rate: held.account_refund_rate,
      settlement_period: held.settlement_period,
      transactions: held.transactions,
    };
    const { json: reviewed } = await manual.rest('POST', '/v1/instant-settlements', body);
    const own = { funding_id: 1, customer_id: 1, created_at: 1, updated_at: 1 };
    expect(held.status).toBe('submitted');
    expect({ ...held, ...own }).toEqual({ ...reviewed, ...own });
  });

  test.each(['CUSTOMER', 'ALL'])('a hold on %s stops the automatic approval too', async (kind) => {
    await stages.close();
    stages = await openStages({ review: 'auto' });
    const hold = await place(kind, objectOf(kind, ''));
    expect(await stages.read(await stages.submit())).toMatchObject({ status: 'submitted' });
    await lift(hold.id);
    expect(await stages.read(await stages.submit())).toMatchObject({ status: 'approved' });
  });

  test('the feed, webhooks and GraphQL of a held request are those of a reviewed one', async () => {
    await stages.close();
    stages = await openStages({ review: 'auto' });
    const manual = await stages.newPartner({ review: 'manual' });
    const tellsOf = async (partner: typeof manual, customerId: string) => {
      const receiver = { url: 'https://93.184.216.34/hooks', event_types: ['*'] };
      const { json: endpoint } = await partner.rest('POST', '/v1/webhook-endpoints', receiver);
      await stages.relay();
      const { json } = await partner.rest('GET', '/v1/events?after=latest');
      const body = settlementBody(customerId);
      const { json: made } = await partner.rest('POST', '/v1/instant-settlements', body);
      await stages.relay();
      const feed = await partner.rest('GET', `/v1/events?after=${json.next_cursor}`);
      const { json: shown } = await partner.graphql(
        `query ($id: ID!) { instantSettlement(id: $id) { status denialReason interestRate offerExpiresAt
          history { step actor automatic denialReason } } }`,
        { id: made.funding_id },
      );
      const path = `/v1/webhook-endpoints/${endpoint.webhook_endpoint_id}/deliveries`;
      const sent = (await partner.rest('GET', `${path}?event_type=funding.submitted`)).json.items;
      const hooks = sent.map((each: object) => ({ ...each, cursor: '', cursor_before: '' }));
      const text = JSON.stringify([made, feed.json.items, hooks, shown]);
      // Ids and the first numbers differ.
      return text
        .replaceAll(/\b[a-z]{3}_[0-9a-z]{26}/g, (id) => id.slice(0, 4))
        .replaceAll(/"sequence":\d+|[0-9a-f]{8}-[0-9a-f-]{27}/g, '');
    };
    await place('PARTNER', stages.partner.partnerId);
    const held = await tellsOf(stages.partner, stages.customerId);
    const reviewed = await tellsOf(manual, await manual.completeCustomer());
    expect(held).toBe(reviewed);
    expect(held).toContain('funding.submitted');
  });

  test('a partner of a sandbox who plays a held approval learns of no hold', async () => {
    await stages.close();
    stages = await openStages({ review: 'manual' }, { SANDBOX: 'on' });
    const id = await stages.submit();
    await place('PARTNER', stages.partner.partnerId);
    const play = () => stages.partner.rest('POST', `/v1/sandbox/instant-settlements/${id}/approve`, {});
    const refused = await play();
    expect(refused.status).toBe(409);
    expect(refused.json.error.code).toBe('conflict');
    expect(refused.text).not.toMatch(/hold|held/i);
    const byGraphql = await stages.partner.graphql(
      'mutation ($id: ID!) { sandboxSettlementEvent(id: $id, event: APPROVE) { __typename } }',
      { id },
    );
    expect(JSON.stringify(byGraphql.json)).not.toMatch(/hold|held/i);
    expect(await codeOf('approve', id)).toBe('on_hold');
  });

  test('no body, event or log line of a partner changes by a hold, and its fields are refused', async () => {
    const id = await stages.bring('approved');
    const before = await stages.partner.rest('GET', `/v1/instant-settlements/${id}`);
    const hold = await place('SETTLEMENT', id, 'name hit of the owner');
    await place('ALL', null);
    await stages.relay();
    const after = await stages.partner.rest('GET', `/v1/instant-settlements/${id}`);
    expect(after.text).toBe(before.text);
    const { json: feed } = await stages.partner.rest('GET', '/v1/events?limit=100');
    expect(feed.items.filter(({ type }: { type: string }) => type.startsWith('hold.'))).toEqual([]);
    expect(JSON.stringify(feed)).not.toContain(hold.id);
    expect(stages.logged.join('\n')).not.toContain('name hit');
    const field = '{ instantSettlements { nodes { holds { reason } } } }';
    const { json: refused } = await stages.partner.graphql(field);
    expect(refused.errors[0].extensions.code).toBe('permission_denied');
    const { json: node } = await stages.partner.graphql('query ($id: ID!) { node(id: $id) { id } }', {
      id: hold.id,
    });
    expect(node.data.node).toBeNull();
  });
});

test('operators see all holds that stop a settlement, and a list that filters them', async () => {
  const id = await stages.bring('submitted');
  const own = await place('SETTLEMENT', id);
  const general = await place('ALL', null);
  const lifted = await place('PARTNER', stages.partner.partnerId);
  await lift(lifted.id);
  const { json } = await stages.operator.graphql(
    `query ($id: ID!) {
      instantSettlement(id: $id) { holds { id } customer { holds { id } } partner { holds { id } } }
      standing: holds(filter: { standing: true }) { totalCount nodes { id } }
      lifted: holds(filter: { standing: false }) { nodes { id } }
      general: holds(filter: { kind: ALL }) { nodes { id objectId } }
      mine: holds(filter: { objectId: $id }) { nodes { id } }
    }`,
    { id },
  );
  expect(json.data).toEqual({
    instantSettlement: {
      holds: [{ id: own.id }, { id: general.id }],
      customer: { holds: [{ id: general.id }] },
      partner: { holds: [{ id: general.id }] },
    },
    standing: { totalCount: 2, nodes: [{ id: general.id }, { id: own.id }] },
    lifted: { nodes: [{ id: lifted.id }] },
    general: { nodes: [{ id: general.id, objectId: null }] },
    mine: { nodes: [{ id: own.id }] },
  });
});

test.each([
  ['SETTLEMENT', null, 'parameter_invalid'],
  ['ALL', 'partner', 'parameter_invalid'],
  ['CUSTOMER', 'partner', 'parameter_invalid'],
  ['PARTNER', 'par_00000000000000000000000000', 'resource_missing'],
])('a hold of kind %s on %s is %s', async (kind, id, code) => {
  expect(await place(kind, id === 'partner' ? stages.partner.partnerId : id)).toBe(code);
});

test('a hold is lifted once, and an object has at most 20', async () => {
  const id = await stages.bring('submitted');
  const { id: hold } = await place('SETTLEMENT', id);
  await lift(hold);
  expect(await lift(hold)).toBe('conflict');
  for (let placed = 0; placed < 20; placed += 1) await place('SETTLEMENT', id);
  expect(await place('SETTLEMENT', id)).toBe('limit_reached');
});

test('a hold is neither placed nor lifted for a reason of more than 1,000 characters', async () => {
  const id = await stages.bring('submitted');
  const essay = 'x'.repeat(1_001);
  expect(await place('SETTLEMENT', id, essay)).toBe('parameter_invalid');
  const hold = await place('SETTLEMENT', id, essay.slice(1));
  expect(await lift(hold.id, essay)).toBe('parameter_invalid');
  expect((await lift(hold.id, essay.slice(1))).liftReason).toHaveLength(1_000);
});

test('audit verify finds a hold that was lifted or removed in the database directly', async () => {
  const { id } = await place('ALL', null);
  const { id: other } = await place('PARTNER', stages.partner.partnerId);
  const { writes } = stages.gateway.database;
  await writes.updateTable('hold').set({ lifted_at: '2026-03-01T00:00:00Z' }).where('id', '=', id).execute();
  await writes.deleteFrom('hold').where('id', '=', other).execute();
  const { findings } = await verify(stages);
  expect(JSON.stringify(findings)).toContain(`hold/${id}`);
  expect(JSON.stringify(findings)).toContain(other);
});

test('a hold that was changed in the database directly still holds, and is shown as damaged beside the others', async () => {
  const id = await stages.bring('submitted');
  const forged = await place('SETTLEMENT', id);
  const whole = await place('CUSTOMER', stages.customerId);
  const { writes } = stages.gateway.database;
  await writes.updateTable('hold').set({ placed_by: 'opr_mallory' }).where('id', '=', forged.id).execute();
  const shown = 'id kind objectId reason placedByName damaged';
  const { json } = await stages.operator.graphql(
    `query ($id: ID!) {
      holds { nodes { ${shown} } }
      instantSettlement(id: $id) { holds { ${shown} } customer { holds { id } } }
    }`,
    { id },
  );
  const damaged = { id: forged.id, kind: 'SETTLEMENT', objectId: id, reason: 'Damaged record' };
  const both = [
    expect.objectContaining({ id: whole.id, reason: 'a court asked', damaged: false }),
    { ...damaged, placedByName: null, damaged: true },
  ];
  expect(json).toEqual({
    data: {
      holds: { nodes: both },
      instantSettlement: { holds: both.toReversed(), customer: { holds: [{ id: whole.id }] } },
    },
  });
  await lift(whole.id);
  expect(await codeOf('approve', id)).toBe('on_hold');
  // It may be a hold that the gateway placed, so only a person lifts it, and the audit still names it.
  expect(await lift(forged.id)).toMatchObject({ liftReason: null });
  expect(await lift(forged.id)).toBe('conflict');
  expect(await codeOf('approve', id)).toBeNull();
  expect(JSON.stringify((await verify(stages)).findings)).toContain(`hold/${forged.id}`);
});

test('a hold that was lifted and is set back holds again, until it is lifted again', async () => {
  const id = await stages.bring('submitted');
  const { id: hold } = await place('SETTLEMENT', id);
  const { reads, writes } = stages.gateway.database;
  const before = await reads.selectFrom('hold').selectAll().where('id', '=', hold).executeTakeFirstOrThrow();
  await lift(hold);
  await writes.updateTable('hold').set(before).where('id', '=', hold).execute();
  expect(await codeOf('approve', id)).toBe('on_hold');
  expect(await lift(hold)).toMatchObject({ liftReason: null });
  expect(await codeOf('approve', id)).toBeNull();
});
