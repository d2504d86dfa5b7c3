import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  openTestGateway,
  settlementBody,
  type TestGateway,
  type TestPartner,
} from '../../support/gateway.ts';
import { createCustomers } from '../../support/fixtures/audit-fixture.ts';

const EVENTS = `query ($first: Int, $after: String, $last: Int, $before: String, $filter: EventFilter) {
  events(first: $first, after: $after, last: $last, before: $before, filter: $filter) {
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    nodes { id type subject sequence partnerId actor requestId createdAt data }
  }
}`;

interface Shown {
  readonly id: string;
  readonly type: string;
  readonly subject: string;
  readonly actor: string;
  readonly requestId: string | null;
  readonly createdAt: string;
  readonly data: Readonly<Record<string, unknown>>;
}

type CallerFixture = Pick<TestPartner, 'graphql'>;

async function eventsOf(caller: CallerFixture, variables: object = {}): Promise<readonly Shown[]> {
  const { json } = await caller.graphql(EVENTS, { first: 100, ...variables });
  expect(json.errors).toBeUndefined();
  return json.data.events.nodes;
}

let fixture: TestGateway;
let partner: TestPartner;
let other: TestPartner;
let operator: Awaited<ReturnType<TestGateway['key']>>;
let customer: string;
/** Advances with every request, so that events have different seconds. */
let now = new Date('2026-03-01T12:00:00Z');
const later = (seconds: number) => (now = new Date(now.getTime() + seconds * 1000));
beforeAll(async () => {
  fixture = await openTestGateway({}, () => now);
  [partner, other] = [await fixture.partner({ review: 'manual' }), await fixture.partner()];
  operator = await fixture.key(partner.partnerId, { role: 'operator' });
  later(60);
  customer = await partner.completeCustomer();
  const { json } = await partner.rest('POST', '/v1/instant-settlements', settlementBody(customer));
  later(60);
  await operator.graphql(
    `mutation ($id: ID!) {
    denyInstantSettlement(id: $id, reason: EXPOSURE_LIMIT, note: "as agreed") { id }
  }`,
    { id: json.funding_id },
  );
  await createCustomers(other, 3);
  later(60);
});
afterAll(() => fixture.close());

describe('an operator', () => {
  test('sees the events of every partner, newest first', async () => {
    const events = await eventsOf(operator);
    expect(new Set(events.map(({ subject }) => subject.split('/')[0]))).toEqual(
      new Set(['customer', 'funding', 'key', 'kyc', 'partner']),
    );
    expect(events.map(({ id }) => id)).toEqual(
      events
        .map(({ id }) => id)
        .toSorted()
        .toReversed(),
    );
    expect(events.find(({ type }) => type === 'FUNDING_DENIED')).toMatchObject({
      actor: operator.keyId,
      requestId: expect.any(String),
      createdAt: '2026-03-01T12:02:00Z',
      data: { reason: 'exposure_limit' },
    });
  });

  const only = (key: keyof Shown, value: unknown) => (event: Shown) => event[key] === value;

  test.each<[string, () => object, (event: Shown) => boolean]>([
    ['a subject', () => ({ subject: `kyc/${customer}` }), (event) => event.subject === `kyc/${customer}`],
    ['an actor', () => ({ actor: operator.keyId }), (event) => event.actor === operator.keyId],
    ['a type', () => ({ types: ['CUSTOMER_CREATED'] }), only('type', 'CUSTOMER_CREATED')],
    [
      'types',
      () => ({ types: ['FUNDING_DENIED', 'KYC_STATUS_CHANGED', 'CUSTOMER_CREATED'] }),
      ({ type }) => ['FUNDING_DENIED', 'KYC_STATUS_CHANGED', 'CUSTOMER_CREATED'].includes(type),
    ],
    [
      'a time',
      () => ({ createdFrom: '2026-03-01T12:01:00Z', createdTo: '2026-03-01T20:02:00+08:00' }),
      only('createdAt', '2026-03-01T12:01:00Z'),
    ],
    [
      'a subject, an actor and types',
      () => ({ subject: `kyc/${customer}`, actor: operator.keyId, types: ['KYC_UPDATED'] }),
      () => false,
    ],
    [
      'a type within a time',
      () => ({ types: ['CUSTOMER_CREATED'], createdFrom: '2026-03-01T12:01:30Z' }),
      ({ type, createdAt }) => type === 'CUSTOMER_CREATED' && createdAt > '2026-03-01T12:01:30Z',
    ],
  ])('finds those of %s, and no others', async (_, filter, belongs) => {
    const all = await eventsOf(operator);
    expect(await eventsOf(operator, { filter: filter() })).toEqual(all.filter(belongs));
  });

  test('finds the events of a partner, with any other filter', async () => {
    const all = await eventsOf(operator);
    const filter = { partnerId: other.partnerId };
    const own = await eventsOf(operator, { filter });
    expect(own.filter(({ type }) => type === 'CUSTOMER_CREATED')).toHaveLength(3);
    const types = ['CUSTOMER_CREATED'];
    expect(await eventsOf(operator, { filter: { ...filter, types } })).toHaveLength(3);
    const subject = `kyc/${customer}`;
    expect(await eventsOf(operator, { filter: { ...filter, subject } })).toEqual([]);
    expect(all.length).toBeGreaterThan(own.length);
  });

  test('gets an error for an invalid moment', async () => {
    const { json } = await operator.graphql(EVENTS, { filter: { createdFrom: 'yesterday' } });
    expect(json.errors[0]).toMatchObject({
      message: expect.stringContaining('must be a moment such as 2026-01-31T00:00:00Z'),
      extensions: { code: 'parameter_invalid' },
    });
  });
});

