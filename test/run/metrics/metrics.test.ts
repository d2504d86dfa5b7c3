import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import type { Load } from '../../../src/pipeline/limits/load.ts';
import { openMetrics } from '../../../src/run/metrics/metrics.ts';
import { METRICS } from '../../../src/run/metrics/table.ts';
import { runHousekeeping } from '../../../src/run/upkeep/housekeeping.ts';
import { customerBody, pdf, settlementBody, uploadForm } from '../../support/gateway.ts';
import { stopClock } from '../../support/stopped-clock.ts';
import { samplesOf } from './scraped.ts';
import { openReceiver, type Receiver } from '../../nouns/webhook/sending/receiver.ts';
import { openWebhooks, type WebhookFixture } from '../../nouns/webhook/webhook-fixture.ts';
import { allowEverything } from '../../support/fixtures/audit-fixture.ts';

const kind = process.env['TEST_DATABASE_URL'] === undefined ? 'sqlite' : 'postgres';
// The database is read anew at each scrape.
const metrics = openMetrics({ database: kind, storage: 'memory' }, 0);
const load: { level: number } & Load = { level: 0, onRefused: metrics.telemetry.shed };

let fixture: WebhookFixture;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await openReceiver();
  fixture = await openWebhooks({ TRUST_PROXY: '1' }, load, metrics.telemetry);
});
afterAll(async () => {
  await fixture.close();
  await receiver.close();
});

/** Metrics that had a value other than 0 at one of the scrapes. */
const moved = new Set<string>();
let last = '';

async function scrape(progress: { readonly fault: string | null } = fixture.gateway.progress) {
  last = await metrics.scrape({ ...fixture.gateway, progress });
  const samples = samplesOf(last);
  for (const { name, value } of samples)
    if (value > 0) moved.add(Object.hasOwn(METRICS, name) ? name : name.replace(/_count$/, ''));
  return samples;
}

const valueOf = async (name: string, labels: Readonly<Record<string, string>> = {}) =>
  (await scrape()).find(
    (sample) =>
      sample.name === name &&
      Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
  )?.value;

test('every metric of the table moves in the life of a gateway, and no scrape names a record', async () => {
  const { partner, gateway } = fixture;
  const operator = await fixture.key(
    (await partner.graphql('{ viewer { partner { id } } }')).json.data.viewer.partner.id,
    { role: 'operator' },
  );
  const endpoint = await fixture.subscribe(receiver.url, { ordering: 'subject' });
  const manual = await fixture.newPartner({ name: 'Manual', review: 'manual', offer_valid_days: 1 });
  const customerId = await partner.completeCustomer();
  const created = await partner.rest('POST', '/v1/instant-settlements', settlementBody(customerId), {
    'idempotency-key': 'same',
  });
  await partner.rest('POST', '/v1/instant-settlements', settlementBody(customerId), {
    'idempotency-key': 'same',
  });
  const waiting = await manual.rest(
    'POST',
    '/v1/instant-settlements',
    settlementBody(await manual.completeCustomer()),
  );
  fixture.passSeconds(5);
  expect(await valueOf('fundgate_feed_oldest_unfed_seconds')).toBeGreaterThanOrEqual(5);

  // On their way: a request, and an upload.
  const held = Promise.withResolvers<void>();
  const holding = (begin: string) =>
    new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(Buffer.from(begin)),
      async pull(controller) {
        await held.promise;
        controller.close();
      },
    });
  const upload = fixture.fetch('POST', `/v1/kyc/documents/${customerId}`, {
    headers: { authorization: partner.authorization, 'content-type': 'multipart/form-data; boundary=b' },
    body: holding('--b\r\n'),
  });
  await expect.poll(() => valueOf('fundgate_uploads_active')).toBe(1);
  expect(await valueOf('http_server_active_requests')).toBe(1);
  held.resolve();
  await upload;
  expect(await valueOf('fundgate_uploads_active')).toBe(0);

  // Webhooks: the deliveries of one subject go one after another.
  await fixture.relay();
  fixture.passSeconds(2);
  const states = (await scrape()).filter(({ name }) => name === 'fundgate_webhook_waiting');
  expect(Object.fromEntries(states.map(({ labels, value }) => [labels['state'], value]))).toMatchObject({
    due: expect.any(Number),
    behind: expect.any(Number),
  });
  receiver.answer(500);
  await fixture.deliver();
  expect(await valueOf('fundgate_webhook_attempts_total', { outcome: 'http_error' })).toBe(1);
  expect(await valueOf('fundgate_webhook_waiting', { state: 'retrying' })).toBe(1);
  expect(await valueOf('fundgate_webhook_endpoints', { status: 'enabled' })).toBe(1);
  await runHousekeeping(gateway);

  // Offers and work lists.
  await operator.graphql('mutation ($id: ID!) { approveInstantSettlement(id: $id) { id } }', {
    id: waiting.json.funding_id,
  });
  expect(await valueOf('fundgate_offers_lapsing_24h')).toBe(1);
  await partner.rest('PUT', `/v1/instant-settlements/${created.json.funding_id}/decision`, {
    type: 'accept',
  });
  expect(await valueOf('fundgate_worklist', { list: 'disburse' })).toBe(1);
  expect(await valueOf('fundgate_settlements', { status: 'accepted', currency: 'HKD' })).toBe(1);

  // What is refused.
  for (let wrong = 0; wrong <= 20; wrong += 1)
    await fixture.fetch('GET', '/v1/customers', { headers: { 'x-forwarded-for': '203.0.113.7' } });
  expect(await valueOf('fundgate_rate_limited_total', { reason: 'address' })).toBe(1);
  load.level = 1;
  expect((await partner.rest('GET', '/v1/customers')).status).toBe(503);
  load.level = 0;
  expect(await valueOf('fundgate_shed_total', { class: 'list' })).toBe(1);

  // The database: changes that wait, and one that is run again because it takes too long beside another.
  const busy = Promise.withResolvers<void>();
  const changes = Array.from({ length: 12 }, () =>
    gateway.database.transaction(async (db) => {
      // A change waits for its turn on SQLite when it first asks the database something.
      await db.selectFrom('partner').select('id').execute();
      await busy.promise;
    }),
  );
  await expect.poll(() => valueOf('db_client_connection_pending_requests')).toBeGreaterThan(0);
  busy.resolve();
  await Promise.all(changes);
  const clock = stopClock();
  await Promise.all([quickChange(), slowChange(() => clock.pass(40))]);
  clock.restore();
  if (!gateway.database.rowLocks) expect(await valueOf('fundgate_transaction_retries_total')).toBe(1);
  // PostgreSQL repeats what lost a race, which `engine/postgres/races.test.ts` shows.
  else moved.add('fundgate_transaction_retries_total');

  // Written to the database directly: a row, and an event.
  await sql`update instant_settlement set amount = 1 where id = ${created.json.funding_id}`.execute(
    gateway.database.writes,
  );
  const decision = await operator.graphql(
    'mutation ($id: ID!) { disburseInstantSettlement(id: $id, reference: "r") { id } }',
    { id: created.json.funding_id },
  );
  expect(decision.text).toContain('service_unavailable');
  expect(await valueOf('fundgate_damage_total', { place: 'instant_settlement' })).toBe(1);
  // The decision; the list that was refused for load is no failure.
  expect(await valueOf('fundgate_failures_total', { chore: 'request' })).toBe(1);
  await partner.rest('POST', '/v1/customers', customerBody({ company_name: 'Forged' }));
  await allowEverything(fixture);
  await sql`update event set mac = 'x' where number = (select max(number) from event)`.execute(
    gateway.database.writes,
  );
  await fixture.relay();
  expect(await valueOf('fundgate_audit_refused')).toBe(1);
  expect(await valueOf('fundgate_database_taken_back')).toBe(0);
  const takenBack = await scrape({ fault: 'The server is on an earlier timeline.' });
  expect(takenBack.find(({ name }) => name === 'fundgate_database_taken_back')?.value).toBe(1);

  await partner.rest('POST', `/v1/kyc/documents/${customerId}`, uploadForm('nar1', [pdf('x'.repeat(1_000))]));
  await fixture.fetch('BREW', '/v1/kettle');
  await scrape();
  expect([...moved].toSorted().filter((name) => Object.hasOwn(METRICS, name))).toEqual(
    Object.keys(METRICS).toSorted(),
  );
  const fixtureValues = [
    partner.apiKey,
    operator.apiKey,
    endpoint.secret,
    '203.0.113.7',
    'Harbour',
    'Chan',
    'Manual',
    'harbour.example',
    '/hooks',
    'kettle',
  ];
  for (const value of fixtureValues) expect(last).not.toContain(value);
  expect(last).not.toMatch(/(?:cus|doc|fun|key|par|evt|opr|whe|whd)_[0-9A-Za-z]{10}/);
});

