import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { cursorAfter } from '../../../../src/nouns/event/feed-cursor.ts';
import { FEED_SCAN_MAX } from '../../../../src/nouns/event/find-feed.ts';
import { relayAll } from '../../../../src/trail/positions/relay.ts';
import { FEED_WAITS_MAX } from '../../../../src/nouns/event/feed/wait-for-event.ts';
import { type NewEvent, recordEvents } from '../../../../src/trail/record/record.ts';
import { commandLine } from '../../../../src/kernel/caller.ts';
import { createFeedHooks } from '../../../../src/trail/positions/feed-hooks.ts';
import { createCustomers } from '../../../support/fixtures/audit-fixture.ts';
import { openTestGateway, type TestGateway, type TestPartner } from '../../../support/gateway.ts';

type Reader = Pick<TestPartner, 'rest' | 'graphql'>;

interface Shown {
  readonly event_id: string;
  readonly type: string;
  readonly subject: string;
  readonly sequence: number;
}

let fixture: TestGateway;
let partner: TestPartner;
let other: TestPartner;
let operator: Awaited<ReturnType<TestGateway['key']>>;
beforeEach(async () => {
  fixture = await openTestGateway();
  [partner, other] = [await fixture.partner(), await fixture.partner()];
  operator = await fixture.key(partner.partnerId, { role: 'operator' });
});
afterEach(() => fixture.close());

const page = async (reader: Reader, query: object = {}) => {
  const { status, json } = await reader.rest(
    'GET',
    `/v1/events?${new URLSearchParams(Object.entries(query))}`,
  );
  expect(status).toBe(200);
  return json;
};

/** All pages from a cursor on. */
async function followed(reader: Reader, query: object = {}) {
  const events: Shown[] = [];
  let pages = 0;
  for (let after: string | undefined; ; pages += 1) {
    const json = await page(reader, { ...query, ...(after !== undefined && { after }) });
    events.push(...json.items);
    if (!json.has_more) return { events, pages: pages + 1, cursor: String(json.next_cursor) };
    after = json.next_cursor;
  }
}

const subjectsOf = (events: readonly Shown[]) => events.map(({ subject }) => subject);

/** As commands would, all in one transaction. */
async function record(events: readonly NewEvent[]): Promise<void> {
  const keys = fixture.gateway.auditKeys;
  const at = { caller: commandLine, requestId: 'test', now: new Date(), keys };
  await fixture.gateway.database.transaction(async (db) => {
    for (let from = 0; from < events.length; from += 200) {
      await recordEvents(db, events.slice(from, from + 200), at);
    }
  });
}

describe('the feed', () => {
  test('has each event once, oldest first, over pages of any size', async () => {
    await createCustomers(partner, 3);
    await fixture.relay();
    const whole = await page(operator, { limit: 100 });
    expect([whole.items.length, whole.has_more]).toEqual([5 + 6, false]);
    for (const limit of [1, 3, 11]) {
      const { events, cursor } = await followed(operator, { limit });
      expect(events).toEqual(whole.items);
      expect(cursor).toBe(whole.next_cursor);
    }
  });

  test('continues after a cursor, and starts at its end with latest', async () => {
    await fixture.relay();
    const { next_cursor: end, items } = await page(partner, { after: 'latest' });
    expect(items).toEqual([]);
    expect(await page(partner, { after: end })).toEqual({ items: [], next_cursor: end, has_more: false });
    const [customer] = await createCustomers(partner, 1);
    await fixture.relay();
    const { events } = await followed(partner, { after: end, limit: 1 });
    expect(subjectsOf(events)).toEqual([`customer/${customer}`, `kyc/${customer}`]);
  });

  test('an event that no relay has numbered yet is not in it', async () => {
    await fixture.relay();
    const { next_cursor: end } = await page(partner, { after: 'latest' });
    await createCustomers(partner, 1);
    expect((await page(partner, { after: end })).items).toEqual([]);
  });

  test('partners get their own events; what only operators may know is for operators', async () => {
    await createCustomers(partner, 1);
    const [theirs] = await createCustomers(other, 1);
    await fixture.relay();
    const all = subjectsOf((await followed(operator)).events);
    expect(all).toContain(`customer/${theirs}`);
    const own = (await followed(partner)).events;
    expect(subjectsOf(own)).not.toContain(`customer/${theirs}`);
    expect(own.every(({ type }) => !type.endsWith('_read'))).toBe(true);
    expect((await page(partner, { types: 'kyc.identity_read' })).items).toEqual([]);
    expect((await page(partner, { subject: `customer/${theirs}` })).items).toEqual([]);
    expect((await page(partner, { subject: `key/${operator.keyId}` })).items).toEqual([]);
    expect((await page(operator, { subject: `key/${operator.keyId}` })).items).toHaveLength(1);
  });

  test('an operator who filters by a record also gets its events that partners do not see', async () => {
    const id = await partner.completeCustomer();
    const { json } = await operator.graphql(
      'query ($id: ID!) { kyc(customerId: $id) { ... on Kyc { directorsIdentityNumber { number } } } }',
      { id },
    );
    expect(json.errors).toBeUndefined();
    await fixture.relay();
    const { events } = await followed(operator, { subject: `kyc/${id}`, limit: 2 });
    expect(events.filter(({ type }) => type === 'kyc.identity_read')).toHaveLength(1);
    const { events: seen } = await followed(partner, { subject: `kyc/${id}`, limit: 2 });
    expect(seen.map(({ sequence }) => sequence)).toEqual(seen.map((_, index) => index + 1));
    expect(seen).toHaveLength(events.length - 1);
    const subject = events.find(({ type }) => type === 'kyc.identity_read')?.subject ?? '';
    expect(subjectsOf((await page(operator, { subject })).items)).toEqual([subject]);
    expect((await page(partner, { subject })).items).toEqual([]);
  });

  test('with a filter the cursor moves past the events that do not match, and a page reads a bounded number of events', async () => {
    const about = (at: number): NewEvent => ({
      type: 'partner.updated',
      subject: `partner/par_${at}`,
      partnerId: partner.partnerId,
    });
    await record(Array.from({ length: FEED_SCAN_MAX + 100 }, (_, at) => about(at)));
    const [customer] = await createCustomers(partner, 1);
    await fixture.relay();
    const types = 'customer.created';
    for (const reader of [partner, operator]) {
      const { events, pages, cursor } = await followed(reader, { types });
      expect([subjectsOf(events), pages]).toEqual([[`customer/${customer}`], 2]);
      expect(await page(reader, { types, after: cursor })).toMatchObject({ items: [], has_more: false });
    }
  });
});

