import { afterEach, describe, expect, test } from 'vitest';
import { commandLine } from '../../../src/kernel/caller.ts';
import { execute } from '../../../src/pipeline/execute.ts';
import { closeBooks } from '../../../src/nouns/provider/provider.operations.ts';
import {
  approve,
  approvePending,
  openPeople,
  type People,
  queueOf,
  told,
} from '../../support/fixtures/people.ts';

const HOUR_MS = 3_600_000;
const SECONDS_MS = 61_000;

let people: People;
afterEach(() => people.close());

const waive = (by: People['ann'], id: string, amount: number, reason = 'goodwill') =>
  told(
    by.graphql(
      `mutation ($id: ID!) { done: waiveFee(id: $id, amount: ${amount}, reason: "${reason}") { id } }`,
      { id },
    ),
  );

describe('the settings of two people', () => {
  test('cannot be turned on with fewer than two people who can approve for each other', async () => {
    people = await openPeople();
    const lone = 'twoPeople: [{ operation: APPROVE, rule: ALWAYS }]';
    const { bob, cat, ann } = people;
    for (const { operatorId } of [bob, cat])
      await ann.graphql('mutation ($id: ID!) { disableOperator(id: $id) { id } }', { id: operatorId });
    expect(await told(people.set(ann, lone))).toMatchObject({ code: 'conflict' });
    expect(await told(people.set(ann, 'separateRoles: true'))).toMatchObject({ code: 'conflict' });
    // The same person again, one without a key that works, and one who lacks a scope.
    await people.person('Anna', { email: 'ann@provider.example' });
    const dan = await people.person('Dan');
    await ann.graphql('mutation ($id: ID!) { revokeApiKey(id: $id) { id } }', { id: dan.keyId });
    await people.person('Eve', { scopes: ['read', 'write'] });
    const refused = await told(people.set(ann, lone));
    expect(refused).toMatchObject({ code: 'conflict' });
    expect(refused.message).toContain('only one');
    await people.person('Fay');
    expect(await told(people.set(ann, lone))).toMatchObject({
      code: null,
      data: { updateProviderSettings: { twoPeople: [{ operation: 'APPROVE', rule: 'ALWAYS' }] } },
    });
  });

  test('are turned off by two people only, and nobody else gets round them', async () => {
    people = await openPeople('twoPeople: [{ operation: APPROVE, rule: ALWAYS }]');
    const { ann, bob } = people;
    const off = await told(people.set(ann, 'twoPeople: []'));
    expect(off.data.updateProviderSettings).toMatchObject({
      twoPeople: [{ operation: 'APPROVE', rule: 'ALWAYS' }],
      pendingApprovals: [{ id: off.pending.id, status: 'PENDING' }],
    });
    expect(off.pending).toMatchObject({ operation: 'PROVIDER_SETTINGS', maker: 'Ann' });
    expect(await told(people.set(ann, 'smallDifference: [{ currency: "HKD", amount: 5 }]'))).toMatchObject({
      code: 'conflict',
    });
    expect(await approvePending(bob, off.pending.id)).toMatchObject({ code: null });
    const id = await people.submit();
    expect(await approve(ann, id)).toMatchObject({ pending: null, data: { done: { status: 'APPROVED' } } });
  });

  test('need the scope of the change from whoever approves it', async () => {
    people = await openPeople('twoPeople: [{ operation: APPROVE, rule: ALWAYS }]');
    const eve = await people.person('Eve', { scopes: ['read', 'write'] });
    const { pending } = await told(people.set(people.ann, 'twoPeople: []'));
    expect(await approvePending(eve, pending.id)).toMatchObject({ code: 'permission_denied' });
    expect(await queueOf(eve)).toEqual([pending.id]);
  });

  test('are heeded by the command line, which is no person', async () => {
    people = await openPeople('twoPeople: [{ operation: CLOSE_BOOKS, rule: ALWAYS }]');
    const call = { caller: commandLine, requestId: 'test', ids: {}, input: { until: '2026-02-01' } };
    await expect(execute(people.gateway, closeBooks, call)).rejects.toMatchObject({
      code: 'permission_denied',
    });
  });

  test('name each change once, and an amount only if the change moves one', async () => {
    people = await openPeople();
    for (const text of [
      'twoPeople: [{ operation: APPROVE, rule: ALWAYS }, { operation: APPROVE, rule: OFF }]',
      'twoPeople: [{ operation: CLOSE_BOOKS, rule: FROM }]',
      'twoPeopleFrom: [{ operation: WAIVE, currency: "HKD", amount: -1 }]',
    ])
      expect(await told(people.set(people.ann, text))).toMatchObject({ code: 'parameter_invalid' });
  });
});

