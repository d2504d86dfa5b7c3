import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DENIALS } from '../../../../src/nouns/settlement/denial.rules.ts';
import { openStages, type Stages } from '../../../support/fixtures/settlement-stages.ts';

let stages: Stages;
beforeAll(async () => {
  stages = await openStages({ review: 'manual', offer_valid_days: 7 });
});
afterAll(() => stages.close());

const APPROVE = `mutation ($id: ID!, $rate: Float) {
  approveInstantSettlement(id: $id, interestRate: $rate) { status interestRate offerExpiresAt history { event automatic } }
}`;
const approve = (id: string, rate?: unknown, headers = {}) =>
  stages.operator.graphql(APPROVE, { id, rate }, headers);
const eventsOf = (id: string) =>
  stages.gateway.database.reads
    .selectFrom('event')
    .selectAll()
    .where('subject', '=', `funding/${id}`)
    .orderBy('sequence')
    .execute();

async function set(settings: Readonly<Record<string, unknown>>) {
  const update =
    'mutation ($id: ID!, $input: UpdatePartnerInput!) { updatePartner(id: $id, input: $input) { id } }';
  const { json } = await stages.operator.graphql(update, { id: stages.partner.partnerId, input: settings });
  expect(json.errors).toBeUndefined();
}

describe('an approval', () => {
  test('uses the partner’s pricing at that time, and the offer starts then', async () => {
    const id = await stages.submit();
    expect((await stages.read(id)).interest_rate).toBe(0.002);
    await set({
      interestRate: { default: 0.03, bands: [{ currency: 'HKD', periodDaysMax: 14, rate: 0.011 }] },
    });
    stages.wait(86_400_000);
    const { json } = await approve(id);
    const { updated_at, interest_rate, status } = await stages.read(id);
    expect([status, interest_rate]).toEqual(['approved', 0.011]);
    expect(json.data.approveInstantSettlement.interestRate).toBe(0.011);
    const end = Date.parse(updated_at) + 7 * 86_400_000;
    expect(Date.parse(json.data.approveInstantSettlement.offerExpiresAt)).toBe(end);
  });

  test.each([0, 0.0001, 1])('takes the rate %d when it is given', async (rate) => {
    const id = await stages.submit();
    expect((await approve(id, rate)).json.data.approveInstantSettlement.interestRate).toBe(rate);
    await stages.cause('accept', id);
    expect((await stages.read(id)).interest_rate).toBe(rate);
  });

  test.each([-0.01, 1.01, '0.1'])('refuses the rate %j', async (rate) => {
    const id = await stages.submit();
    const { json } = await approve(id, rate);
    expect(json.errors[0].extensions).toMatchObject({ code: 'parameter_invalid', param: 'interestRate' });
    expect((await stages.read(id)).status).toBe('submitted');
  });

  test('with one idempotency key happens once, and has the same response', async () => {
    const id = await stages.submit();
    const key = { 'idempotency-key': `approve ${id}`.replace(' ', '-') };
    const [first, second] = [await approve(id, 0.01, key), await approve(id, 0.01, key)];
    expect(second.json).toEqual(first.json);
    expect(await eventsOf(id)).toHaveLength(2);
    const { json } = await approve(id, 0.02, key);
    expect(json.errors[0].extensions.code).toBe('idempotency_key_reused');
  });

  test('of a partner with auto-accept is an acceptance too, in one transaction', async () => {
    await set({ autoAccept: true });
    const id = await stages.submit();
    const { json } = await approve(id);
    await set({ autoAccept: false });
    expect(json.data.approveInstantSettlement).toMatchObject({
      status: 'ACCEPTED',
      history: [
        { event: 'SUBMIT', automatic: false },
        { event: 'APPROVE', automatic: false },
        { event: 'ACCEPT', automatic: true },
      ],
    });
    const events = await eventsOf(id);
    expect(events.map(({ type }) => type)).toEqual([
      'funding.submitted',
      'funding.approved',
      'funding.accepted',
    ]);
    expect(new Set(events.slice(1).map(({ request_id }) => request_id)).size).toBe(1);
    expect(events.slice(1).map(({ actor }) => actor)).toEqual([stages.operator.keyId, stages.operator.keyId]);
  });
});

