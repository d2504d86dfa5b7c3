// A real S3 server has a process, since it needs OpenSSL with old ciphers; the gateway has none.
import { randomBytes } from 'node:crypto';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest';
import { ORPHAN_GRACE_SECONDS } from '../../../../src/engine/blob/orphan-blobs.ts';
import { ConfigError } from '../../../../src/kernel/config-error.ts';
import { runHousekeeping } from '../../../../src/run/upkeep/housekeeping.ts';
import { type Listening, serve } from '../../../../src/run/server/serve.ts';
import { isPossible, smallDisk } from '../../../support/database/harsh-disks.ts';
import { openS3Front, type S3Front } from '../../../support/s3/s3-front.ts';
import { BUCKET, type S3Server, startS3Server } from '../../../support/s3/s3-server.ts';
import { openTestGateway, pdf, uploadForm } from '../../../support/gateway.ts';
import { dataFolder } from '../../../support/gateway-process.ts';
import { openUploadFixture, type UploadFixture } from '../../../support/fixtures/upload-fixture.ts';
import { needsSmallDisk } from '../../../support/needs.ts';

/** Larger than several segments and buffers. */
const big = pdf(randomBytes(512 * 1024).toString('hex'));

let server: S3Server;
let front: S3Front;
const folder = dataFolder();
beforeAll(async () => {
  server = await startS3Server();
  front = await openS3Front(server.port);
});
afterAll(async () => {
  await front.close();
  await server.close();
  folder[Symbol.dispose]();
});

let now: number;
let rounds = 0;
let fixture: UploadFixture;
let listening: Listening;
let customerId: string;
const environment = (bucket = BUCKET) => ({
  DATA_DIR: folder.path,
  ...server.environment,
  STORAGE_URL: `s3://${bucket}/journey-${rounds}?endpoint=${front.endpoint}`,
});
beforeEach(async () => {
  rounds += 1;
  now = Date.parse('2026-03-04T05:06:07Z');
  fixture = await openUploadFixture(environment(), () => new Date(now));
  listening = await serve(fixture.app, { host: '127.0.0.1', port: 0 });
  customerId = await fixture.customer();
});
afterEach(async () => {
  front.fail(null);
  await listening.stop(0);
  await fixture.close();
});

const stored = () => Array.fromAsync(fixture.gateway.blobs.list(), ({ key }) => key);

async function ids(): Promise<string[]> {
  return ((await fixture.list(customerId))['nar1'] ?? []).map(({ document_id }) => document_id).toSorted();
}

/** Over a real socket. */
async function download(id: string, range?: string): Promise<Response> {
  const { pathname, search } = new URL((await fixture.retrieve(customerId, id)).url);
  const url = `http://127.0.0.1:${listening.port}${pathname}${search}`;
  return fetch(url, { headers: range === undefined ? {} : { range } });
}

test('files go to S3 and come back whole or in part; replaced ones are swept', async () => {
  expect((await fixture.partner.upload(customerId, 'nar1', [big, pdf('small')])).status).toBe(200);
  const [first = ''] = await ids();
  expect((await stored()).toSorted()).toEqual(await ids());

  const whole = await download(first);
  expect([whole.status, whole.headers.get('content-length')]).toEqual([200, `${big.length}`]);
  expect(Buffer.from(await whole.bytes()).equals(big)).toBe(true);
  const part = await download(first, 'bytes=700000-700999');
  expect([part.status, part.headers.get('content-range')]).toEqual([
    206,
    `bytes 700000-700999/${big.length}`,
  ]);
  expect(Buffer.from(await part.bytes()).equals(big.subarray(700_000, 701_000))).toBe(true);

  expect((await fixture.partner.upload(customerId, 'nar1', [pdf('new')])).status).toBe(200);
  expect(await stored()).toHaveLength(3);
  now += (ORPHAN_GRACE_SECONDS + 1) * 1000;
  await runHousekeeping(fixture.gateway);
  expect(await stored()).toEqual(await ids());
});

test('a store that refuses is 503 without the cause, and the upload can be repeated', async () => {
  await fixture.partner.upload(customerId, 'nar1', [pdf('old')]);
  const before = await ids();
  front.fail({ method: 'PUT', times: 9, refusal: { status: 403, code: 'AccessDenied' } });
  const { status, headers, json, text } = await fixture.partner.upload(customerId, 'nar1', [pdf('new')]);
  expect([status, json.error.code, headers.get('retry-after')]).toEqual([503, 'service_unavailable', '5']);
  expect(text).not.toMatch(/127\.0\.0\.1|documents|S3RVER|AccessDenied|signature/i);
  expect(fixture.logged.join('')).toContain('AccessDenied');
  expect(fixture.logged.join('')).not.toMatch(/127\.0\.0\.1|S3RVER|Authorization|AWS4/i);
  expect([await ids(), await stored()]).toEqual([before, before]);
  front.fail(null);
  expect((await fixture.partner.upload(customerId, 'nar1', [pdf('new')])).status).toBe(200);
});

