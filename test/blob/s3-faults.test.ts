import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { BlobVerbs } from '../../src/blob/drivers/blob-driver.ts';
import { s3Driver } from '../../src/blob/drivers/s3.ts';
import { BUCKET, meansOf } from './s3-server.ts';
import { bytes, type Harm, IMPATIENT, openS3World, type S3World } from './s3-world.ts';

let world: S3World;
beforeAll(async () => {
  world = await openS3World();
});
afterAll(() => world.close());
beforeEach(() => world.reset());

/** Every verb of a driver, as a promise. */
const verbs = (driver: BlobVerbs): readonly (readonly [string, () => Promise<unknown>])[] => [
  ['put', () => world.put(driver)],
  ['get', () => world.get(driver)],
  ['size', async () => driver.getMeta('doc:a')],
  ['remove', async () => driver.removeItem('doc:a')],
  ['list', () => Array.fromAsync(driver.list(''))],
  ['ping', () => driver.ping()],
];
describe('what cannot succeed is an error at once', () => {
  const cases = new Map<string, () => BlobVerbs>([
    ['an unknown key', () => world.open({ accessKeyId: 'STRANGER' })],
    ['a wrong secret', () => world.open({ secretAccessKey: 'wrong' })],
    ['a bucket that is not there', () => world.open({}, 'no-such-bucket')],
  ]);
  const codes = /AccessDenied|InvalidAccessKeyId|SignatureDoesNotMatch|NoSuchBucket/;

  test.each([...cases])('%s', async (_case, driver) => {
    for (const [name, verb] of verbs(driver())) {
      world.front.seen.length = 0;
      const error: unknown = await verb().catch((thrown: unknown) => thrown);
      expect([name, error]).toEqual([name, expect.objectContaining({ name: 'S3Error' })]);
      expect(error).toHaveProperty('code', expect.stringMatching(codes));
      expect(String(error)).not.toMatch(/127\.0\.0\.1|STRANGER|wrong|S3RVER|bucket\/|round/);
      // At most: a HEAD, the PUT, and the removal of what it may have left.
      expect(world.front.seen.length).toBeLessThanOrEqual(3);
      expect(new Set(world.front.seen.map(({ line }) => line)).size).toBe(world.front.seen.length);
    }
  });

  test.each([400, 403, 409, 411, 412, 501])('an answer of %d', async (status) => {
    world.fail('PUT', 9, { refusal: { status, code: 'SomethingWrong' } });
    await expect(world.put(world.open())).rejects.toMatchObject({ code: 'SomethingWrong', status });
    expect(world.attempts('PUT')).toBe(1);
  });

  test.each([301, 302, 307, 308])('a redirect of %d, which is not followed', async (status) => {
    world.fail('GET', 9, { refusal: { status, location: `${world.front.endpoint}/elsewhere` } });
    await expect(world.get(world.open())).rejects.toMatchObject({ name: 'S3Error', status });
    expect(world.front.seen).toHaveLength(1);
  });
});

const METHODS = ['PUT', 'HEAD', 'GET', 'DELETE'] as const;

describe('what may pass is tried again', () => {
  const passing: readonly (readonly [string, Harm])[] = [
    ...[429, 500, 502, 503, 504].map((status) => [`${status}`, { refusal: { status } }] as const),
    ['a connection that breaks', { breaks: 'coming' }],
    ['an answer that never comes', { breaks: 'unanswered' }],
  ];

  test.each(passing)('%s, twice', async (_what, does) => {
    const driver = world.open();
    for (const method of METHODS) {
      world.front.seen.length = 0;
      world.fail(method, 2, does);
      if (method === 'PUT') await world.put(driver);
      if (method === 'HEAD') expect(await driver.getMeta('doc:a')).toEqual({ size: bytes.length });
      if (method === 'GET') expect((await world.get(driver))?.equals(bytes)).toBe(true);
      if (method === 'DELETE') await driver.removeItem('doc:a');
      expect([method, world.attempts(method)]).toEqual([method, 3]);
    }
    expect(await driver.getMeta('doc:a')).toBeNull();
  });

  test('a server that is silent, twice', async () => {
    const driver = world.open({}, BUCKET, IMPATIENT);
    world.fail('PUT', 2, { waits: { ms: 1_000, when: 'coming' } });
    await world.put(driver);
    expect(world.attempts('PUT')).toBeGreaterThanOrEqual(3);
    expect((await world.get(world.open()))?.equals(bytes)).toBe(true);
  });

  test('until a deadline, and what was sent in vain is removed', async () => {
    world.fail('PUT', Infinity, { breaks: 'unanswered' });
    const started = performance.now();
    await expect(world.put(world.open({}, BUCKET, IMPATIENT))).rejects.toMatchObject({
      name: 'S3Error',
      status: null,
    });
    expect(performance.now() - started).toBeLessThan(IMPATIENT.deadlineMs + 5_500);
    expect(world.attempts('PUT')).toBeGreaterThan(3);
    world.front.fail(null);
    expect(await Array.fromAsync(world.open().list(''))).toEqual([]);
  });

  test('a store that nobody serves', async () => {
    const nobody = s3Driver(`//${BUCKET}/a?endpoint=http://127.0.0.1:1`, meansOf(world.folder), IMPATIENT);
    await expect(nobody.getMeta('a')).rejects.toMatchObject({ code: 'ECONNREFUSED', status: null });
  });
});

test('bytes that were changed on their way are refused, and nothing stands in their place', async () => {
  world.fail('PUT', 1, { damages: true });
  await expect(world.put(world.open())).rejects.toMatchObject({ code: 'XAmzContentSHA256Mismatch' });
  expect(await world.get(world.open())).toBeNull();
});

describe('a read', () => {
  const broken: readonly (readonly [string, Harm, string])[] = [
    ['that breaks half-way', { breaks: 'half-way' }, 'ECONNRESET'],
    ['that falls silent half-way', { waits: { ms: 1_000, when: 'half-way' } }, 'ETIMEDOUT'],
  ];
  test.each(broken)('%s fails and is not taken for the whole', async (_what, does, code) => {
    await world.put(world.open());
    world.fail('GET', 1, does);
    const driver = world.open({}, BUCKET, IMPATIENT);
    await expect(world.get(driver)).rejects.toMatchObject({ name: 'S3Error', code });
  });

  test.each(['bytes 0-9/100', 'bytes 5-14/*', 'bytes 5-13/100', ''])(
    'of a range is refused when the answer is %j',
    async (range) => {
      await world.put(world.open());
      world.fail('GET', 1, { headers: { 'content-range': range } });
      const reading = world.read(world.open(), { start: 5, end: 14 });
      await expect(reading).rejects.toMatchObject({ code: 'WRONG_RANGE' });
    },
  );

  test('of a range is refused when the answer is the whole', async () => {
    await world.put(world.open());
    world.fail('GET', 1, { refusal: { status: 200 } });
    const reading = world.read(world.open(), { start: 5, end: 14 });
    await expect(reading).rejects.toMatchObject({ status: 200 });
  });
});
