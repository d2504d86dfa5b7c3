import { afterEach, describe, expect, test } from 'vitest';
import { commandLine } from '../../../src/kernel/caller.ts';
import { createOperator } from '../../../src/nouns/operator/operator.operations.ts';
import { execute } from '../../../src/pipeline/execute.ts';
import { runHousekeeping } from '../../../src/run/upkeep/housekeeping.ts';
import { verify } from '../../support/fixtures/audit-fixture.ts';
import {
  approve,
  approvePending,
  openPeople,
  type People,
  queueOf,
  told,
} from '../../support/fixtures/people.ts';

type Person = People['ann'];

const ON = 'twoPeople: [{ operation: APPROVE, rule: ALWAYS }]';
const DAY_MS = 86_400_000;

let people: People;
afterEach(() => people.close());

/** Sends a mutation; `$id` in its text is an id. */
const send = (by: Person, mutation: string, id = '', headers: Readonly<Record<string, string>> = {}) =>
  told(
    by.graphql(
      `mutation ${mutation.includes('$id') ? '($id: ID!) ' : ''}{ done: ${mutation} }`,
      { id },
      headers,
    ),
  );

const NEW_OPERATOR = 'createOperator(input: { name: "Dan", scopes: [READ] }) { name scopes }';
const DISABLE = 'disableOperator(id: $id) { disabledAt }';
const SCOPES = 'updateOperator(id: $id, input: { scopes: [READ] }) { scopes }';
const CONFIRM = 'confirmOperator(id: $id) { unconfirmed }';
const NEW_KEY_OF = (id: string) =>
  `createApiKey(partnerId: $id, input: { role: OPERATOR, operatorId: "${id}", name: "n" }) { apiKey key { operatorId } }`;
const NEW_PARTNER = 'createPartner(input: { name: "New" }) { partner { name } key { apiKey } }';

describe('if any change needs two people, so does each of', () => {
  const changes: readonly {
    readonly name: string;
    readonly operation: string;
    readonly mutation: () => string;
    readonly id?: () => Promise<string> | string;
    readonly before: unknown;
    readonly after: unknown;
  }[] = [
    {
      name: 'a new operator',
      operation: 'OPERATOR',
      mutation: () => NEW_OPERATOR,
      before: null,
      after: { name: 'Dan', scopes: ['READ'] },
    },
    {
      name: 'the scopes of an operator',
      operation: 'OPERATOR',
      mutation: () => SCOPES,
      id: () => people.cat.operatorId,
      before: { scopes: ['READ', 'WRITE', 'ADMIN'] },
      after: { scopes: ['READ'] },
    },
    {
      name: 'the end of an operator',
      operation: 'OPERATOR',
      mutation: () => DISABLE,
      id: () => people.cat.operatorId,
      before: { disabledAt: null },
      after: { disabledAt: '2026-03-01T00:00:00Z' },
    },
    {
      name: 'the confirmation of an operator',
      operation: 'OPERATOR',
      mutation: () => CONFIRM,
      id: async () => (await people.signedIn('Olga')).operatorId,
      before: { unconfirmed: true },
      after: { unconfirmed: false },
    },
    {
      name: 'the prices of a partner',
      operation: 'PARTNER_SETTINGS',
      mutation: () =>
        'updatePartner(id: $id, input: { name: "Other", interestRate: { default: 0.5 } }) { name interestRate { default } }',
      id: () => people.partner.partnerId,
      before: { name: 'Acme', interestRate: { default: 0.002 } },
      after: { name: 'Other', interestRate: { default: 0.5 } },
    },
    {
      name: 'the review of a partner',
      operation: 'PARTNER_SETTINGS',
      mutation: () => 'updatePartner(id: $id, input: { review: AUTO }) { review }',
      id: () => people.partner.partnerId,
      before: { review: 'MANUAL' },
      after: { review: 'AUTO' },
    },
    {
      name: 'the settings of the provider',
      operation: 'PROVIDER_SETTINGS',
      mutation: () => 'updateProviderSettings(input: { feeRecognition: AT_DISBURSEMENT }) { feeRecognition }',
      before: { feeRecognition: 'OVER_PERIOD' },
      after: { feeRecognition: 'AT_DISBURSEMENT' },
    },
  ];

  test.each(changes.map((change) => [change.name, change] as const))('%s', async (_name, change) => {
    people = await openPeople(ON);
    const id = (await change.id?.()) ?? '';
    const asked = await send(people.ann, change.mutation(), id);
    expect(asked).toMatchObject({
      data: { done: change.before },
      pending: { operation: change.operation, maker: 'Ann' },
    });
    expect(await send(people.ann, change.mutation(), id)).toEqual(asked);
    const done = await send(people.bob, change.mutation(), id);
    expect(done).toMatchObject({ data: { done: change.after }, pending: null });
    expect(await queueOf(people.ann)).toEqual([]);
    expect(await verify(people)).toMatchObject({ findings: [] });
  });

  test('and none of what neither prices nor approves', async () => {
    people = await openPeople(ON);
    const text =
      'updatePartner(id: $id, input: { name: "B", unknownInput: IGNORE, reportsRepayments: true, dueNoticeDays: 5, v1Members: INTERFACE }) { name }';
    const { partnerId } = people.partner;
    expect(await send(people.ann, text, partnerId)).toMatchObject({
      data: { done: { name: 'B' } },
      pending: null,
    });
    const key = 'createApiKey(partnerId: $id) { apiKey key { role } }';
    expect(await send(people.ann, key, partnerId)).toMatchObject({
      data: { done: { apiKey: expect.stringContaining('fgk_'), key: { role: 'PARTNER' } } },
      pending: null,
    });
    const revoke = 'revokeApiKey(id: $id) { revokedAt }';
    expect(await send(people.ann, revoke, people.cat.keyId)).toMatchObject({
      data: { done: { revokedAt: '2026-03-01T00:00:00Z' } },
      pending: null,
    });
  });
});

