import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCommandLine } from '../../support/gateway-commands.ts';
import { customerBody, openTestGateway, type TestGateway, type TestPartner } from '../../support/gateway.ts';
import { serveTestGateway } from '../../support/served.ts';
import { sharedDatabase } from '../../support/database/shared-database.ts';
import { openReceiver, type Receiver, verify } from '../../nouns/webhook/sending/receiver.ts';

const SECRET_KEY = '7a'.repeat(32);

const database = await sharedDatabase();
const shared = { DATABASE_URL: database.url, SECRET_KEY, WEBHOOK_ALLOW: '127.0.0.1' };
const cli = openCommandLine(shared);
let fixture: TestGateway;
let partner: TestPartner;
let receiver: Receiver;
let endpoint: string;
beforeAll(async () => {
  // Makes the database and the storage of the command line.
  await cli.run('partner', 'create', 'First');
  fixture = await openTestGateway(shared);
  partner = await fixture.partner();
  receiver = await openReceiver();
  const body = { url: receiver.url, event_types: ['customer.created'] };
  const { json } = await partner.rest('POST', '/v1/webhook-endpoints', body);
  endpoint = json.webhook_endpoint_id;
});
afterAll(async () => {
  await receiver.close();
  await fixture.close();
  cli[Symbol.dispose]();
  await database.drop();
});

async function run(...args: string[]) {
  const { code, out, err } = await cli.run('webhook', ...args, '--json');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return JSON.parse(out);
}

test('an operator lists, shows, tests, disables and enables the endpoints of partners', async () => {
  expect(await run('list', '--partner', partner.partnerId)).toMatchObject({
    webhook_endpoints: [{ webhook_endpoint_id: endpoint, partner_id: partner.partnerId }],
    has_more: false,
  });
  expect(await run('show', endpoint)).toMatchObject({ url: receiver.url, status: 'enabled' });
  expect(await run('test', endpoint)).toMatchObject({ outcome: 'ok', http_status: 200, excerpt: 'thanks' });
  expect(receiver.bodies()).toMatchObject([{ type: 'test.ping' }]);
  expect(await run('disable', endpoint)).toMatchObject({ status: 'disabled', disabled_reason: 'operator' });
  expect(await run('enable', endpoint, '--replay-from', 'disabled')).toMatchObject({ status: 'enabled' });
});

test('an operator lists deliveries, sends one again, and begins a replay', async () => {
  await partner.rest('POST', '/v1/customers', customerBody());
  await fixture.relay();
  const { webhook_deliveries: deliveries } = await run(
    'deliveries',
    endpoint,
    '--event-type',
    'customer.created',
  );
  expect(deliveries).toMatchObject([{ status: 'pending', attempt_count: 0 }]);
  expect(await run('retry', deliveries[0].webhook_delivery_id)).toMatchObject({ status: 'pending' });
  const { json } = await partner.rest('GET', '/v1/events?limit=1');
  const begun = await run('replay', endpoint, '--after', json.next_cursor, '--only', 'all');
  expect(begun).toMatchObject({ webhook_endpoint_id: endpoint, event_count_max: 100_000 });
  const wrong = await cli.run('webhook', 'replay', endpoint, '--after', 'nothing');
  expect(wrong).toEqual({ code: 1, out: '', err: '--after must be a cursor of the feed.\n' });
});

test('webhook listen follows the feed with a partner’s key and posts signed events', async () => {
  const served = await serveTestGateway();
  const { apiKey, rest } = await served.partner();
  const before = await rest('GET', '/v1/events?after=latest');
  receiver.received.length = 0;
  const to = ['--forward', receiver.url, '--url', served.baseUrl, '--key', apiKey];
  const which = ['--after', before.json.next_cursor, '--types', 'customer.created', '--events', '2'];
  const listening = cli.run('webhook', 'listen', ...to, ...which, '--json');
  await rest('POST', '/v1/customers', customerBody());
  await rest('POST', '/v1/customers', customerBody());
  await served.relay();
  const { code, out, err } = await listening;
  expect(code).toBe(0);
  const [, secret = ''] = /^The secret is (whsec_\S+)\n$/.exec(err) ?? [];
  expect(receiver.received).toHaveLength(2);
  for (const request of receiver.received) verify(request, secret);
  const printed = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(printed).toMatchObject([
    { type: 'customer.created', outcome: '200' },
    { type: 'customer.created', outcome: '200' },
  ]);
  await served.stop();
});

test('webhook listen says in one sentence why it cannot begin', async () => {
  const listen = ['webhook', 'listen', '--forward', receiver.url];
  expect(await cli.run(...listen)).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^Say where the gateway is: .*\n$/),
  });
  // A host without a scheme is a URL, too, and no address to ask.
  for (const url of ['localhost:4000', 'ftp://funding.example.com'])
    expect(await cli.run(...listen, '--url', url)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^Say where the gateway is: .*\n$/),
    });
  const served = await serveTestGateway();
  const source = ['--url', served.baseUrl, '--key', 'fgk_any'];
  expect(await cli.run('webhook', 'listen', '--forward', 'localhost:3000/hooks', ...source)).toMatchObject({
    code: 1,
    err: 'Say where to post: --forward, such as http://localhost:3000/hooks.\n',
  });
  expect(await cli.run(...listen, ...source, '--secret', 'hush')).toMatchObject({
    code: 1,
    err: 'The secret of --secret must be whsec_ and the base64 of 24 to 64 bytes.\n',
  });
  const wrong = await cli.run(...listen, '--url', served.baseUrl, '--key', `fgk_${'a'.repeat(43)}`);
  expect(wrong.code).toBe(1);
  expect(wrong.err).toContain('API key');
  await served.stop();
});
