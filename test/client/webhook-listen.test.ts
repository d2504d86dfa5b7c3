import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { runCommand } from '../../src/client/node/command.ts';
import { customerBody, type TestPartner } from '../support/gateway.ts';
import { type Served, serveTestGateway } from '../support/served.ts';
import { openReceiver, type Receiver, verify } from '../nouns/webhook/sending/receiver.ts';
import { type Front, openFront } from './front.ts';

let served: Served;
let front: Front;
let receiver: Receiver;
let partner: TestPartner;
beforeAll(async () => {
  served = await serveTestGateway();
  front = await openFront(served.baseUrl);
  receiver = await openReceiver();
});
afterAll(async () => {
  await served.stop();
  await front[Symbol.asyncDispose]();
  await receiver.close();
});
beforeEach(async () => {
  partner = await served.partner();
  receiver.received.length = 0;
  front.plan();
});

/** The command of the package, as a person runs it and may end it. */
function begin(args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const said = { out: '', err: '' };
  const stop = new AbortController();
  const code = runCommand(args, {
    environment: { FUNDGATE_URL: front.url, FUNDGATE_API_KEY: partner.apiKey, ...environment },
    out: (text) => void (said.out += text),
    err: (text) => void (said.err += text),
    signal: stop.signal,
  });
  return { said, stop: () => stop.abort(), ended: async () => ({ code: await code, ...said }) };
}
const listen = (...args: string[]) => begin(['webhook', 'listen', '--forward', receiver.url, ...args]);

async function makeCustomers(count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) await partner.rest('POST', '/v1/customers', customerBody());
  await served.relay();
}
async function endOfFeed(): Promise<string> {
  const { json } = await partner.rest('GET', '/v1/events?after=latest');
  return json.next_cursor;
}
const secretIn = (err: string) => /^The secret is (whsec_\S+)\n/.exec(err)?.[1] ?? '';

test('each event is posted as the gateway posts it, signed with the secret that is printed', async () => {
  const after = await endOfFeed();
  await makeCustomers(2);
  const { code, out, err } = await listen(
    '--after',
    after,
    '--types',
    'customer.created',
    '--events',
    '2',
  ).ended();
  expect({ code, err }).toEqual({ code: 0, err: `The secret is ${secretIn(err)}\n` });
  expect(receiver.bodies()).toMatchObject([{ type: 'customer.created' }, { type: 'customer.created' }]);
  for (const request of receiver.received) verify(request, secretIn(err));
  expect(out.split('\n')).toEqual([
    expect.stringMatching(/^200 {2}customer\.created {2}customer\/cus_\w+ {2}evt_\w+$/),
    expect.stringMatching(/^200 {2}customer\.created {2}customer\/cus_\w+ {2}evt_\w+$/),
    '',
  ]);
});

test('an event that comes while it waits is posted, and ending it says where to go on', async () => {
  const secret = `whsec_${'c2VjcmV0'.repeat(5)}`;
  const listening = listen('--secret', secret, '--types', 'customer.created', '--json');
  await expect.poll(() => front.seen.length).toBeGreaterThan(1);
  await makeCustomers(1);
  await expect.poll(() => listening.said.out).not.toBe('');
  await expect.poll(() => front.seen.length).toBeGreaterThan(2);
  listening.stop();
  const { code, out, err } = await listening.ended();
  expect([code, JSON.parse(out)]).toEqual([
    0,
    {
      event_id: receiver.ids()[0],
      type: 'customer.created',
      subject: expect.stringMatching(/^customer\/cus_/),
      outcome: '200',
    },
  ]);
  for (const request of receiver.received) verify(request, secret);
  expect(err).toBe(`The secret is ${secret}\nTo continue from here: --after ${await endOfFeed()}\n`);
  // Another event ends the request that the proxy still has at the gateway.
  await makeCustomers(1);
});

test('it goes on after the gateway was away for a moment', async () => {
  const after = await endOfFeed();
  await makeCustomers(1);
  front.plan('lost', { status: 503, body: '' });
  const { code, err } = await listen('--after', after, '--events', '1').ended();
  expect(code).toBe(0);
  expect(err.split('\n').slice(1)).toEqual([
    'The gateway cannot be reached; trying again.',
    'The gateway cannot be reached; trying again.',
    '',
  ]);
});