describe('a secret that a change makes', () => {
  const makers: readonly (readonly [string, () => { readonly text: string; readonly id: string }, string])[] =
    [
      [
        'a key',
        () => ({ text: NEW_KEY_OF(people.cat.operatorId), id: people.partner.partnerId }),
        'OPERATOR_KEY',
      ],
      [
        'a key that replaces one',
        () => ({ text: 'rotateApiKey(id: $id) { apiKey key { operatorId } }', id: people.cat.keyId }),
        'OPERATOR_KEY',
      ],
      ['a partner', () => ({ text: NEW_PARTNER, id: '' }), 'PARTNER_SETTINGS'],
    ];
  const secretIn = ({ data: { done } }: Awaited<ReturnType<typeof send>>) =>
    done.apiKey ?? done.key.apiKey ?? null;

  test.each(makers)(
    'of %s is shown to the person who asked, once, and never to the other',
    async (_name, of, operation) => {
      people = await openPeople(ON);
      const { text, id } = of();
      const asked = await send(people.ann, text, id);
      expect(asked).toMatchObject({ data: { done: null }, pending: { operation, maker: 'Ann' } });
      const done = await send(people.bob, text, id);
      expect(done).toMatchObject({ code: null, pending: null });
      expect(secretIn(done)).toBeNull();
      // Neither a third person nor the second one again gets it.
      expect(await send(people.cat, text, id)).toMatchObject({ code: 'conflict' });
      expect(await send(people.bob, text, id)).toMatchObject({ code: 'conflict' });
      const shown = await send(people.ann, text, id);
      expect(shown).toMatchObject({ code: null, pending: null });
      const secret = secretIn(shown);
      expect(secret).toMatch(/^fgk_/);
      const { json } = await people.withKey(secret).graphql('{ viewer { key { id } } }');
      expect(json.data.viewer.key.id).toMatch(/^key_/);
      expect(await send(people.ann, text, id)).toMatchObject({ code: 'conflict' });
      const rows = await people.gateway.database.reads.selectFrom('approval_secret').selectAll().execute();
      expect(rows).toEqual([]);
      expect(await verify(people)).toMatchObject({ findings: [] });
    },
  );

  test('is fetched by the same request as the first one, with its idempotency key, after an approval by id', async () => {
    people = await openPeople(ON);
    const text = NEW_KEY_OF(people.cat.operatorId);
    const { partnerId } = people.partner;
    const key = { 'idempotency-key': 'one' };
    const { pending } = await send(people.ann, text, partnerId, key);
    expect(await send(people.ann, text, partnerId, key)).toMatchObject({ pending: { id: pending.id } });
    expect(JSON.stringify(await approvePending(people.bob, pending.id))).not.toContain('fgk_');
    expect(secretIn(await send(people.ann, text, partnerId, key))).toMatch(/^fgk_/);
    expect(secretIn(await send(people.ann, text, partnerId, key))).toBeNull();
  });

  test('is gone after seven days', async () => {
    people = await openPeople(ON);
    const text = NEW_KEY_OF(people.cat.operatorId);
    const { partnerId } = people.partner;
    await send(people.ann, text, partnerId);
    await send(people.bob, text, partnerId);
    people.wait(7 * DAY_MS);
    await runHousekeeping(people.gateway);
    const rows = await people.gateway.database.reads.selectFrom('approval_secret').selectAll().execute();
    expect(rows).toEqual([]);
    expect(await send(people.ann, text, partnerId)).toMatchObject({ pending: { operation: 'OPERATOR_KEY' } });
  });

  test('is shown once to two requests at the same time', async () => {
    people = await openPeople(ON);
    const text = NEW_KEY_OF(people.cat.operatorId);
    const { partnerId } = people.partner;
    await send(people.ann, text, partnerId);
    await send(people.bob, text, partnerId);
    const both = await Promise.all([send(people.ann, text, partnerId), send(people.ann, text, partnerId)]);
    expect(both.map(({ code }) => code).toSorted()).toEqual(['conflict', null]);
  });
});

