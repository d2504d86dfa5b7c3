import { afterEach, beforeEach, expect, test } from 'vitest';
import { verify } from '../../support/fixtures/audit-fixture.ts';
import { openPolicies, type Policies, type RuleSent } from './fixture.ts';

let policies: Policies;
beforeEach(async () => {
  policies = await openPolicies();
});
afterEach(() => policies.close());

const APPROVES: RuleSent = { key: 'small', when: 'amount <= 1000000', then: 'APPROVE' };
const DENIES: RuleSent = { ...APPROVES, then: 'DENY' };

const forge = (id: string, change: Readonly<Record<string, string>>) =>
  policies.gateway.database.transaction(async (db) => {
    await db.updateTable('policy').set(change).where('id', '=', id).execute();
  });

const LIST = `{ policies { totalCount nodes {
  id state partnerId otherwise note hash ownerName damaged rules { key } } } }`;
const listed = async () => (await policies.ask(LIST, {}, 'policies')).nodes;

const statusOf = async () => (await policies.settlementOf(await policies.submit({ amount: 1_000 }))).status;

/** What an attacker writes, or a disk loses, in the row of a live version. */
const DAMAGES: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['hash', { hash: 'a'.repeat(64) }],
  ['MAC', { mac: 'none' }],
  ['owner', { owner: 'opr_mallory' }],
  ['time', { created_at: 'long ago' }],
];

test.each(DAMAGES)(
  'a version with a damaged %s is listed as damaged beside the others, and its requests wait for an operator',
  async (_column, change) => {
    const live = await policies.publish({ rules: [APPROVES] });
    const draft = await policies.create({ rules: [DENIES], note: 'mine' });
    expect(await statusOf()).toBe('approved');
    await forge(live.id, change);
    expect(await listed()).toEqual([
      expect.objectContaining({ id: draft.id, note: 'mine', damaged: false, rules: [{ key: 'small' }] }),
      {
        id: live.id,
        state: 'LIVE',
        partnerId: null,
        otherwise: 'REVIEW',
        note: 'Damaged record',
        hash: '',
        ownerName: null,
        damaged: true,
        rules: [],
      },
    ]);
    expect(await statusOf()).toBe('submitted');
    expect(await policies.read(live.id)).toBe('service_unavailable');
    expect(JSON.stringify(await verify(policies))).toContain(`policy/${live.id}`);
  },
);

test('a version whose content cannot be decrypted is listed as damaged', async () => {
  const live = await policies.publish({ rules: [APPROVES] });
  await forge(live.id, { content: 'v1.none.' });
  expect(await listed()).toMatchObject([{ id: live.id, damaged: true, rules: [] }]);
});

test('a damaged version of a partner does not hand its requests to the general one', async () => {
  const { partnerId } = policies.partner;
  await policies.publish({ rules: [APPROVES] });
  const own = await policies.publish({ rules: [DENIES], partnerId });
  expect(await statusOf()).toBe('denied');
  await forge(own.id, { mac: 'none' });
  expect(await statusOf()).toBe('submitted');
});

test('a damaged live version stops no automatic approval, and advises nothing', async () => {
  await policies.close();
  policies = await openPolicies({ review: 'auto' });
  const live = await policies.publish({ rules: [DENIES] });
  await forge(live.id, { mac: 'none' });
  expect(await statusOf()).toBe('approved');
  await policies.close();
  policies = await openPolicies({ review: 'manual' });
  const advising = await policies.publish({ rules: [DENIES] });
  await forge(advising.id, { mac: 'none' });
  const id = await policies.submit({ amount: 1_000 });
  expect(await policies.adviceOn(id)).toBeNull();
  await policies.cause('approve', id);
  expect(await policies.settlementOf(id)).toMatchObject({ status: 'approved' });
});

test.each([
  ['publishPolicy', 'publish', 'LIVE'],
  ['shadowPolicy', 'shadow', 'SHADOW'],
] as const)(
  'another version takes the place of a damaged one by %s, and the audit still names it',
  async (_, make, state) => {
    const damaged = await policies[make]({ rules: [DENIES] });
    await forge(damaged.id, { mac: 'none' });
    const next = await policies[make]({ rules: [APPROVES] });
    expect(next).toMatchObject({ state });
    expect(await listed()).toMatchObject([
      { id: next.id, state, damaged: false },
      { id: damaged.id, state: 'RETIRED', damaged: true },
    ]);
    if (make === 'publish') expect(await statusOf()).toBe('approved');
    expect(JSON.stringify(await verify(policies))).toContain(`policy/${damaged.id}`);
  },
);