const requests = (method: string) => front.seen.filter(({ line }) => line.startsWith(method));

test('an upload that succeeds removes nothing from the store', async () => {
  front.seen.length = 0;
  expect((await fixture.partner.upload(customerId, 'nar1', [pdf('one'), pdf('two')])).status).toBe(200);
  expect(requests('PUT')).toHaveLength(2);
  expect(requests('DELETE')).toEqual([]);
  expect(await fixture.loose()).toEqual([]);
});

test('an upload that is refused removes the bytes that it stored, and nothing else', async () => {
  front.seen.length = 0;
  const form = uploadForm('nar1', [pdf('one'), pdf('two'), pdf('three')]);
  form.set('file2', new Blob(['of another hash']), 'scan.pdf');
  const { status, json } = await fixture.partner.rest('POST', `/v1/kyc/documents/${customerId}`, form);
  expect([status, json.error.code]).toEqual([400, 'file_signature_invalid']);
  const written = requests('PUT').map(({ line }) => line.slice('PUT'.length));
  expect(written).toHaveLength(3);
  await expect.poll(() => requests('DELETE')).toHaveLength(3);
  expect(requests('DELETE').map(({ line }) => line.slice('DELETE'.length))).toEqual(
    expect.arrayContaining(written),
  );
  await expect.poll(stored).toEqual([]);
  await expect.poll(fixture.loose).toEqual([]);
});

test('no response waits for a storage that does not respond to a removal', async () => {
  const form = uploadForm('nar1', [pdf('one')]);
  form.set('file', new Blob(['of another hash']), 'scan.pdf');
  const removal = Promise.withResolvers<void>();
  front.fail({ method: 'DELETE', times: 1, waitsFor: removal.promise });
  const answer = await fixture.partner.rest('POST', `/v1/kyc/documents/${customerId}`, form);
  expect(answer.json.error.code).toBe('file_signature_invalid');
  expect(front.underWay()).toBe(1);
  removal.resolve();
  await expect.poll(stored).toEqual([]);
});

describe('a download', () => {
  beforeEach(async () => {
    await fixture.partner.upload(customerId, 'nar1', [big]);
  });

  test('that the store breaks off is broken off for the client, and the gateway continues to serve', async () => {
    const [id = ''] = await ids();
    front.fail({ method: 'GET', times: 1, breaks: 'half-way' });
    const answer = await download(id);
    expect([answer.status, answer.headers.get('content-length')]).toEqual([200, `${big.length}`]);
    await expect(answer.bytes()).rejects.toThrow('terminated');
    expect((await (await download(id)).bytes()).length).toBe(big.length);
  });

  test('whose client disconnects ends the request to the store', async () => {
    const [id = ''] = await ids();
    front.fail({ method: 'GET', times: 1, fallsSilent: true });
    // The gateway itself has patience with the silent store for ever.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const answer = await download(id);
    expect(front.underWay()).toBe(1);
    await answer.body?.cancel();
    await expect.poll(front.underWay).toBe(0);
  });

  test('of an object that the store refuses is 503', async () => {
    const [id = ''] = await ids();
    front.fail({ method: 'GET', times: 9, refusal: { status: 403 } });
    const answer = await download(id);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await answer.text()).toContain('service_unavailable');
  });
});

test('a store that cannot be used makes the gateway not ready', async () => {
  const ready = async () => (await fixture.fetch('GET', '/readyz')).status;
  expect(await ready()).toBe(200);
  for (const status of [403, 404]) {
    front.fail({ method: 'HEAD', times: 9, refusal: { status } });
    await expect.poll(() => ready()).toBe(503);
    front.fail(null);
    await expect.poll(() => ready()).toBe(200);
  }
});

test.each([
  ['a wrong key', () => ({ ...environment(), AWS_SECRET_ACCESS_KEY: 'wrong' }), 'the access key is wrong'],
  ['a missing bucket', () => environment('no-such-bucket'), 'there is no such bucket'],
])('%s ends the start with a sentence', async (_what, changes, why) => {
  const start = openTestGateway(changes());
  await expect(start).rejects.toThrow(ConfigError);
  await expect(start).rejects.toThrow(`cannot be used: ${why}`);
});

test(
  'a spool without room is 503, and has room again when the upload is over',
  needsSmallDisk(isPossible(() => smallDisk('1m'))),
  async () => {
    using disk = smallDisk('2m');
    rounds += 1;
    const small = await openUploadFixture({ ...environment(), DATA_DIR: disk?.path });
    const customer = await small.customer();
    const uploads = [big, Buffer.concat([big, big]), big, big];
    const statuses: number[] = [];
    for (const file of uploads) statuses.push((await small.partner.upload(customer, 'nar1', [file])).status);
    expect(statuses).toEqual([200, 503, 200, 200]);
    await small.close();
  },
);