describe('a key of an operator', () => {
  test('belongs to a person, also one that replaces a key of before', async () => {
    people = await openPeople();
    const { partnerId } = people.partner;
    expect(
      await send(people.ann, 'createApiKey(partnerId: $id, input: { role: OPERATOR }) { apiKey }', partnerId),
    ).toMatchObject({ code: 'parameter_missing' });
    expect(await send(people.ann, 'rotateApiKey(id: $id) { apiKey }', people.operator.keyId)).toMatchObject({
      code: 'conflict',
    });
  });
});

describe('an operator who signs in by OpenID Connect', () => {
  test('approves nothing, and nothing of it is approved, until two other people have confirmed it', async () => {
    people = await openPeople(ON);
    const olga = await people.signedIn('Olga');
    const [one, two] = [await people.submit(), await people.submit()];
    const { pending } = await approve(people.ann, one);
    expect(await approve(olga, one)).toMatchObject({ code: 'permission_denied' });
    expect(await approvePending(olga, pending.id)).toMatchObject({ code: 'permission_denied' });
    const { pending: hers } = await approve(olga, two);
    expect(hers).toMatchObject({ maker: 'Olga' });
    expect(await approve(people.ann, two)).toMatchObject({ code: 'permission_denied' });
    expect(await approvePending(people.ann, hers.id)).toMatchObject({ code: 'permission_denied' });
    expect(await send(olga, CONFIRM, olga.operatorId)).toMatchObject({ code: 'permission_denied' });
    expect(await send(people.ann, CONFIRM, olga.operatorId)).toMatchObject({
      data: { done: { unconfirmed: true } },
    });
    expect(await send(people.bob, CONFIRM, olga.operatorId)).toMatchObject({
      data: { done: { unconfirmed: false } },
    });
    expect(await approve(olga, one)).toMatchObject({ data: { done: { status: 'APPROVED' } } });
    expect(await approve(people.ann, two)).toMatchObject({ data: { done: { status: 'APPROVED' } } });
  });
});

describe('enough people', () => {
  test('stay: none of the last two is disabled or loses a scope that the other needs', async () => {
    people = await openPeople(ON);
    expect(await send(people.ann, DISABLE, people.cat.operatorId)).toMatchObject({ code: null });
    expect(await send(people.bob, DISABLE, people.cat.operatorId)).toMatchObject({ code: null });
    const refused = await send(people.ann, DISABLE, people.bob.operatorId);
    expect(refused).toMatchObject({ code: 'conflict', pending: null });
    expect(refused.message).toContain('only one');
    expect(await send(people.ann, SCOPES, people.bob.operatorId)).toMatchObject({ code: 'conflict' });
    expect(await queueOf(people.ann)).toEqual([]);
  });

  test('are made by the command line alone if too few have a key that works', async () => {
    people = await openPeople(ON);
    const call = { caller: commandLine, requestId: 'test', ids: {}, input: { name: 'Dan' } };
    await expect(execute(people.gateway, createOperator, call)).rejects.toMatchObject({
      code: 'permission_denied',
    });
    for (const { keyId } of [people.bob, people.cat])
      await send(people.ann, 'revokeApiKey(id: $id) { id }', keyId);
    expect((await execute(people.gateway, createOperator, call)).view).toMatchObject({ name: 'Dan' });
    // No second person could approve it.
    expect(await send(people.ann, NEW_OPERATOR)).toMatchObject({ code: 'conflict', pending: null });
  });
});
