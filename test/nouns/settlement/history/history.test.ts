import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../../src/kernel/id.ts';
import {
  type SettlementStatus,
  settlementMachine,
} from '../../../../src/nouns/settlement/settlement.machine.ts';
import { openStages, type Stages, wayTo } from '../../../support/fixtures/settlement-stages.ts';

let stages: Stages;
let partnerKey: string;
beforeAll(async () => {
  stages = await openStages();
  const { json } = await stages.partner.graphql('{ viewer { key { id } } }');
  partnerKey = json.data.viewer.key.id;
});
afterAll(() => stages.close());

const PAST = `status denialReason decisionReason offerExpiresAt nextEvents { event by }
  history { event at actor automatic denialReason decisionReason }`;
const FOR_OPERATORS = 'denialNote disbursementReference history { event actor denialReason denialNote }';

async function look(by: Stages['partner'] | Stages['operator'], id: string, fields = PAST) {
  const { json } = await by.graphql(`query ($id: ID!) { instantSettlement(id: $id) { ${fields} } }`, { id });
  expect(json.errors).toBeUndefined();
  return json.data.instantSettlement;
}

describe.each(settlementMachine.states)('a settlement that is %s', (status: SettlementStatus) => {
  test('has its steps in its history, for the partner and for the operator', async () => {
    const id = await stages.bring(status);
    const steps = ['submit' as const, ...wayTo(status)];
    const events = steps.map((step) => step.toUpperCase());
    const byPartner = (step: (typeof steps)[number]) =>
      step === 'submit' || settlementMachine.causeOf(step) === 'partner';
    const seen = await look(stages.partner, id);
    expect(seen.history.map(({ event }: { event: string }) => event)).toEqual(events);
    expect(seen.history.map(({ actor }: { actor: string }) => actor)).toEqual(
      steps.map((step) => (byPartner(step) ? partnerKey : 'operator')),
    );
    const whole = await look(stages.operator, id);
    expect(whole.history.map(({ actor }: { actor: string }) => actor)).toEqual(
      steps.map((step) => (byPartner(step) ? partnerKey : stages.operator.keyId)),
    );
    for (const { at, automatic } of seen.history)
      expect([at, automatic]).toEqual([expect.stringMatching(/Z$/), false]);
  });

  test('shows its possible next events and who may cause them, as in the machine', async () => {
    const { nextEvents } = await look(stages.partner, await stages.bring(status));
    expect(nextEvents).toEqual(
      settlementMachine.nextEvents(status).map((event) => ({
        event: event.toUpperCase(),
        by: settlementMachine.causeOf(event).toUpperCase(),
      })),
    );
  });
});

test('the history has the newest 100 steps of a settlement that was reopened again and again', async () => {
  const [id, other] = [await stages.bring('repaid'), await stages.bring('funded')];
  const short = await look(stages.partner, other);
  const { writes } = stages.gateway.database;
  const rows = await writes
    .selectFrom('event')
    .selectAll()
    .where('subject', '=', `funding/${id}`)
    .orderBy('sequence')
    .execute();
  const last = rows.at(-1);
  if (last === undefined) throw new Error('A repaid settlement has events.');
  // As the machine would write them: a reversal reopens it, and it is repaid again.
  for (let round = 0; round < 60; round += 1)
    for (const [at, type] of ['funding.reopened', 'funding.repaid'].entries()) {
      const { number: _number, ...event } = last;
      const sequence = last.sequence + 1 + round * 2 + at;
      await writes
        .insertInto('event')
        .values({ ...event, id: newId('evt', stages.now()), type, sequence })
        .execute();
    }
  const { json } = await stages.partner.graphql(
    '{ instantSettlements(first: 100) { nodes { id history { event } } } }',
  );
  const found = (wanted: string) =>
    json.data.instantSettlements.nodes.find((each: { id: string }) => each.id === wanted);
  const [long, second] = [found(id), found(other)];
  expect(long.history).toHaveLength(100);
  expect(long.history.slice(0, 2)).toEqual([{ event: 'REOPEN' }, { event: 'REPAY' }]);
  expect(second.history).toEqual(short.history.map(({ event }: { event: string }) => ({ event })));
});