describe('a denial', () => {
  const deny = (id: string, reason: string, note?: string) =>
    stages.operator.graphql(
      `mutation ($id: ID!, $note: String) { denyInstantSettlement(id: $id, reason: ${reason}, note: $note) { status denialReason } }`,
      { id, note },
    );

  const UNDERWRITING = [
    'insufficient_history',
    'high_chargeback_rate',
    'high_refund_rate',
    'exposure_limit',
    'business_not_supported',
    'information_inconsistent',
    'credit_policy',
    'not_eligible',
  ];
  const LATER = ['offer_expired', 'offer_withdrawn', 'acceptance_revoked'];

  test('has one of eleven reason codes', () => {
    expect(Object.keys(DENIALS)).toEqual([...UNDERWRITING, ...LATER]);
  });

  test.each(UNDERWRITING)('may be for %s', async (code) => {
    const reason = code.toUpperCase();
    const { json } = await deny(await stages.submit(), reason);
    expect(json.data.denyInstantSettlement).toEqual({ status: 'DENIED', denialReason: reason });
  });

  test.each(LATER)('cannot be for %s, which is a reason of later events only', async (code) => {
    const id = await stages.submit();
    const { json } = await deny(id, code.toUpperCase());
    expect(json.errors[0].extensions).toMatchObject({ code: 'parameter_invalid', param: 'reason' });
    expect((await stages.read(id)).status).toBe('submitted');
  });

  test.each(['x'.repeat(1_001), 'bell\u0007'])('refuses the note %.10j', async (note) => {
    const { json } = await deny(await stages.submit(), 'CREDIT_POLICY', note);
    expect(json.errors[0].extensions).toMatchObject({ code: 'parameter_invalid', param: 'note' });
  });
});

test.each(['withdraw', 'revoke'] as const)('to %s takes a reason', async (verb) => {
  const id = await stages.bring(verb === 'withdraw' ? 'approved' : 'accepted');
  const before = await stages.read(id);
  for (const reason of ['', 'x'.repeat(1_001)]) {
    const mutation = `mutation ($id: ID!, $reason: String!) { ${verb}InstantSettlement(id: $id, reason: $reason) { id } }`;
    const { json } = await stages.operator.graphql(mutation, { id, reason });
    expect(json.errors[0].extensions).toMatchObject({ code: 'parameter_invalid', param: 'reason' });
  }
  expect(await stages.read(id)).toEqual(before);
});

test('of an acceptance and a withdrawal at once, one wins', async () => {
  for (let round = 0; round < 20; round += 1) {
    const id = await stages.bring('approved');
    const answers = await Promise.all(
      (round % 2 === 0 ? (['accept', 'withdraw'] as const) : (['withdraw', 'accept'] as const)).map((event) =>
        stages.cause(event, id),
      ),
    );
    const codes = answers.map((answer) => answer?.json.errors?.[0].extensions.code ?? 'won');
    expect(codes.toSorted()).toEqual(['funding_status_invalid', 'won']);
    expect(await eventsOf(id)).toHaveLength(3);
  }
});

test('notes and reasons are stored encrypted, and are in no event', async () => {
  for (const status of ['denied', 'rejected', 'funded'] as const) await stages.bring(status);
  for (const [event, from] of [
    ['withdraw', 'approved'],
    ['revoke', 'accepted'],
  ] as const)
    await stages.cause(event, await stages.bring(from));
  const { reads } = stages.gateway.database;
  const rows = await reads.selectFrom('instant_settlement').selectAll().execute();
  const events = await reads.selectFrom('event').selectAll().execute();
  const stored = JSON.stringify([rows, events]);
  for (const words of ['too dear', 'priced wrongly', 'fraud suspected', 'payment 7'])
    expect(stored).not.toContain(words);
});
