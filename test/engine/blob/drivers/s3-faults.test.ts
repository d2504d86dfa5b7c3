// A real S3 server has a process, since it needs OpenSSL with old ciphers; the gateway has none.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { BlobVerbs } from '../../../../src/engine/blob/drivers/blob-driver.ts';
import { s3Driver } from '../../../../src/engine/blob/drivers/s3/s3.ts';
import { BUCKET, meansOf } from '../../../support/s3/s3-server.ts';
import { bytes, type Harm, IMPATIENT, openS3Fixture, type S3Fixture } from './s3-fixture.ts';

let fixture: S3Fixture;
beforeAll(async () => {
  fixture = await openS3Fixture();
});
afterAll(() => fixture.close());
beforeEach(() => fixture.reset());
afterEach(() => vi.restoreAllMocks());

/** Every verb of a driver, as a promise. */
const verbs = (driver: BlobVerbs): readonly (readonly [string, () => Promise<unknown>])[] => [
  ['put', () => fixture.put(driver)],
  ['get', () => fixture.get(driver)],
  ['size', async () => driver.getMeta('doc:a')],
  ['remove', async () => driver.removeItem('doc:a')],
  ['list', () => Array.fromAsync(driver.list(''))],
  ['ping', () => driver.ping()],
];
describe('a permanent failure is an error at once', () => {
  const cases = new Map<string, () => BlobVerbs>([
    ['an unknown key', () => fixture.open({ accessKeyId: 'STRANGER' })],
    ['a wrong secret', () => fixture.open({ secretAccessKey: 'wrong' })],
    ['a bucket that is not there', () => fixture.open({}, 'no-such-bucket')],
  ]);
  const codes = new Map([
    ['an unknown key', 'InvalidAccessKeyId'],
    ['a wrong secret', 'SignatureDoesNotMatch'],
    ['a bucket that is not there', 'NoSuchBucket'],
  ]);
  /** They begin with a HEAD. Its answer has no body, so 403 says no more than this. */
  const HEADED = ['put', 'size', 'ping'];

  test.each([...cases])('%s', async (named, driver) => {
    for (const [name, verb] of verbs(driver())) {
      fixture.front.seen.length = 0;
      const error: unknown = await verb().catch((thrown: unknown) => thrown);
      expect([name, error]).toEqual([name, expect.objectContaining({ name: 'S3Error' })]);
      const isUnnamed = HEADED.includes(name) && named !== 'a bucket that is not there';
      expect(error).toHaveProperty('code', isUnnamed ? 'AccessDenied' : codes.get(named));
      expect(String(error)).not.toMatch(/127\.0\.0\.1|STRANGER|wrong|S3RVER|bucket\/|round/);
      // At most a HEAD, the PUT, and the removal of an object that may have been stored.
      expect(fixture.front.seen.length).toBeLessThanOrEqual(3);
      expect(new Set(fixture.front.seen.map(({ line }) => line)).size).toBe(fixture.front.seen.length);
    }
  });

  test.each([400, 403, 409, 411, 412, 501])('a response of %d', async (status) => {
    fixture.fail('PUT', 9, { refusal: { status, code: 'SomethingWrong' } });
    await expect(fixture.put(fixture.open())).rejects.toMatchObject({ code: 'SomethingWrong', status });
    expect(fixture.attempts('PUT')).toBe(1);
  });

  test.each([301, 302, 307, 308])('a redirect of %d, which is not followed', async (status) => {
    fixture.fail('GET', 9, { refusal: { status, location: `${fixture.front.endpoint}/elsewhere` } });
    await expect(fixture.get(fixture.open())).rejects.toMatchObject({ name: 'S3Error', status });
    expect(fixture.front.seen).toHaveLength(1);
  });
});

const METHODS = ['PUT', 'HEAD', 'GET', 'DELETE'] as const;

