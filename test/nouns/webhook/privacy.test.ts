import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerBody, kycBody, settlementBody } from '../../support/gateway.ts';
import { openReceiver, type Receiver } from './sending/receiver.ts';
import { openWebhooks, type WebhookFixture } from './webhook-fixture.ts';

let fixture: WebhookFixture;
let receiver: Receiver;
beforeAll(async () => {
  fixture = await openWebhooks();
  receiver = await openReceiver();
});
afterAll(async () => {
  await receiver.close();
  await fixture.close();
});

/** Every text of the fixtures that could only be a personal value. */
function personalTexts(value: unknown): readonly string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(personalTexts);
  return typeof value === 'string' && value.length >= 6 && !/^[a-z_]+$/.test(value) ? [value] : [];
}

test('no personal value is in a body, in the log, or readable in the tables of webhooks', async () => {
  const endpoint = await fixture.subscribe(receiver.url);
  // A receiver that answers with what it should not have.
  receiver.answerAlways((response) => response.writeHead(200).end('Chan Tai Man was here'));
  const { partner } = fixture;
  const customer = await partner.completeCustomer('HK');
  await partner.rest('PUT', `/v1/customers/${customer}`, customerBody({ contact_name: 'Wong Siu Ming' }));
  const { json } = await partner.rest('POST', '/v1/instant-settlements', settlementBody(customer));
  await partner.rest('PUT', `/v1/instant-settlements/${json.funding_id}/decision`, {
    type: 'reject',
    reason: 'A very personal reason',
  });
  for (let turn = 0; turn < 4; turn += 1) await fixture.deliver();
  expect(new Set(receiver.bodies().map(({ type }) => type)).size).toBeGreaterThan(6);

  const tables = ['webhook_endpoint', 'webhook_delivery', 'webhook_attempt', 'webhook_replay'];
  const rows = await Promise.all(
    tables.map((table) => sql`select * from ${sql.table(table)}`.execute(fixture.gateway.database.reads)),
  );
  const personal = [
    ...personalTexts(customerBody()),
    ...personalTexts(kycBody()),
    'Wong Siu Ming',
    'A very personal reason',
    endpoint.secret,
  ];
  const places = {
    bodies: receiver.received.map(({ body }) => body).join('\n'),
    log: fixture.logged.join('\n'),
    tables: JSON.stringify(rows),
  };
  for (const [place, text] of Object.entries(places))
    expect([place, personal.filter((value) => text.includes(value))]).toEqual([place, []]);
  expect(JSON.stringify(rows)).toContain('"v1.');
  // The partner itself reads what its receiver said.
  const [delivery] = await fixture.deliveries(endpoint);
  const told = await partner.rest('GET', `/v1/webhook-deliveries/${delivery?.webhook_delivery_id}`);
  expect(told.json.attempts[0].excerpt).toBe('Chan Tai Man was here');
});

test('an event that the gateway did not write is never sent, nor one of another partner', async () => {
  receiver.received.length = 0;
  const stranger = await fixture.newPartner();
  await stranger.rest('POST', '/v1/customers', customerBody());
  const { database } = fixture.gateway;
  const real = await database.reads
    .selectFrom('event')
    .selectAll()
    .where('partner_id', '=', fixture.partner.partnerId)
    .where('type', '=', 'customer.created')
    .executeTakeFirstOrThrow();
  const { number: _number, ...copied } = real;
  const forged = { ...copied, id: 'evt_00000000000000000000000000', subject: 'customer/forged', sequence: 1 };
  await database.writes.insertInto('event').values(forged).execute();
  // And deliveries of it, and of an event of another partner, written to the database directly.
  const delivery = await database.reads.selectFrom('webhook_delivery').selectAll().executeTakeFirstOrThrow();
  const strange = await database.reads
    .selectFrom('event')
    .select('id')
    .where('partner_id', '=', stranger.partnerId)
    .where('type', '=', 'customer.created')
    .executeTakeFirstOrThrow();
  await fixture.relay();
  for (const [at, event_id] of [forged.id, strange.id].entries()) {
    await database.writes
      .insertInto('webhook_delivery')
      .values({
        ...delivery,
        id: `whd_0000000000000000000000000${at}`,
        event_id,
        order_key: event_id,
        status: 'pending',
        due_at: '2026-01-01T00:00:00Z',
        completed_at: null,
      })
      .execute();
  }
  await fixture.deliver();
  expect(receiver.received).toEqual([]);
  expect(fixture.failures).toMatchObject([{ name: 'DamageError' }]);
});

test('a change that is rolled back sends nothing', async () => {
  receiver.received.length = 0;
  const { json } = await fixture.partner.rest('POST', '/v1/customers', customerBody());
  await fixture.deliver();
  const sent = receiver.received.length;
  const refused = await fixture.partner.rest(
    'POST',
    '/v1/instant-settlements',
    settlementBody(json.customer_id),
  );
  expect(refused.status).toBe(412);
  await fixture.deliver();
  expect(receiver.received).toHaveLength(sent);
});
