import { afterEach, describe, expect, test } from 'vitest';
import { runHousekeeping } from '../../../src/run/upkeep/housekeeping.ts';
import {
  approve,
  approvePending,
  openPeople,
  type People,
  queueOf,
  refusePending,
  told,
} from '../../support/fixtures/people.ts';
import { kycBody } from '../../support/gateway.ts';
import { verify } from '../../support/fixtures/audit-fixture.ts';

const APPROVE = 'twoPeople: [{ operation: APPROVE, rule: ALWAYS }]';
const DAY_MS = 86_400_000;

let people: People;
afterEach(() => people.close());

describe('a change that needs two people', () => {
  test('waits with the object unchanged, and the same call by a second person does it', async () => {
    people = await openPeople(APPROVE);
    const id = await people.submit();
    const asked = await approve(people.ann, id);
    expect(asked.data.done).toEqual({ id, status: 'SUBMITTED' });
    expect(asked.pending).toEqual({
      id: expect.stringMatching(/^apv_/),
      operation: 'APPROVE',
      maker: 'Ann',
      expiresAt: '2026-03-08T00:00:00Z',
    });
    expect(await queueOf(people.bob)).toEqual([asked.pending.id]);
    const again = await approve(people.ann, id);
    expect(again.pending).toEqual(asked.pending);
    const done = await approve(people.bob, id);
    expect(done).toMatchObject({ pending: null, data: { done: { id, status: 'APPROVED' } } });
    expect(await queueOf(people.bob)).toEqual([]);
    expect(await people.trail()).toEqual(
      expect.arrayContaining(['approval.requested', 'approval.approved', 'funding.approved']),
    );
    expect(await verify(people)).toMatchObject({ findings: [] });
  });

  test('is approved by its id, and never by whoever asked for it', async () => {
    people = await openPeople(APPROVE);
    const id = await people.submit();
    const { pending } = await approve(people.ann, id, ', interestRate: 0.02');
    expect(await approvePending(people.ann, pending.id)).toMatchObject({ code: 'permission_denied' });
    const { json } = await people.bob.graphql(
      'query ($id: ID!) { node(id: $id) { ... on Approval { own operation objectId makerName input amounts { currency amount } settlement { id } } } }',
      { id: pending.id },
    );
    expect(json.data.node).toEqual({
      own: false,
      operation: 'APPROVE',
      objectId: id,
      makerName: 'Ann',
      input: { interest_rate: 0.02 },
      amounts: [{ currency: 'HKD', amount: 1_000_000 }],
      settlement: { id },
    });
    expect(await approvePending(people.bob, pending.id)).toMatchObject({
      data: { done: { id: pending.id, status: 'APPROVED', makerName: 'Ann', checkerName: 'Bob' } },
    });
    expect(await people.read(id)).toMatchObject({ status: 'approved', interest_rate: 0.02 });
    expect(await approvePending(people.cat, pending.id)).toMatchObject({ code: 'conflict' });
  });

  test('is a conflict for another input, and names what waits', async () => {
    people = await openPeople(APPROVE);
    const id = await people.submit();
    const { pending } = await approve(people.ann, id, ', interestRate: 0.02');
    const other = await approve(people.bob, id, ', interestRate: 0.03');
    expect(other.code).toBe('conflict');
    expect(other.message).toContain(pending.id);
    expect(await people.read(id)).toMatchObject({ status: 'submitted' });
  });

  test('is refused with a reason, or taken back by whoever asked', async () => {
    people = await openPeople(APPROVE);
    const [one, two] = [await people.submit(), await people.submit()];
    const { pending } = await approve(people.ann, one);
    const essay = await refusePending(people.bob, pending.id, 'x'.repeat(1_001));
    expect(essay).toMatchObject({ code: 'parameter_invalid' });
    expect((await refusePending(people.bob, pending.id)).data.done).toEqual({
      status: 'REFUSED',
      reason: 'too dear',
      checkerName: 'Bob',
    });
    expect(await approvePending(people.cat, pending.id)).toMatchObject({ code: 'conflict' });
    expect(await refusePending(people.cat, pending.id)).toMatchObject({ code: 'conflict' });
    const { pending: own } = await approve(people.ann, two);
    expect((await refusePending(people.ann, own.id)).data.done).toMatchObject({ checkerName: 'Ann' });
    expect(await queueOf(people.bob)).toEqual([]);
    expect(await approve(people.ann, two)).toMatchObject({ pending: { operation: 'APPROVE' } });
  });

  test('tells at once what is wrong with it, and then nothing waits', async () => {
    people = await openPeople(APPROVE);
    const id = await people.bring('denied');
    expect(await approve(people.ann, id)).toMatchObject({ code: 'funding_status_invalid', pending: null });
    expect(await queueOf(people.ann)).toEqual([]);
    expect(await people.trail()).not.toContain('approval.requested');
  });

  test('lapses after seven days, and when what it is about moves', async () => {
    people = await openPeople(APPROVE);
    const [late, moved, changed] = [await people.submit(), await people.submit(), await people.submit()];
    const { pending } = await approve(people.ann, late);
    people.wait(7 * DAY_MS);
    expect(await queueOf(people.bob)).toEqual([]);
    expect(await approvePending(people.bob, pending.id)).toMatchObject({ code: 'conflict' });
    await runHousekeeping(people.gateway);
    expect((await people.trail()).filter((type) => type === 'approval.lapsed')).toHaveLength(1);

    await approve(people.ann, moved);
    await people.cause('deny', moved);
    expect(await queueOf(people.bob)).toEqual([]);

    const { pending: first } = await approve(people.ann, changed);
    const changedKyc = kycBody({ website: 'https://other.example' });
    await people.partner.rest('PUT', `/v1/kyc/hk/${people.customerId}`, changedKyc);
    expect(await approvePending(people.bob, first.id)).toMatchObject({ code: 'conflict' });
    const { pending: anew } = await approve(people.bob, changed);
    expect(anew).toMatchObject({ maker: 'Bob' });
    expect(anew.id).not.toBe(first.id);
    expect(await verify(people)).toMatchObject({ findings: [] });
  });
});