describe('a request that waits', () => {
  const waiting = async (reader: Reader, query: object = {}) => {
    const { next_cursor: after } = await page(reader, { after: 'latest' });
    return page(reader, { after, wait: 30, ...query });
  };
  /** Resolves when so many requests of the test have begun to wait. */
  const untilWaiting = async (count = 1) => {
    await expect.poll(() => fixture.gateway.feedWatch.follow).toHaveBeenCalledTimes(count);
  };
  beforeEach(() => void vi.spyOn(fixture.gateway.feedWatch, 'follow'));

  test('gets its response at once if there is an event', async () => {
    await fixture.relay();
    expect((await page(partner, { wait: 30 })).items.length).toBeGreaterThan(0);
  });

  test('gets the first event, whichever process gives that event its position', async () => {
    await fixture.relay();
    for (const [index, feed] of [fixture.gateway.feed, createFeedHooks([])].entries()) {
      const answer = waiting(partner);
      await untilWaiting(index + 1);
      const [customer] = await createCustomers(partner, 1);
      await relayAll({ ...fixture.gateway, feed });
      expect(subjectsOf((await answer).items)[0]).toBe(`customer/${customer}`);
    }
  });

  test('gets no event that it may not see', async () => {
    await fixture.relay();
    let isAnswered = false;
    const answer = waiting(partner, { types: 'customer.updated' }).finally(() => (isAnswered = true));
    await untilWaiting();
    await createCustomers(other, 1);
    await createCustomers(partner, 1);
    await fixture.relay();
    // Told after those that came before it.
    await page(partner, { after: 'latest' });
    expect(isAnswered).toBe(false);
    fixture.app.drain();
    expect(await answer).toMatchObject({ items: [], has_more: false });
  });

  test('gets an empty page when its time is over', async () => {
    await fixture.relay();
    expect(await waiting(partner, { wait: 1 })).toMatchObject({ items: [], has_more: false });
  });

  test('is one of at most ten of its key; one more is refused with a time to try again, and counted', async () => {
    await fixture.relay();
    using limited = vi.spyOn(fixture.gateway.telemetry, 'limited');
    const answers = Array.from({ length: FEED_WAITS_MAX }, () => waiting(partner));
    await untilWaiting(FEED_WAITS_MAX);
    const { status, json, headers } = await partner.rest('GET', '/v1/events?after=latest');
    expect(status).toBe(200);
    const after = String(json.next_cursor);
    const beyond = await partner.rest('GET', `/v1/events?after=${after}&wait=1`);
    expect([beyond.status, beyond.json.error.code, beyond.headers.get('retry-after')]).toEqual([
      429,
      'rate_limited',
      '1',
    ]);
    expect(limited.mock.calls).toEqual([['waits']]);
    expect(headers.get('retry-after')).toBeNull();
    const elsewhere = other.rest('GET', `/v1/events?after=${after}&wait=1`);
    await createCustomers(partner, 1);
    await fixture.relay();
    for (const { items } of await Promise.all(answers)) expect(items.length).toBeGreaterThan(0);
    expect((await elsewhere).status).toBe(200);
    expect((await page(partner, { after, wait: 1 })).items.length).toBeGreaterThan(0);
  });

  test.each(['31', '-1', '1.5', 'long'])('wait=%s is refused', async (wait) => {
    const { status, json } = await partner.rest('GET', `/v1/events?wait=${wait}`);
    expect([status, json.error.param]).toEqual([400, 'wait']);
  });

  test('when a gateway stops, waiting requests get their response at once, and no further request waits', async () => {
    await fixture.relay();
    const answer = waiting(partner);
    await untilWaiting();
    fixture.app.drain();
    expect((await answer).items).toEqual([]);
    expect((await waiting(partner)).items).toEqual([]);
  });
});

test('a cursor beyond the end of the feed is refused on both APIs, for operators and with filters too', async () => {
  await createCustomers(partner, 1);
  await fixture.relay();
  const { next_cursor: end } = await page(operator, { after: 'latest' });
  expect(await page(partner, { after: end })).toMatchObject({ items: [], has_more: false });
  const after = cursorAfter(1_000);
  for (const reader of [partner, operator])
    for (const query of [
      `after=${after}`,
      `after=${after}&types=customer.created`,
      `after=${after}&wait=1`,
    ]) {
      const { status, json } = await reader.rest('GET', `/v1/events?${query}`);
      expect([status, json.error.code, json.error.param]).toEqual([400, 'cursor_ahead', 'after']);
    }
  const query = 'query ($after: String!) { eventFeed(after: $after) { nextCursor } }';
  const { json } = await partner.graphql(query, { after });
  expect(json.errors[0].extensions).toMatchObject({ code: 'cursor_ahead', param: 'after' });
});
