import { expect, test, vi } from 'vitest';
import { createClientAddress } from '../../../src/engine/http/client-address.ts';
import { NO_TELEMETRY } from '../../../src/engine/tracing/telemetry.ts';
import { createWrongKeys } from '../../../src/pipeline/limits/wrong-keys.ts';
import { openTestGateway } from '../../support/gateway.ts';
import { serveTestGateway } from '../../support/served.ts';

const PATH = '/v1/customers/any';

async function openBehindProxy(proxies = 1) {
  let now = new Date('2026-05-01T08:00:00Z');
  const fixture = await openTestGateway({ TRUST_PROXY: String(proxies) }, () => now);
  const from = async (address: string, authorization?: string) => {
    const headers = { 'x-forwarded-for': address, ...(authorization !== undefined && { authorization }) };
    return fixture.fetch('GET', PATH, { headers });
  };
  return {
    ...fixture,
    from,
    /** The statuses of so many requests with a wrong key each. */
    async guess(address: string, count: number): Promise<readonly number[]> {
      const statuses: number[] = [];
      for (let turn = 0; turn < count; turn += 1)
        statuses.push((await from(address, `Bearer wrong-${turn}`)).status);
      return statuses;
    },
    pass: (ms: number) => void (now = new Date(now.getTime() + ms)),
    [Symbol.asyncDispose]: () => fixture.close(),
  };
}

const times = (count: number, status: number) => Array.from({ length: count }, () => status);

test('an address has 20 wrong or missing keys a minute, and then 429 without a look-up', async () => {
  await using gateway = await openBehindProxy();
  expect(await gateway.guess('192.0.2.1', 10)).toEqual(times(10, 401));
  for (let turn = 0; turn < 10; turn += 1) expect((await gateway.from('192.0.2.1')).status).toBe(401);
  const looks = vi.spyOn(gateway.gateway.database.reads, 'selectFrom');
  const refused = await gateway.from('192.0.2.1', 'Bearer another');
  expect([refused.status, refused.json.error.code]).toEqual([429, 'rate_limited']);
  expect(refused.headers.get('retry-after')).toBe('60');
  expect((await gateway.from('192.0.2.1')).status).toBe(429);
  expect(looks).not.toHaveBeenCalled();
  expect((await gateway.from('192.0.2.2', 'Bearer another')).status).toBe(401);
  expect(looks).toHaveBeenCalled();
  gateway.pass(60_000);
  expect(await gateway.guess('192.0.2.1', 21)).toEqual([...times(20, 401), 429]);
});

test('of wrong keys that come together no more than 20 are answered as such', async () => {
  await using gateway = await openBehindProxy();
  const sent = Array.from({ length: 40 }, (_, at) => gateway.from('192.0.2.1', `Bearer wrong-${at}`));
  const statuses = (await Promise.all(sent)).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([...times(20, 401), ...times(20, 429)]);
});

test('a key that has expired is a wrong key, however often it worked before', async () => {
  await using gateway = await openBehindProxy();
  const { partnerId } = await gateway.partner();
  const { authorization } = await gateway.key(partnerId, { expires_in: 60 });
  expect((await gateway.from('192.0.2.1', authorization)).status).toBe(404);
  gateway.pass(60_000);
  const statuses: number[] = [];
  for (let turn = 0; turn < 22; turn += 1)
    statuses.push((await gateway.from('192.0.2.1', authorization)).status);
  expect(statuses).toEqual([...times(20, 401), 429, 429]);
});

test('GraphQL counts the same wrong keys', async () => {
  await using gateway = await openBehindProxy();
  const ask = () =>
    gateway.fetch('POST', '/graphql', {
      headers: { 'x-forwarded-for': '192.0.2.1' },
      body: { query: '{ __typename }' },
    });
  await gateway.guess('192.0.2.1', 19);
  expect([(await ask()).status, (await ask()).status]).toEqual([401, 429]);
  expect(await gateway.guess('192.0.2.1', 1)).toEqual([429]);
});