test('a receiver that refuses, is away or is silent for too long holds nothing up', async () => {
  const after = await endOfFeed();
  await makeCustomers(3);
  const which = ['--after', after, '--types', 'customer.created', '--events'];
  const late = new AbortController();
  receiver.answer(
    500,
    (response) => void response.destroy(),
    () => late.abort(),
  );
  const usual = AbortSignal.timeout.bind(AbortSignal);
  const spied = vi
    .spyOn(AbortSignal, 'timeout')
    .mockImplementation((ms) => (ms === 15_000 ? late.signal : usual(ms)));
  try {
    const { code, out } = await listen(...which, '3').ended();
    expect(code).toBe(0);
    expect(Array.from(out.matchAll(/^(.+?) {2}customer/gm), ([, outcome]) => outcome)).toEqual([
      '500',
      'no connection',
      'no response in 15 s',
    ]);
  } finally {
    spied.mockRestore();
  }
});

test.each<[string, string[], Record<string, string>, string | RegExp]>([
  [
    'no gateway',
    ['--forward', 'http://localhost:3000'],
    { FUNDGATE_URL: '' },
    'Say where the gateway is: --url or FUNDGATE_URL, such as https://funding.example.com.',
  ],
  [
    'no key',
    ['--forward', 'http://localhost:3000'],
    { FUNDGATE_API_KEY: '' },
    'Say which API key to use: FUNDGATE_API_KEY, or --key, which others may see.',
  ],
  [
    'a key that no header can have',
    ['--forward', 'http://localhost:3000', '--key', 'fgk_–'],
    {},
    'The API key has a character that no key has.',
  ],
  ['no receiver', [], {}, 'Say where to post: --forward, such as http://localhost:3000/hooks.'],
  [
    'a receiver without a scheme',
    ['--forward', 'localhost:3000/hooks'],
    {},
    'Say where to post: --forward, such as http://localhost:3000/hooks.',
  ],
  [
    'a secret that is none',
    ['--forward', 'http://localhost:3000', '--secret', 'hush'],
    {},
    'The secret of --secret must be whsec_ and the base64 of 24 to 64 bytes.',
  ],
  [
    'no number of events',
    ['--forward', 'http://localhost:3000', '--events', 'some'],
    {},
    '--events must be a number from 1 on.',
  ],
  ['an unknown option', ['--frwd', 'x'], {}, "Unknown option '--frwd'; --help shows the options."],
  [
    'a key that the gateway does not know',
    ['--forward', 'http://localhost:3000', '--key', `fgk_${'a'.repeat(43)}`],
    {},
    /\nThe gateway refused the request: The API key is not valid\..* \(api_key_invalid\)$/,
  ],
  [
    'an unknown type of event',
    ['--forward', 'http://localhost:3000', '--types', 'customer.lost'],
    {},
    /\nThe gateway refused the request: .*customer\.created.* \(parameter_invalid\)$/,
  ],
])('with %s it ends with a sentence', async (_what, args, environment, says) => {
  const { code, out, err } = await begin(['webhook', 'listen', ...args], environment).ended();
  expect([code, out]).toEqual([1, '']);
  if (typeof says === 'string') expect(err).toBe(`${says}\n`);
  else expect(err.trimEnd()).toMatch(says);
});

test('a server that responds with something else is not taken for a gateway', async () => {
  front.plan({ status: 200, body: '{"hello":"world"}' });
  expect((await listen().ended()).err).toContain('\nThe server at this address is no gateway.\n');
  front.plan({ status: 404, body: '<html>' });
  expect((await listen().ended()).err).toContain(
    '\nThe response is not from a gateway: its status is 404.\n',
  );
});

test('its help names every option, and another command is refused', async () => {
  const { code, out } = await begin(['--help']).ended();
  expect(code).toBe(0);
  expect(Array.from(out.matchAll(/^ {2}(--\w+)/gm), ([, option]) => option)).toEqual([
    '--forward',
    '--url',
    '--key',
    '--secret',
    '--after',
    '--types',
    '--events',
    '--json',
    '--help',
  ]);
  for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  for (const args of [[], ['webhook'], ['webhook', 'send']])
    expect(await begin(args).ended()).toEqual({
      code: 1,
      out: '',
      err: 'The command is webhook listen; --help shows its options.\n',
    });
});
