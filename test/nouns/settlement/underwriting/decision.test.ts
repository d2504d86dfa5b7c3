import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runHousekeeping } from '../../../../src/run/upkeep/housekeeping.ts';
import {
  openTestGateway,
  settlementBody,
  type TestGateway,
  type TestPartner,
} from '../../../support/gateway.ts';

const DAY_MS = 86_400_000;

let now: Date;
let fixture: TestGateway;
let partner: TestPartner;
let customerId: string;
beforeAll(async () => {
  now = new Date('2026-03-01T00:00:00Z');
  fixture = await openTestGateway({}, () => now);
  partner = await fixture.partner({ offer_valid_days: 30 });
  customerId = await partner.completeCustomer('HK');
});
afterAll(() => fixture.close());

let fundingId: string;
beforeEach(async () => {
  const { json } = await partner.rest('POST', '/v1/instant-settlements', settlementBody(customerId));
  fundingId = json.funding_id;
});

const decide = (body: unknown, method = 'PUT', folder = 'instant-settlements') =>
  partner.rest(method, `/v1/${folder}/${fundingId}/decision`, body);
const read = async () => (await partner.rest('GET', `/v1/instant-settlements/${fundingId}`)).json;
const events = async () => {
  const rows = await fixture.gateway.database.reads
    .selectFrom('event')
    .selectAll()
    .where('subject', '=', `funding/${fundingId}`)
    .orderBy('sequence')
    .execute();
  return rows.map(({ type, actor }) => ({ type, actor }));
};

describe('an offer', () => {
  test.each([{ type: 'accept' }, { type: 'accept', reason: null }, { type: 'accept', reason: 'good' }])(
    'is accepted with %j',
    async (body) => {
      expect((await decide(body)).json.status).toBe('accepted');
      expect((await read()).status).toBe('accepted');
    },
  );

  test.each(['no', 'x'.repeat(1_000), '太貴\nreally 😀'])(
    'is rejected for the reason %.20j',
    async (reason) => {
      expect((await decide({ type: 'reject', reason })).json.status).toBe('rejected');
    },
  );

  test.each([
    [{ type: 'reject' }, 'reason', 'parameter_missing'],
    [{ type: 'reject', reason: null }, 'reason', 'parameter_missing'],
    [{ type: 'reject', reason: '' }, 'reason', 'parameter_invalid'],
    [{ type: 'reject', reason: ' \n\t ' }, 'reason', 'parameter_invalid'],
    [{ type: 'reject', reason: 'x'.repeat(1_001) }, 'reason', 'parameter_invalid'],
    [{ type: 'reject', reason: 5 }, 'reason', 'parameter_invalid'],
    [{ type: 'reject', reason: 'a\u0007' }, 'reason', 'parameter_invalid'],
    [{}, 'type', 'parameter_missing'],
    [{ type: null }, 'type', 'parameter_missing'],
    [{ type: 'ACCEPT' }, 'type', 'parameter_invalid'],
    [{ type: 'expire' }, 'type', 'parameter_invalid'],
    [{ type: ['accept'] }, 'type', 'parameter_invalid'],
    [{ type: 'accept', bogus: 1 }, 'bogus', 'parameter_unknown'],
  ])('is not changed by the invalid decision %.60j', async (body, param, code) => {
    const answer = await decide(body);
    expect(answer.status).toBe(400);
    expect(answer.json.error).toMatchObject({ code, param });
    expect((await read()).status).toBe('approved');
  });

  test('can be accepted with an empty reason, which counts as none', async () => {
    expect((await decide({ type: 'accept', reason: '  ' })).json.status).toBe('accepted');
  });

  test('is decided once', async () => {
    await decide({ type: 'accept' });
    for (const body of [{ type: 'accept' }, { type: 'reject', reason: 'late' }]) {
      const answer = await decide(body);
      expect([answer.status, answer.json.error.code]).toEqual([409, 'funding_status_invalid']);
    }
    expect((await events()).map(({ type }) => type)).toEqual([
      'funding.submitted',
      'funding.approved',
      'funding.accepted',
    ]);
  });

  test.each([
    ['POST', 'instant-settlements'],
    ['PUT', 'instant-settlement'],
    ['POST', 'instant-settlement'],
  ])('may still be decided by %s on /v1/%s, which says that it is deprecated', async (method, folder) => {
    const answer = await decide({ type: 'accept' }, method, folder);
    expect([answer.status, answer.json.status]).toEqual([200, 'accepted']);
    expect(answer.headers.get('deprecation')).not.toBeNull();
    expect(answer.headers.get('link')).toBe(
      `<http://gateway.test/v1/instant-settlements/${fundingId}/decision>; rel="successor-version"`,
    );
    expect((await decide({ type: 'accept' }, method, folder)).json.error.code).toBe('funding_status_invalid');
  });

  test('of 20 decisions at once one wins and leaves one event', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, position) =>
        decide(position % 2 === 0 ? { type: 'reject', reason: 'no' } : { type: 'accept' }),
      ),
    );
    const won = answers.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    for (const { status, json } of answers) {
      if (status !== 200) expect([status, json.error.code]).toEqual([409, 'funding_status_invalid']);
    }
    expect((await read()).status).toBe(won[0]?.json.status);
    expect(await events()).toHaveLength(3);
  });

  test('of 20 decisions at once over both APIs one wins', async () => {
    const accept = 'mutation ($id: ID!) { acceptInstantSettlement(id: $id) { status } }';
    const reject = 'mutation ($id: ID!) { rejectInstantSettlement(id: $id, reason: "no") { status } }';
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, position) =>
        position % 2 === 0
          ? decide({ type: 'accept' })
          : partner.graphql(position % 4 === 1 ? accept : reject, { id: fundingId }),
      ),
    );
    const told = answers.map(({ status, json }) =>
      'data' in json || 'errors' in json
        ? [status, json.errors?.[0].extensions.code ?? 'won']
        : [status, json.error?.code ?? 'won'],
    );
    expect(told.filter(([, code]) => code === 'won')).toEqual([[200, 'won']]);
    for (const [at, [status, code]] of told.entries()) {
      // REST by its status, GraphQL beside the data.
      if (code !== 'won')
        expect([status, code]).toEqual([at % 2 === 0 ? 409 : 200, 'funding_status_invalid']);
    }
    expect(await events()).toHaveLength(3);
  });
});

