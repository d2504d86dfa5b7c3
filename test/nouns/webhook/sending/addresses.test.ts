import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openTestGateway, type TestGateway, type TestPartner } from '../../../support/gateway.ts';
import { allowedBy, isPublic } from '../../../../src/nouns/webhook/sending/address-guard.ts';
import { createOutbound } from '../../../../src/nouns/webhook/sending/send.ts';
import { openReceiver } from './receiver.ts';

const NOT_PUBLIC =
  'must lead to public addresses only; to try a receiver on your own machine run `webhook listen`, or a gateway of your own with WEBHOOK_ALLOW';

describe('a literal address that is not public is refused at create', () => {
  let fixture: TestGateway;
  let partner: TestPartner;
  beforeAll(async () => {
    fixture = await openTestGateway();
    partner = await fixture.partner();
  });
  afterAll(() => fixture.close());

  test.each([
    '127.0.0.1',
    '127.1',
    '0x7f.1',
    '2130706433',
    '0177.0.0.1',
    '0.0.0.0',
    '10.0.0.1',
    '100.64.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '192.0.0.8',
    '192.0.2.1',
    '192.88.99.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '255.255.255.255',
    '[::]',
    '[::1]',
    '[::127.0.0.1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::ffff:0:7f00:1]',
    '[64:ff9b::7f00:1]',
    '[64:ff9b:1::1]',
    '[2001:db8::1]',
    '[2001::1]',
    '[2002:7f00:1::1]',
    '[3fff::1]',
    '[5f00::1]',
    '[100::1]',
    '[fc00::1]',
    '[fd12:3456::1]',
    '[fe80::1]',
    '[fec0::1]',
    '[ff02::1]',
    'localhost',
    'hooks.localhost',
    'printer.local',
    'metadata.internal',
  ])('%s', async (host) => {
    const body = { url: `https://${host}/hooks`, event_types: ['*'] };
    const { status, json } = await partner.rest('POST', '/v1/webhook-endpoints', body);
    expect(status).toBe(400);
    expect(json.error).toMatchObject({ code: 'parameter_invalid', param: 'url' });
    expect(json.error.message).toBe(`url ${NOT_PUBLIC}.`);
  });
});

test.each([
  ['http://localhost:3000/hooks', `must be an https URL and ${NOT_PUBLIC}`],
  ['http://127.0.0.1:3000/hooks', `must be an https URL and ${NOT_PUBLIC}`],
  ['http://[::1]:3000/hooks', `must be an https URL and ${NOT_PUBLIC}`],
  ['http://93.184.216.34/hooks', 'must be an https URL'],
  // Whether a name leads to a private address shows only with https.
  ['http://hooks.example/', 'must be an https URL'],
])('the refusal of %s says how to try a local receiver, and nothing of a name', async (url, says) => {
  const outbound = createOutbound({ allowed: allowedBy([]), resolve: async () => ['10.0.0.1'] });
  expect(outbound.refusalOf(url)).toBe(says);
  expect(await outbound.post(message(url))).toMatchObject({ outcome: 'address_refused' });
  await outbound.close();
});

test.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2001:4860:4860::8888'])(
  '%s is public',
  (address) => {
    expect(isPublic(address)).toBe(true);
  },
);

test('the allow-list accepts hosts, addresses and ranges, and nothing else', () => {
  const allowed = allowedBy(['hooks.example', '127.0.0.1', '10.1.0.0/16', 'fd00::/8']);
  expect(['127.0.0.1', '10.1.255.255', 'fd12::1'].map(allowed.hasAddress)).toEqual([true, true, true]);
  expect(['127.0.0.2', '10.2.0.0', 'fe80::1', 'hooks.example'].map(allowed.hasAddress)).toEqual([
    false,
    false,
    false,
    false,
  ]);
  expect([allowed.hasHost('HOOKS.example'), allowed.hasHost('a.hooks.example')]).toEqual([true, false]);
});

const message = (url: string) => ({ url, headers: {}, body: '{}' });

/** A resolver that returns each list of addresses once, and then always the last one. */
function resolverOf(...answers: readonly (readonly string[])[]) {
  const asked: string[] = [];
  const left = [...answers];
  return {
    asked,
    resolve: async (host: string) => {
      asked.push(host);
      return (left.length > 1 ? left.shift() : left[0]) ?? [];
    },
  };
}