describe('the history shows how it was denied', () => {
  test('by underwriting: both see the reason code, operators also the note', async () => {
    const id = await stages.submit();
    const deny =
      'mutation ($id: ID!) { denyInstantSettlement(id: $id, reason: EXPOSURE_LIMIT, note: "too big") { id } }';
    await stages.operator.graphql(deny, { id });
    const seen = await look(stages.partner, id);
    expect(seen).toMatchObject({ status: 'DENIED', denialReason: 'EXPOSURE_LIMIT', decisionReason: null });
    expect(seen.history.at(-1)).toMatchObject({ event: 'DENY', denialReason: 'EXPOSURE_LIMIT' });
    const whole = await look(stages.operator, id, FOR_OPERATORS);
    expect(whole.denialNote).toBe('too big');
    expect(whole.history.at(-1)).toMatchObject({ event: 'DENY', denialNote: 'too big' });
    expect(whole.history[0].denialNote).toBeNull();
  });

  test.each([
    ['withdraw', 'approved', 'OFFER_WITHDRAWN', 'priced wrongly'],
    ['revoke', 'accepted', 'ACCEPTANCE_REVOKED', 'fraud suspected'],
    ['expire', 'approved', 'OFFER_EXPIRED', null],
  ] as const)('by %s', async (event, from, denialReason, note) => {
    const id = await stages.bring(from);
    await stages.cause(event, id);
    expect(await look(stages.partner, id)).toMatchObject({ status: 'DENIED', denialReason });
    const whole = await look(stages.operator, id, FOR_OPERATORS);
    expect(whole.denialNote).toBe(note);
    expect(whole.history.at(-1)).toMatchObject({
      event: event.toUpperCase(),
      denialReason,
      denialNote: note,
    });
  });

  test('by the scheduler, which is not an operator', async () => {
    const id = await stages.bring('approved');
    await stages.cause('expire', id);
    expect((await look(stages.partner, id)).history.at(-1)).toMatchObject({
      event: 'EXPIRE',
      actor: 'clock',
    });
  });
});

test('the reason of a rejection is shown with it', async () => {
  const seen = await look(stages.operator, await stages.bring('rejected'));
  expect(seen).toMatchObject({ decisionReason: 'too dear', denialReason: null });
  const reasons = seen.history.map(({ decisionReason }: { decisionReason: string | null }) => decisionReason);
  expect(reasons).toEqual([null, null, 'too dear']);
});

test('an offer shows when it ends, and is denied from then on, also before the scheduler has written it', async () => {
  const id = await stages.bring('approved');
  const { offerExpiresAt } = await look(stages.partner, id);
  stages.wait(Date.parse(offerExpiresAt) - Date.parse((await stages.read(id)).updated_at));
  const seen = await look(stages.partner, id);
  expect(seen).toMatchObject({ status: 'DENIED', denialReason: 'OFFER_EXPIRED', nextEvents: [] });
  expect(seen.history.at(-1)).toMatchObject({ event: 'EXPIRE', actor: 'clock', at: offerExpiresAt });
  for (const event of ['accept', 'reject', 'withdraw'] as const) {
    const answer = await stages.cause(event, id);
    expect(answer?.json.errors).toMatchObject([{ extensions: { code: 'funding_status_invalid' } }]);
  }
});

test.each(['denialNote', 'disbursementReference', 'history { denialNote }'])(
  'a partner may not ask for %s',
  async (field) => {
    const id = await stages.bring('denied');
    const query = `query ($id: ID!) { instantSettlement(id: $id) { id ${field} } }`;
    const { json } = await stages.partner.graphql(query, { id });
    expect(json.errors[0].extensions.code).toBe('permission_denied');
    expect(json.data).toBeUndefined();
    expect(JSON.stringify(json)).not.toContain('refund');
  },
);

test('several moves in one request each return the history after that move', async () => {
  const id = await stages.submit();
  const query = `mutation ($id: ID!) {
    approve: approveInstantSettlement(id: $id) { status history { event } }
    withdraw: withdrawInstantSettlement(id: $id, reason: "a mistake") { denialReason history { event } }
  }`;
  const { json } = await stages.operator.graphql(query, { id });
  expect(json.data.approve.history).toHaveLength(2);
  expect(json.data.withdraw).toMatchObject({
    denialReason: 'OFFER_WITHDRAWN',
    history: [{ event: 'SUBMIT' }, { event: 'APPROVE' }, { event: 'WITHDRAW' }],
  });
});

test('REST shows only the reason and the end of the offer', async () => {
  const id = await stages.bring('denied');
  const members =
    'account_chargeback_rate account_refund_rate amount annual_rate created_at currency customer_id denial_reason';
  const others =
    'fee funding_id interest_rate offer_expires_at repayment_order servicing settlement_period status transactions updated_at';
  expect(Object.keys(await stages.read(id)).toSorted()).toEqual(`${members} ${others}`.split(' '));
});