const quickChange = () =>
  fixture.gateway.database.transaction(async (db) => {
    await sql`select 1`.execute(db);
  });

/** More than the 20 ms that a change may take beside others. */
const slowChange = (pass: () => void) =>
  fixture.gateway.database.transaction(async (db) => {
    await sql`select 1`.execute(db);
    pass();
    await sql`select 1`.execute(db);
  });

test('all unknown paths are counted as one route, and all unknown methods as one method', async () => {
  for (const path of ['/v1/pot', '/v1/kettle']) await fixture.fetch('BREW', path);
  const routes = (await scrape())
    .filter(
      ({ name, labels }) => name.endsWith('seconds_count') && labels['http_request_method'] === '_OTHER',
    )
    .map(({ labels }) => [labels['http_route'], labels['http_response_status_code']]);
  expect(routes).toEqual([['unknown', '404']]);
});

test('without a database a scrape has the values of the process, and names the values that it could not read', async () => {
  const broken = openMetrics({ database: kind, storage: 'memory' }, 0);
  const { gateway } = fixture;
  const failing = { ...gateway.database, reads: gateway.database.reads.withSchema('none') };
  const samples = samplesOf(await broken.scrape({ ...gateway, database: failing }));
  const found = samples.filter(
    ({ name }) => name.startsWith('fundgate_database') || name.startsWith('fundgate_feed'),
  );
  expect(found).toEqual([
    { name: 'fundgate_database_readings_up', labels: {}, value: 0 },
    { name: 'fundgate_database_taken_back', labels: {}, value: 0 },
  ]);
  expect(samples.some(({ name }) => name === 'process_cpu_seconds_total')).toBe(true);
});

test('many scrapes read the database once', async () => {
  const cached = openMetrics({ database: kind, storage: 'memory' });
  const { gateway } = fixture;
  let readings = 0;
  const { database } = gateway;
  const counted = {
    ...gateway,
    database: {
      ...database,
      get reads() {
        readings += 1;
        return database.reads;
      },
    },
  };
  await cached.scrape(counted);
  const once = readings;
  for (let more = 0; more < 5; more += 1) await cached.scrape(counted);
  expect(readings).toBe(once);
});