describe('an offer whose time has passed', () => {
  const later = (ms: number) => {
    now = new Date(now.getTime() + ms);
  };

  test('may be accepted until its last second', async () => {
    later(30 * DAY_MS - 1_000);
    expect((await decide({ type: 'accept' })).status).toBe(200);
  });

  test.each([{ type: 'accept' }, { type: 'reject', reason: 'late' }])(
    'can no longer be decided with %j, also before the scheduler has ended it',
    async (body) => {
      later(30 * DAY_MS);
      const answer = await decide(body);
      expect([answer.status, answer.json.error.code]).toEqual([409, 'funding_status_invalid']);
      expect(await events()).toHaveLength(2);
    },
  );

  test('is denied by the scheduler, once, with an event', async () => {
    await runHousekeeping(fixture.gateway);
    later(30 * DAY_MS - 1_000);
    await runHousekeeping(fixture.gateway);
    expect((await read()).status).toBe('approved');
    later(1_000);
    await runHousekeeping(fixture.gateway);
    await runHousekeeping(fixture.gateway);
    expect((await read()).status).toBe('denied');
    expect((await events()).at(-1)).toEqual({ type: 'funding.expired', actor: 'clock' });
    expect(await events()).toHaveLength(3);
    expect((await decide({ type: 'accept' })).json.error.code).toBe('funding_status_invalid');
  });

  test('lapses when the partner’s setting says', async () => {
    const other = await fixture.partner({ offer_valid_days: 2 });
    const id = await other.completeCustomer('MY');
    const { json } = await other.rest('POST', '/v1/instant-settlements', settlementBody(id));
    later(2 * DAY_MS);
    await runHousekeeping(fixture.gateway);
    const path = `/v1/instant-settlements/${json.funding_id}`;
    expect((await other.rest('GET', path)).json.status).toBe('denied');
    expect((await read()).status).toBe('approved');
  });

  test('ends together with many others in several batches, and accepted offers stay', async () => {
    await decide({ type: 'accept' });
    for (let made = 0; made < 120; made += 1) {
      await partner.rest('POST', '/v1/instant-settlements', settlementBody(customerId));
    }
    later(31 * DAY_MS);
    await runHousekeeping(fixture.gateway);
    const count = async (status: string) =>
      (await partner.rest('GET', `/v1/instant-settlements?status=${status}`)).json.count;
    expect(await count('approved')).toBe(0);
    expect(await count('denied')).toBeGreaterThanOrEqual(120);
    expect((await read()).status).toBe('accepted');
  });
});

test('a request that waits for review cannot be decided', async () => {
  const waiting = await fixture.partner({ review: 'manual' });
  const id = await waiting.completeCustomer('HK');
  const { json } = await waiting.rest('POST', '/v1/instant-settlements', settlementBody(id));
  for (const body of [{ type: 'accept' }, { type: 'reject', reason: 'no' }]) {
    const path = `/v1/instant-settlements/${json.funding_id}/decision`;
    const answer = await waiting.rest('PUT', path, body);
    expect([answer.status, answer.json.error.code]).toEqual([409, 'funding_status_invalid']);
  }
});

test('a key that may not read decides, and is not shown what another key has sent', async () => {
  const writer = await fixture.key(partner.partnerId, { scopes: ['write'] });
  const { status, json } = await writer.rest('PUT', `/v1/instant-settlements/${fundingId}/decision`, {
    type: 'accept',
  });
  expect([status, json.status, json.transactions]).toEqual([200, 'accepted', null]);
  expect((await read()).transactions).toMatchObject({ transaction_count: 1 });
  const created = await writer.rest('POST', '/v1/instant-settlements', settlementBody(customerId));
  expect(created.json.transactions).toMatchObject({ transaction_count: 1 });
});

test('a repeated decision shows each key only what that key may see, whichever key decided first', async () => {
  const writer = await fixture.key(partner.partnerId, { scopes: ['write'] });
  const offer = async () =>
    (await partner.rest('POST', '/v1/instant-settlements', settlementBody(customerId))).json.funding_id;
  const accept = async (by: Pick<typeof partner, 'rest'>, id: string) => {
    const headers = { 'Idempotency-Key': `decision-${id}` };
    const path = `/v1/instant-settlements/${id}/decision`;
    const answer = await by.rest('PUT', path, { type: 'accept' }, headers);
    return [answer.json.transactions, answer.headers.get('idempotent-replayed')];
  };
  const sent = expect.objectContaining({ transaction_count: 1 });
  const first = await offer();
  expect(await accept(partner, first)).toEqual([sent, null]);
  expect(await accept(writer, first)).toEqual([null, 'true']);
  expect(await accept(partner, first)).toEqual([sent, 'true']);
  const second = await offer();
  expect(await accept(writer, second)).toEqual([null, null]);
  expect(await accept(partner, second)).toEqual([sent, 'true']);
});