describe('a temporary failure is tried again', () => {
  const passing: readonly (readonly [string, Harm])[] = [
    ...[429, 500, 502, 503, 504].map((status) => [`${status}`, { refusal: { status } }] as const),
    ['a connection that breaks', { breaks: 'coming' }],
    ['an answer that never comes', { breaks: 'unanswered' }],
  ];

  test.each(passing)('%s, twice', async (_what, does) => {
    // The shortest of the pauses that the driver may choose.
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const driver = fixture.open();
    for (const method of METHODS) {
      fixture.front.seen.length = 0;
      fixture.fail(method, 2, does);
      if (method === 'PUT') await fixture.put(driver);
      if (method === 'HEAD') expect(await driver.getMeta('doc:a')).toEqual({ size: bytes.length });
      if (method === 'GET') expect((await fixture.get(driver))?.equals(bytes)).toBe(true);
      if (method === 'DELETE') await driver.removeItem('doc:a');
      expect([method, fixture.attempts(method)]).toEqual([method, 3]);
    }
    expect(await driver.getMeta('doc:a')).toBeNull();
  });

  test('a server that is silent, twice', async () => {
    const driver = fixture.open({}, BUCKET, IMPATIENT);
    fixture.fail('PUT', 2, { waitsMs: 1_000 });
    await fixture.put(driver);
    expect(fixture.attempts('PUT')).toBeGreaterThanOrEqual(3);
    expect((await fixture.get(fixture.open()))?.equals(bytes)).toBe(true);
  });

  test('until a deadline; then the object that may have been stored is removed', async () => {
    fixture.fail('PUT', Infinity, { breaks: 'unanswered' });
    await expect(fixture.put(fixture.open({}, BUCKET, IMPATIENT))).rejects.toMatchObject({
      name: 'S3Error',
      status: null,
    });
    // It would go on for ever without one.
    expect(fixture.attempts('PUT')).toBeGreaterThan(1);
    fixture.front.fail(null);
    expect(await Array.fromAsync(fixture.open().list(''))).toEqual([]);
  });

  test('a store that does not listen', async () => {
    const absent = s3Driver(`//${BUCKET}/a?endpoint=http://127.0.0.1:1`, meansOf(fixture.folder), IMPATIENT);
    await expect(absent.getMeta('a')).rejects.toMatchObject({ code: 'ECONNREFUSED', status: null });
  });
});

test('bytes that were changed on their way are refused, and nothing is stored', async () => {
  fixture.fail('PUT', 1, { damages: true });
  await expect(fixture.put(fixture.open())).rejects.toMatchObject({ code: 'XAmzContentSHA256Mismatch' });
  expect(await fixture.get(fixture.open())).toBeNull();
});

describe('a read', () => {
  const broken: readonly (readonly [string, Harm, string])[] = [
    ['that breaks half-way', { breaks: 'half-way' }, 'ECONNRESET'],
    ['that falls silent half-way', { fallsSilent: true }, 'ETIMEDOUT'],
  ];
  test.each(broken)('%s fails and is not taken for the whole', async (_what, does, code) => {
    await fixture.put(fixture.open());
    // A busy machine may let the first attempt time out before it has an answer.
    fixture.fail('GET', Infinity, does);
    const driver = fixture.open({}, BUCKET, IMPATIENT);
    await expect(fixture.get(driver)).rejects.toMatchObject({ name: 'S3Error', code });
  });

  test.each(['bytes 0-9/100', 'bytes 5-14/*', 'bytes 5-13/100', ''])(
    'of a range is refused when the answer is %j',
    async (range) => {
      await fixture.put(fixture.open());
      fixture.fail('GET', 1, { headers: { 'content-range': range } });
      const reading = fixture.read(fixture.open(), { start: 5, end: 14 });
      await expect(reading).rejects.toMatchObject({ code: 'WRONG_RANGE' });
    },
  );

  test('of a range is refused when the response is the whole blob', async () => {
    await fixture.put(fixture.open());
    fixture.fail('GET', 1, { refusal: { status: 200 } });
    const reading = fixture.read(fixture.open(), { start: 5, end: 14 });
    await expect(reading).rejects.toMatchObject({ status: 200 });
  });
});