test('a key that was valid before still works, although others at the same address send wrong keys', async () => {
  await using gateway = await openBehindProxy();
  const [known, fresh] = [await gateway.partner(), await gateway.partner({ name: 'Other' })];
  expect((await gateway.from('192.0.2.1', known.authorization)).status).toBe(404);
  await gateway.guess('192.0.2.1', 25);
  // Longer than a key is kept without another look.
  gateway.pass(5_000);
  expect((await gateway.from('192.0.2.1', known.authorization)).status).toBe(404);
  expect((await gateway.from('192.0.2.1', fresh.authorization)).status).toBe(429);
  expect((await gateway.from('192.0.2.9', fresh.authorization)).status).toBe(404);
});

test('a client cannot choose its address: only what the trusted proxies added is believed', async () => {
  await using one = await openBehindProxy(1);
  for (let turn = 0; turn < 20; turn += 1) await one.from(`203.0.113.${turn}, 192.0.2.1`, 'Bearer wrong');
  expect((await one.from('203.0.113.99, 192.0.2.1', 'Bearer wrong')).status).toBe(429);
  await using two = await openBehindProxy(2);
  for (let turn = 0; turn < 20; turn += 1) await two.from(`192.0.2.1, 198.51.100.${turn}`, 'Bearer wrong');
  expect((await two.from('192.0.2.1, 198.51.100.99', 'Bearer wrong')).status).toBe(429);
  expect((await two.from('192.0.2.2, 198.51.100.99', 'Bearer wrong')).status).toBe(401);
});

test('without TRUST_PROXY the address is the address of the connection', async () => {
  const { baseUrl, stop } = await serveTestGateway();
  const statuses: number[] = [];
  for (let turn = 0; turn < 21; turn += 1) {
    const headers = { authorization: `Bearer wrong-${turn}`, 'x-forwarded-for': `192.0.2.${turn}` };
    statuses.push((await fetch(new URL(PATH, baseUrl), { headers })).status);
  }
  await stop();
  expect(statuses).toEqual([...times(20, 401), 429]);
});

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:0001:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['64:ff9b::192.0.2.33', '64:ff9b:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['192.0.2.1:50712', '192.0.2.1'],
  ['[2001:db8:1:2::9]:50712', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::9]', '2001:db8:1:2::/64'],
  ['192.0.2.1:port', null],
  ['192.0.2.300:80', null],
  ['[2001:db8::1', null],
  ['no address', null],
  ['', null],
])('%s counts as %s', (sent, counted) => {
  const request = new Request('http://gateway.test', { headers: { 'x-forwarded-for': sent } });
  expect(createClientAddress(1)(request)).toBe(counted);
});

test('proxies that do not say if requests come from are noticed once', () => {
  let noticed = 0;
  const addressOf = createClientAddress(2, () => void (noticed += 1));
  const asking = (forwarded: string) =>
    addressOf(new Request('http://gateway.test', { headers: { 'x-forwarded-for': forwarded } }));
  expect(asking('192.0.2.1:443, 198.51.100.1')).toBe('192.0.2.1');
  expect(noticed).toBe(0);
  // Fewer entries than TRUST_PROXY says.
  expect(asking('192.0.2.1')).toBe(null);
  expect(asking('unknown, 198.51.100.1')).toBe(null);
  expect(noticed).toBe(1);
});

test('a log says once that X-Forwarded-For has no address', async () => {
  await using proxied = await openBehindProxy(1);
  for (let turn = 0; turn < 3; turn += 1) await proxied.from('unknown', 'Bearer wrong');
  const lines = proxied.logged.filter((line) => line.includes('X-Forwarded-For has no address'));
  expect(lines).toHaveLength(1);
});

test('of ten thousand addresses only the address with the oldest wrong key is forgotten', () => {
  const wrongKeys = createWrongKeys(1, {
    clock: () => new Date(0),
    processes: { count: 1 },
    telemetry: NO_TELEMETRY,
  });
  wrongKeys.note('oldest');
  wrongKeys.note('second');
  for (let turn = 0; turn < 9_999; turn += 1) wrongKeys.note(`address-${turn}`);
  expect(() => wrongKeys.requireFew('oldest')).not.toThrow();
  expect(() => wrongKeys.requireFew('second')).toThrow('rate_limited');
});
