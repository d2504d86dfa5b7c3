import { randomBytes } from 'node:crypto';
import { Headers as ServerHeaders } from '@whatwg-node/fetch';
import { verifyWebhook, WebhookVerificationError } from 'fundgate/client';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { webhookHeaders } from '../../src/client/node/sign.ts';

const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;
const secret = newSecret();
const body = JSON.stringify({
  event_id: 'evt_1',
  type: 'kyc.updated',
  subject: 'kyc/cus_1',
  data: { a: '貿易' },
});

/** Signed by the public library. */
function signed(at = new Date(), by: readonly string[] = [secret]) {
  const signatures = by.map((each) => new Webhook(each).sign('evt_1', at, body));
  return {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': signatures.join(' '),
  };
}
const fails = (attempt: Promise<unknown>, why: RegExp) =>
  expect(attempt).rejects.toSatisfy(
    (error) => error instanceof WebhookVerificationError && why.test(error.message),
  );

test('a request that the public library signed is genuine, as text and as bytes, with headers of any form', async () => {
  const bytes = new TextEncoder().encode(body);
  const upper = Object.fromEntries(
    Object.entries(signed()).map(([name, value]) => [name.toUpperCase(), value]),
  );
  for (const headers of [signed(), new Headers(signed()), upper])
    for (const sent of [body, bytes])
      expect(await verifyWebhook(sent, headers, secret)).toEqual(JSON.parse(body));
  expect(await verifyWebhook(body, signed(), secret.slice('whsec_'.length))).toEqual(JSON.parse(body));
});

test('it takes the headers of a server that brings a Headers of its own', async () => {
  const headers = new ServerHeaders(signed());
  expect(headers).not.toBeInstanceOf(Headers);
  expect(await verifyWebhook(body, headers, secret)).toEqual(JSON.parse(body));
});

test('a request that the gateway signed is genuine, with either secret during a rotation', async () => {
  const former = newSecret();
  const headers = webhookHeaders({ eventId: 'evt_1', at: new Date(), body }, [secret, former]);
  for (const one of [secret, former, [newSecret(), former]])
    expect(await verifyWebhook(body, headers, one)).toMatchObject({ type: 'kyc.updated' });
});

test('a request that was altered, or signed with another secret, is refused', async () => {
  const wrong = /signature is not one of this secret/;
  await fails(verifyWebhook(body.replace('cus_1', 'cus_2'), signed(), secret), wrong);
  await fails(verifyWebhook(`\ufeff${body}`, signed(), secret), wrong);
  await fails(verifyWebhook(body, { ...signed(), 'webhook-id': 'evt_2' }, secret), wrong);
  await fails(verifyWebhook(body, signed(), newSecret()), wrong);
  await fails(verifyWebhook(body, signed(), [newSecret(), newSecret()]), wrong);
  for (const signature of [
    'v1,',
    'v1,???',
    'v2,AAAA',
    'nothing',
    signed()['webhook-signature'].replace('v1,', 'v1a,'),
  ])
    await fails(verifyWebhook(body, { ...signed(), 'webhook-signature': signature }, secret), wrong);
});

test('a request that is too old or from the future is refused', async () => {
  const away = (seconds: number) => signed(new Date(Date.now() + seconds * 1_000));
  for (const seconds of [-310, 310])
    await fails(verifyWebhook(body, away(seconds), secret), /too far from now/);
  for (const seconds of [-290, 290]) await verifyWebhook(body, away(seconds), secret);
  await verifyWebhook(body, away(-310), secret, { toleranceSeconds: 600 });
  for (const timestamp of ['soon', '1e9', '-1', ''])
    await fails(
      verifyWebhook(body, { ...signed(), 'webhook-timestamp': timestamp }, secret),
      /number|missing/,
    );
});

test.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])(
  'without %s it is refused',
  async (name) => {
    const headers = new Headers(signed());
    headers.delete(name);
    await fails(verifyWebhook(body, headers, secret), /header of webhooks is missing/);
    const repeated = { ...signed(), [name]: ['a', 'b'] };
    await fails(verifyWebhook(body, repeated, secret), /missing/);
  },
);

test('an invalid secret is a mistake of the receiver, and the error says so', async () => {
  for (const none of ['', 'whsec_', 'whsec_???'])
    await expect(verifyWebhook(body, signed(), none)).rejects.toThrow(TypeError);
});

test('a body that was parsed, or is not there, is a mistake of the receiver, and the error says so', async () => {
  for (const given of [JSON.parse(body), null, undefined, 1])
    await expect(verifyWebhook(given, signed(), secret)).rejects.toThrow(
      new TypeError('The body is the text or the bytes that came, before anything parses them.'),
    );
});
