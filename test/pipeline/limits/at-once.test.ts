import { afterEach, expect, test } from 'vitest';
import { customerBody, openTestGateway, pdf, type TestGateway, uploadForm } from '../../support/gateway.ts';

const PATH = '/v1/customers/any';

let open: TestGateway | null = null;
afterEach(async () => {
  await open?.close();
  open = null;
});

async function openBusy(environment: NodeJS.ProcessEnv = {}): Promise<TestGateway> {
  // A rate that no test reaches: these are about what is on its way at once.
  open = await openTestGateway({ RATE_LIMIT: '100000', ...environment });
  return open;
}

/** A body that begins, and ends only when the test ends it. */
function heldBody(begin: Uint8Array) {
  const ended = Promise.withResolvers<void>();
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(begin),
    async pull(controller) {
      await ended.promise;
      controller.close();
    },
  });
  return { body, end: ended.resolve };
}

const refusalOf = ({ status, headers, json }: Awaited<ReturnType<TestGateway['fetch']>>) => [
  status,
  json.error?.code,
  headers.get('retry-after'),
];

/** Requests that stand in the gateway until they are released. */
function hold(gateway: TestGateway, authorization: string, count: number) {
  const held = Array.from({ length: count }, () => heldBody(Buffer.from('{')));
  const answers = held.map(({ body }) =>
    gateway.fetch('POST', '/v1/customers', {
      headers: { authorization, 'content-type': 'application/json' },
      body,
    }),
  );
  return {
    async release() {
      for (const each of held) each.end();
      return (await Promise.all(answers)).map(({ status }) => status);
    },
  };
}

/** An upload for a customer that stands in the gateway until it ends. */
function heldUpload(gateway: TestGateway, authorization: string, customerId: string) {
  const { body, end } = heldBody(Buffer.from('--b\r\n'));
  const headers = { authorization, 'content-type': 'multipart/form-data; boundary=b' };
  return { answer: gateway.fetch('POST', `/v1/kyc/documents/${customerId}`, { headers, body }), end };
}

/** Uploads that stand in the gateway until they are released. */
function holdUploads(gateway: TestGateway, authorization: string, count: number) {
  const held = Array.from({ length: count }, () => heldBody(Buffer.from('--b\r\n')));
  const answers = held.map(({ body }) =>
    gateway.fetch('POST', '/v1/kyc/documents/any', {
      headers: { authorization, 'content-type': 'multipart/form-data; boundary=b' },
      body,
    }),
  );
  return { answers, release: () => held.forEach((each) => each.end()) };
}

test('a key has 64 requests at once, the 65th is 429 at once, and another key is not affected', async () => {
  const gateway = await openBusy();
  const [a, b] = [await gateway.partner(), await gateway.partner({ name: 'B' })];
  const held = hold(gateway, a.authorization, 64);
  expect(refusalOf(await a.rest('GET', PATH))).toEqual([429, 'rate_limited', '1']);
  expect(refusalOf(await a.rest('GET', PATH))).toEqual([429, 'rate_limited', '1']);
  expect((await b.rest('GET', PATH)).status).toBe(404);
  expect(await held.release()).toEqual(Array.from({ length: 64 }, () => 400));
  expect((await a.rest('GET', PATH)).status).toBe(404);
  const again = hold(gateway, a.authorization, 64);
  expect((await again.release()).every((status) => status === 400)).toBe(true);
});

test('RATE_LIMIT=off has no limit for one key, but the process still has one for uploads', async () => {
  const gateway = await openBusy({ RATE_LIMIT: 'off', UPLOADS_MAX: '5' });
  const a = await gateway.partner();
  const { json } = await a.rest('POST', '/v1/customers', customerBody());
  const held = hold(gateway, a.authorization, 70);
  expect((await a.rest('GET', PATH)).status).toBe(404);
  await held.release();
  const path = `/v1/kyc/documents/${json.customer_id}`;
  const uploads = Array.from({ length: 6 }, () => a.rest('POST', path, uploadForm('nar1', [pdf()])));
  const statuses = (await Promise.all(uploads)).map(({ status }) => status).toSorted();
  expect(statuses).toEqual([200, 200, 200, 200, 200, 503]);
});

