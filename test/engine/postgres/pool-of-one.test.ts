import { afterAll, beforeAll, expect, test } from 'vitest';
import { runHousekeeping } from '../../../src/run/upkeep/housekeeping.ts';
import { customerBody, kycBody, openTestGateway, settlementBody } from '../../support/gateway.ts';
import { runCommand } from '../../support/run-command.ts';
import { emptyDatabase, type TestDatabase } from '../../support/postgres/databases.ts';
import { checkpointAll, verify } from '../../support/fixtures/audit-fixture.ts';
import { openReceiver, type Receiver } from '../../nouns/webhook/sending/receiver.ts';
import { openWebhooks, type WebhookFixture } from '../../nouns/webhook/webhook-fixture.ts';

/** More requests at once than there are connections, and fewer than wait for seconds on a busy machine. */
const AT_ONCE = 12;

let database: TestDatabase;
let receiver: Receiver;
let fixture: WebhookFixture;
beforeAll(async () => {
  receiver = await openReceiver();
  database = await emptyDatabase();
  // The start makes the tables too.
  fixture = await openWebhooks({ DATABASE_URL: database.url, DATABASE_POOL: '1' });
});
afterAll(async () => {
  await fixture.close();
  await receiver.close();
  await database.drop();
});

const together = <Made>(make: (at: number) => Promise<Made>) =>
  Promise.all(Array.from({ length: AT_ONCE }, (_, at) => make(at)));

test('one connection serves changes, reads and uploads of several partners at once', async () => {
  const partners = [fixture.partner, await fixture.newPartner()];
  const statuses = await together(async (at) => {
    const partner = partners[at % 2] ?? fixture.partner;
    const headers = { 'idempotency-key': `at-${at}` };
    const { json } = await partner.rest('POST', '/v1/customers', customerBody(), headers);
    const answers = [
      await partner.rest('PUT', `/v1/kyc/hk/${json.customer_id}`, kycBody()),
      await partner.upload(json.customer_id, 'nar1'),
      await partner.rest('GET', `/v1/customers?limit=100`),
      await partner.graphql('{ customers(first: 50) { totalCount nodes { id kyc { status } } } }'),
    ];
    return answers.map(({ status }) => status);
  });
  expect(new Set(statuses.flat())).toEqual(new Set([200]));
});

test('one connection is enough for a settlement, its webhooks, the upkeep and the audit', async () => {
  await fixture.subscribe(receiver.url);
  const customerId = await fixture.partner.completeCustomer();
  const made = await together(() =>
    fixture.partner.rest('POST', '/v1/instant-settlements', settlementBody(customerId)),
  );
  expect(made.map(({ status }) => status)).toEqual(made.map(() => 200));
  await fixture.deliver();
  expect(receiver.received.length).toBeGreaterThanOrEqual(AT_ONCE);
  await Promise.all([fixture.upkeep(), runHousekeeping(fixture.gateway), checkpointAll(fixture)]);
  expect((await verify(fixture)).findings).toEqual([]);
});

test('another process and the command line work beside it, each with one connection', async () => {
  const environment = { DATABASE_URL: database.url, DATABASE_POOL: '1' };
  const other = await openTestGateway(environment);
  const { apiKey } = fixture.partner;
  const statuses = await together(async (at) => {
    const { rest } = at % 2 === 0 ? fixture.partner : other.withKey(apiKey);
    return (await rest('POST', '/v1/customers', customerBody())).status;
  });
  expect(new Set(statuses)).toEqual(new Set([200]));
  const { SECRET_KEY, DATA_DIR } = {
    SECRET_KEY: fixture.config.secretKey ?? '',
    DATA_DIR: fixture.config.dataDir,
  };
  const cli = { NODE_ENV: 'test', ...environment, SECRET_KEY, DATA_DIR, STORAGE_URL: 'memory:' };
  const listed = await runCommand(cli, 'partner', 'list');
  expect([listed.code, listed.err]).toEqual([0, '']);
  const verified = await runCommand(cli, 'audit', 'verify');
  expect(verified.code).toBe(0);
  await other.close();
});
