import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  customerBody,
  openTestGateway,
  pdf,
  type TestGateway,
  type TestPartner,
} from '../../support/gateway.ts';

/** More than a body holds before its reader takes it. */
const LARGE = 4 * 1024 * 1024;

let fixture: TestGateway;
beforeAll(async () => {
  fixture = await openTestGateway({ SANDBOX: 'on' });
});
afterAll(() => fixture.close());

type Caller = Pick<TestPartner, 'authorization'>;

function follow({ authorization }: Caller, lastEventId?: string): Promise<Response> {
  const headers = {
    authorization,
    accept: 'text/event-stream',
    'content-type': 'application/json',
    ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
  };
  const query = 'subscription { events { cursor event { subject } } }';
  const init = { method: 'POST', headers, body: JSON.stringify({ query }) };
  return fixture.app.fetch(new Request('http://gateway.test/graphql', init));
}

const reset = async (by: Pick<TestPartner, 'rest'>) =>
  expect((await by.rest('POST', '/v1/sandbox/reset')).status).toBe(200);
const latest = async (by: Pick<TestPartner, 'rest'>): Promise<string> => {
  await fixture.relay();
  return (await by.rest('GET', '/v1/events?after=latest')).json.next_cursor;
};

describe('a reset ends what shows records of the old partner', () => {
  test('a stream ends with its last event, and goes on from its cursor with the new partner', async () => {
    const partner = await fixture.partner();
    const cursor = await latest(partner);
    const stream = await follow(partner);
    expect(stream.status).toBe(200);
    const text = stream.text();
    await reset(partner);
    expect(await text).toMatch(/event: complete\ndata:\n\n$/);

    const { json } = await partner.rest('POST', '/v1/customers', customerBody());
    const again = await follow(partner, cursor);
    const reader = again.body?.pipeThrough(new TextDecoderStream()).getReader();
    await fixture.relay();
    let seen = '';
    while (!seen.includes(`customer/${json.customer_id}`)) {
      const part = await reader?.read();
      if (part?.done !== false) throw new Error(`The stream ended early: ${seen}`);
      seen += part.value;
    }
    await reader?.cancel();
  });

  test('a wait for events ends without an error, and the next one is of the new partner', async () => {
    const partner = await fixture.partner();
    const cursor = await latest(partner);
    const wait = (after: string) =>
      partner.rest('GET', `/v1/events?after=${after}&types=customer.created&wait=30`);
    const waiting = wait(cursor);
    await reset(partner);
    const { status, json } = await waiting;
    expect({ status, items: json.items }).toEqual({ status: 200, items: [] });
    const made = await partner.rest('POST', '/v1/customers', customerBody());
    await fixture.relay();
    const next = await wait(json.next_cursor);
    expect(next.json.items.map(({ subject }: { subject: string }) => subject)).toEqual([
      `customer/${made.json.customer_id}`,
    ]);
  });

  test('a download of a file of the old partner breaks off', async () => {
    const partner = await fixture.partner();
    const customer = await partner.completeCustomer();
    const uploaded = await partner.upload(customer, 'nar1', [pdf('x'.repeat(LARGE))]);
    const query = 'query ($id: ID!) { document(id: $id) { url } }';
    const { json } = await partner.graphql(query, { id: uploaded.json.files[0].document_id });
    const { status, body } = await fixture.app.fetch(new Request(json.data.document.url));
    expect(status).toBe(200);
    const reader = body?.getReader();
    expect((await reader?.read())?.done).toBe(false);
    await reset(partner);
    await expect(reader?.closed).rejects.toThrow('went away');
  });

  test('streams of others go on: of another partner, of an operator, and of a partner that is made', async () => {
    const partner = await fixture.partner();
    const other = await fixture.partner();
    const operator = await fixture.key(partner.partnerId, { role: 'operator' });
    const readers = [];
    for (const by of [other, operator]) {
      const { body } = await follow(by);
      readers.push(body?.pipeThrough(new TextDecoderStream()).getReader());
    }
    const own = await follow(partner);
    await reset(partner);
    // Its end says that a round has looked at all of them.
    expect(await own.text()).toMatch(/event: complete\ndata:\n\n$/);
    const { json } = await other.rest('POST', '/v1/customers', customerBody());
    await fixture.relay();
    for (const reader of readers) {
      let seen = '';
      while (!seen.includes(`customer/${json.customer_id}`)) {
        const part = await reader?.read();
        if (part?.done !== false) throw new Error(`The stream ended: ${seen}`);
        seen += part.value;
      }
      await reader?.cancel();
    }
  });
});