test('all keys of a partner have half of the uploads of a process, so another partner has room', async () => {
  const gateway = await openBusy({ UPLOADS_MAX: '10' });
  const [a, b] = [await gateway.partner(), await gateway.partner({ name: 'B' })];
  const { json: own } = await a.rest('POST', '/v1/customers', customerBody());
  const { json } = await b.rest('POST', '/v1/customers', customerBody());
  const keys = [a, await gateway.key(a.partnerId), await gateway.key(a.partnerId)];
  const held = keys.flatMap(({ authorization }) =>
    Array.from({ length: 4 }, () => heldUpload(gateway, authorization, own.customer_id)),
  );
  const first = await Promise.all(held.slice(5).map(({ answer }) => answer));
  for (const { status, json: refused } of first)
    expect([status, refused.error.code]).toEqual([429, 'rate_limited']);
  expect(first.at(-1)?.json.error.message).toBe('All keys of a partner have at most 5 uploads at once.');
  const uploaded = await b.rest('POST', `/v1/kyc/documents/${json.customer_id}`, uploadForm('nar1', [pdf()]));
  expect(uploaded.status).toBe(200);
  for (const { end } of held) end();
  await Promise.all(held.map(({ answer }) => answer));
  const again = await a.rest('POST', `/v1/kyc/documents/${own.customer_id}`, uploadForm('nar1', [pdf()]));
  expect(again.status).toBe(200);
});

test('a key has 4 uploads at once and a process UPLOADS_MAX; other requests go on', async () => {
  const gateway = await openBusy({ UPLOADS_MAX: '6' });
  const [a, b] = [await gateway.partner(), await gateway.partner({ name: 'B' })];
  const { json } = await b.rest('POST', '/v1/customers', customerBody());
  const uploadByB = () =>
    b.rest('POST', `/v1/kyc/documents/${json.customer_id}`, uploadForm('nar1', [pdf()]));
  const first = holdUploads(gateway, a.authorization, 200);
  // Unknown customers are refused before the body is read, unless the key has too many uploads.
  const statuses = (await Promise.all(first.answers)).map(({ status }) => status);
  expect(Object.groupBy(statuses, String)[429]?.length).toBe(196);
  first.release();
  expect((await uploadByB()).status).toBe(200);
  const graphql = await a.graphql('{ viewer { partner { id } } }');
  expect(graphql.status).toBe(200);
});

test('an upload above the limit of the process is 503 with Retry-After, and is taken when another upload has ended', async () => {
  const gateway = await openBusy({ UPLOADS_MAX: '2' });
  const [a, b] = [await gateway.partner(), await gateway.partner({ name: 'B' })];
  const { json } = await a.rest('POST', '/v1/customers', customerBody());
  const path = `/v1/kyc/documents/${json.customer_id}`;
  const held = [heldBody(Buffer.from('--b\r\n')), heldBody(Buffer.from('--b\r\n'))];
  const answers = held.map(({ body }) =>
    gateway.fetch('POST', path, {
      headers: { authorization: a.authorization, 'content-type': 'multipart/form-data; boundary=b' },
      body,
    }),
  );
  expect(refusalOf(await b.rest('POST', path, uploadForm('nar1', [pdf()])))).toEqual([
    503,
    'service_unavailable',
    '5',
  ]);
  for (const each of held) each.end();
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([400, 400]);
  expect((await a.rest('POST', path, uploadForm('nar1', [pdf()]))).status).toBe(200);
});

test('a key has 8 downloads at once; one that ends, or whose client leaves, makes room', async () => {
  const gateway = await openBusy();
  const a = await gateway.partner();
  const { json } = await a.rest('POST', '/v1/customers', customerBody());
  const uploaded = await a.upload(json.customer_id, 'nar1', [pdf('x'.repeat(1_000_000))]);
  const { document_id } = uploaded.json.files[0];
  const { url } = (await a.rest('GET', `/v1/kyc/documents/${json.customer_id}/${document_id}`)).json;
  const begin = () => gateway.app.fetch(new Request(url));
  const running = await Promise.all(Array.from({ length: 8 }, begin));
  expect(running.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
  const refused = await begin();
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '2']);
  expect((await gateway.app.fetch(new Request(url, { method: 'HEAD' }))).status).toBe(200);
  const [first, second, ...others] = running;
  await first?.bytes();
  await second?.body?.cancel();
  const more = [await begin(), await begin(), await begin()];
  expect(more.map(({ status }) => status)).toEqual([200, 200, 429]);
  for (const each of [...others, ...more]) await each.body?.cancel();
});