describe('a partner', () => {
  test('sees its own events only', async () => {
    const subjects = (await eventsOf(partner)).map(({ subject }) => subject);
    expect(subjects.length).toBeGreaterThan(10);
    expect(subjects.filter((subject) => subject.startsWith('customer/'))).toEqual([`customer/${customer}`]);
  });

  test('sees that an operator acted, but not who, in which request or why', async () => {
    const { text } = await partner.graphql(EVENTS, { first: 100 });
    expect(text).not.toContain(operator.keyId);
    expect(text).not.toContain('as agreed');
    const seen = await eventsOf(partner);
    expect(seen.find(({ type }) => type === 'FUNDING_DENIED')).toMatchObject({
      actor: 'operator',
      requestId: null,
      data: { reason: 'exposure_limit' },
    });
    expect(seen.find(({ type }) => type === 'PARTNER_CREATED')).toMatchObject({ actor: 'operator' });
    expect(seen.find(({ type }) => type === 'KYC_UPDATED')?.actor).toMatch(/^key_/);
  });

  test('sees only the data that is for partners', async () => {
    const { reads } = fixture.gateway.database;
    const { id } = await reads
      .selectFrom('event')
      .select('id')
      .where('type', '=', 'funding.denied')
      .executeTakeFirstOrThrow();
    const event = (await eventsOf(partner)).find((each) => each.id === id);
    expect(Object.keys(event?.data ?? {})).toEqual(['reason']);
  });

  test('filters by the actors that it can see', async () => {
    const seen = await eventsOf(partner);
    const own = seen.find(({ type }) => type === 'KYC_UPDATED')?.actor ?? '';
    for (const actor of ['operator', own, 'clock']) {
      const filter = { actor };
      expect(await eventsOf(partner, { filter })).toEqual(seen.filter((event) => event.actor === actor));
    }
    for (const actor of [operator.keyId, 'cli']) {
      expect(await eventsOf(partner, { filter: { actor } })).toEqual([]);
    }
  });
});

describe('a reader of the trail', () => {
  async function follow(caller: CallerFixture, before: string | null, filter: object = {}) {
    const { json } = await caller.graphql(EVENTS, { last: 3, before, filter });
    const { nodes, pageInfo } = json.data.events;
    return { ids: nodes.map(({ id }: Shown) => id), cursor: pageInfo.startCursor ?? before, pageInfo };
  }

  async function followAll(caller: CallerFixture, filter: object = {}): Promise<readonly string[]> {
    const ids: string[] = [];
    for (let cursor: string | null = null; ;) {
      const page = await follow(caller, cursor, filter);
      ids.push(...page.ids.toReversed());
      ({ cursor } = page);
      if (!page.pageInfo.hasPreviousPage) return ids;
    }
  }

  test.each([{}, { types: ['CUSTOMER_CREATED', 'KYC_CREATED'] }])(
    'gets each event once, with %j',
    async (filter) => {
      const all = (await eventsOf(operator, { filter })).map(({ id }) => id).toReversed();
      expect(await followAll(operator, filter)).toEqual(all);
    },
  );

  test('gets the newest event at once', async () => {
    const before = await followAll(operator);
    await createCustomers(other, 1);
    expect(await followAll(operator)).toHaveLength(before.length + 2);
  });
});