test('a name that is public at create and private when it is connected to is refused then', async () => {
  const receiver = await openReceiver();
  const { resolve, asked } = resolverOf(['93.184.216.34'], ['127.0.0.1']);
  const outbound = createOutbound({ allowed: allowedBy([]), resolve });
  const url = `https://rebinding.example:${receiver.port}/hooks`;
  await outbound.lookUp(url);
  expect(outbound.refusalOf(url)).toBe(null);
  expect(await outbound.post(message(url))).toMatchObject({ outcome: 'address_refused', status: null });
  expect(asked).toEqual(['rebinding.example', 'rebinding.example']);
  expect(receiver.received).toEqual([]);
  outbound.close();
  await receiver.close();
});

test('one private address among public ones is enough to refuse a name', async () => {
  const { resolve } = resolverOf(['93.184.216.34', '10.0.0.1']);
  const outbound = createOutbound({ allowed: allowedBy([]), resolve });
  await outbound.lookUp('https://mixed.example/');
  expect(outbound.refusalOf('https://mixed.example/')).toBe(NOT_PUBLIC);
  expect(await outbound.post(message('https://mixed.example/'))).toMatchObject({
    outcome: 'address_refused',
  });
  outbound.close();
});

test('a name that cannot be looked up is refused at create, and is dns_failed later', async () => {
  const resolve = () => Promise.reject(Object.assign(new Error('none'), { code: 'ENOTFOUND' }));
  const outbound = createOutbound({ allowed: allowedBy([]), resolve });
  await outbound.lookUp('https://nowhere.example/');
  expect(outbound.refusalOf('https://nowhere.example/')).toBe('must have a host whose name can be looked up');
  expect(await outbound.post(message('https://nowhere.example/'))).toMatchObject({ outcome: 'dns_failed' });
  outbound.close();
});

test('a host of the allow-list may be private and without TLS, and no other one', async () => {
  const receiver = await openReceiver();
  const { resolve } = resolverOf(['127.0.0.1']);
  const outbound = createOutbound({ allowed: allowedBy(['hooks.example']), resolve });
  expect(await outbound.post(message(`http://hooks.example:${receiver.port}/`))).toMatchObject({
    outcome: 'ok',
  });
  const other = `http://other.example:${receiver.port}/`;
  expect(await outbound.post(message(other))).toMatchObject({ outcome: 'address_refused' });
  expect(receiver.received).toHaveLength(1);
  outbound.close();
  await receiver.close();
});

test('if no name server responds, a name is looked up once for many requests, and only a bounded number of names at once', async () => {
  const asked: string[] = [];
  const silence = Promise.withResolvers<readonly string[]>();
  const resolve = (host: string) => {
    asked.push(host);
    return silence.promise;
  };
  const limits = { connectMs: 20, responseMs: 1_000 };
  const outbound = createOutbound({ allowed: allowedBy([]), resolve, limits });
  const post = (host: string) => outbound.post({ url: `https://${host}/`, headers: {}, body: '{}' });
  for (let times = 0; times < 3; times += 1)
    expect(await post('receiver.example')).toMatchObject({ outcome: 'timeout' });
  expect(asked).toEqual(['receiver.example']);
  const others = Array.from({ length: 1_500 }, (_, each) => post(`receiver-${each}.example`));
  const outcomes = (await Promise.all(others)).map(({ outcome }) => outcome);
  expect(asked).toHaveLength(1_000);
  expect(outcomes.filter((outcome) => outcome === 'timeout')).toHaveLength(999);
  expect(outcomes.filter((outcome) => outcome === 'dns_failed')).toHaveLength(501);
  silence.resolve(['10.0.0.1']);
  expect(await post('receiver.example')).toMatchObject({ outcome: 'address_refused' });
  await outbound.close();
});

test('if no name server responds for five seconds, a name is refused at create as one that cannot be looked up', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const outbound = createOutbound({ allowed: allowedBy([]), resolve: () => new Promise(() => {}) });
  const asked = outbound.lookUp('https://silent.example/');
  await vi.advanceTimersByTimeAsync(5_000);
  await asked;
  expect(outbound.refusalOf('https://silent.example/')).toBe('must have a host whose name can be looked up');
  vi.useRealTimers();
  await outbound.close();
});