describe('two people', () => {
  test('are never one with two keys, or with two operators of one address', async () => {
    people = await openPeople(APPROVE);
    const id = await people.submit();
    const second = await people.again(people.ann);
    const twin = await people.person('Annie', { email: 'ANN@provider.example' });
    const { pending } = await approve(people.ann, id);
    expect(await approve(second, id)).toMatchObject({ pending: { id: pending.id } });
    expect(await approve(twin, id)).toMatchObject({ pending: { id: pending.id } });
    expect(await approvePending(twin, pending.id)).toMatchObject({ code: 'permission_denied' });
    expect(await approvePending(second, pending.id)).toMatchObject({
      code: 'permission_denied',
    });
  });

  test('are people: a key without one is refused', async () => {
    people = await openPeople(APPROVE);
    const id = await people.submit();
    const keyOnly = { ...people.ann, ...people.operator };
    expect(await approve(keyOnly, id)).toMatchObject({ code: 'permission_denied' });
    const { pending } = await approve(people.ann, id);
    expect(await approvePending(keyOnly, pending.id)).toMatchObject({ code: 'permission_denied' });
    expect(await refusePending(keyOnly, pending.id)).toMatchObject({ code: 'permission_denied' });
  });

  test('one who was disabled asks for nothing any more', async () => {
    people = await openPeople(APPROVE);
    const id = await people.submit();
    const { pending } = await approve(people.ann, id);
    for (const by of [people.bob, people.cat])
      await by.graphql('mutation ($id: ID!) { disableOperator(id: $id) { id } }', {
        id: people.ann.operatorId,
      });
    expect(await approvePending(people.bob, pending.id)).toMatchObject({ code: 'conflict' });
    expect(await approve(people.bob, id)).toMatchObject({ pending: { maker: 'Bob' } });
  });

  test('keep the answers of both requests for a second attempt', async () => {
    people = await openPeople(APPROVE);
    const id = await people.submit();
    const send = (by: People['ann'], key: string) =>
      by.graphql(
        'mutation ($id: ID!) { approveInstantSettlement(id: $id) { status } }',
        { id },
        { 'idempotency-key': key },
      );
    const asked = await send(people.ann, 'one');
    const done = await send(people.bob, 'two');
    expect((await send(people.ann, 'one')).json).toEqual(asked.json);
    expect(asked.json.extensions.pendingApproval.maker).toBe('Ann');
    expect((await send(people.bob, 'two')).json).toEqual(done.json);
    expect(done.json).toEqual({ data: { approveInstantSettlement: { status: 'APPROVED' } } });
  });
});

test('partners learn nothing of what waits', async () => {
  people = await openPeople(APPROVE);
  const id = await people.submit();
  const { pending } = await approve(people.ann, id);
  const { partner } = people;
  expect(await told(partner.graphql('{ pendingApprovals { nodes { id } } }'))).toMatchObject({
    code: 'permission_denied',
  });
  expect(
    await told(partner.graphql('query ($id: ID!) { node(id: $id) { id } }', { id: pending.id })),
  ).toMatchObject({ data: { node: null } });
  expect(
    await told(
      partner.graphql('query ($id: ID!) { instantSettlement(id: $id) { pendingApprovals { id } } }', { id }),
    ),
  ).toMatchObject({ code: 'permission_denied' });
  await people.relay();
  const { json } = await partner.rest('GET', '/v1/events?limit=100');
  expect(JSON.stringify(json)).not.toContain('approval.');
});