describe('from an amount on', () => {
  const WAIVE =
    'twoPeople: [{ operation: WAIVE, rule: FROM }], twoPeopleFrom: [{ operation: WAIVE, currency: "HKD", amount: 1000 }]';

  test('a change needs two people, the amount itself included', async () => {
    people = await openPeople(WAIVE);
    const id = await people.bring('funded');
    expect(await waive(people.ann, id, 999)).toMatchObject({ code: null, pending: null });
    expect(await waive(people.bob, id, 1_000)).toMatchObject({ pending: { operation: 'WAIVE' } });
  });

  test('the amounts of one person for one settlement add up over 24 hours', async () => {
    people = await openPeople(WAIVE);
    const [id, other] = [await people.bring('funded'), await people.bring('funded')];
    const { ann, bob } = people;
    expect(await waive(ann, id, 600)).toMatchObject({ code: null, pending: null });
    expect(await waive(ann, other, 600)).toMatchObject({ code: null, pending: null });
    expect(await waive(bob, id, 399)).toMatchObject({ code: null, pending: null });
    const twin = await people.person('Annie', { email: 'Ann@Provider.example' });
    expect(await waive(twin, id, 399)).toMatchObject({ code: null, pending: null });
    const asked = await waive(ann, id, 1);
    expect(asked).toMatchObject({ pending: { operation: 'WAIVE' } });
    expect(await approvePending(bob, asked.pending.id)).toMatchObject({ code: null });
    people.wait(24 * HOUR_MS);
    expect(await waive(ann, id, 500)).toMatchObject({ code: null, pending: null });
  });

  test('amounts add up beyond what an integer holds', async () => {
    people = await openPeople(WAIVE);
    const id = await people.bring('funded');
    await waive(people.ann, id, 1);
    const { reads, writes } = people.gateway.database;
    const first = await reads.selectFrom('recent_amount').selectAll().executeTakeFirstOrThrow();
    const more = Array.from({ length: 1_025 }, (_, at) => ({
      ...first,
      id: `apv_${String(at).padStart(26, '0')}`,
      amount: Number.MAX_SAFE_INTEGER,
    }));
    await writes.insertInto('recent_amount').values(more).execute();
    expect(await waive(people.ann, id, 1)).toMatchObject({ pending: { operation: 'WAIVE' } });
  });

  test('in a currency without an amount it always needs two people', async () => {
    people = await openPeople(
      'twoPeople: [{ operation: APPROVE, rule: FROM }], twoPeopleFrom: [{ operation: APPROVE, currency: "USD", amount: 9000000 }]',
    );
    expect(await approve(people.ann, await people.submit())).toMatchObject({
      pending: { operation: 'APPROVE' },
    });
  });

  test('the same waiver by a late second checker is no new request', async () => {
    people = await openPeople(WAIVE);
    const id = await people.bring('funded');
    const { pending } = await waive(people.ann, id, 1_000);
    expect(await waive(people.bob, id, 1_000)).toMatchObject({ code: null, pending: null });
    expect(await waive(people.cat, id, 1_000)).toMatchObject({ code: 'conflict' });
    expect(await queueOf(people.ann)).toEqual([]);
    people.wait(SECONDS_MS);
    const more = await waive(people.cat, id, 1_000);
    expect(more.pending).toMatchObject({ maker: 'Cat' });
    expect(more.pending.id).not.toBe(pending.id);
  });
});

test('whoever approved an offer neither makes nor approves its payout', async () => {
  people = await openPeople('separateRoles: true, twoPeople: [{ operation: DISBURSE, rule: ALWAYS }]');
  const { ann, bob, cat } = people;
  const id = await people.submit();
  expect(await approve(ann, id)).toMatchObject({ code: null, pending: null });
  await people.cause('accept', id);
  const pay = (by: People['ann']) =>
    told(
      by.graphql(
        'mutation ($id: ID!) { done: disburseInstantSettlement(id: $id, reference: "p") { status } }',
        { id },
      ),
    );
  expect(await pay(ann)).toMatchObject({ code: 'permission_denied' });
  const { pending } = await pay(bob);
  expect(pending).toMatchObject({ operation: 'DISBURSE', maker: 'Bob' });
  expect(await approvePending(ann, pending.id)).toMatchObject({ code: 'permission_denied' });
  expect(await pay(cat)).toMatchObject({ data: { done: { status: 'FUNDED' } } });
});
