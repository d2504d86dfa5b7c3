// A real S3 server has a process, since it needs OpenSSL with old ciphers; the gateway has none.
import { mkdir, readdir, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openFilesIn } from '../../../support/open-files.ts';
import { BUCKET } from '../../../support/s3/s3-server.ts';
import { bytes, openS3Fixture, type S3Fixture } from './s3-fixture.ts';

let fixture: S3Fixture;
beforeAll(async () => {
  fixture = await openS3Fixture();
});
afterAll(() => fixture.close());
beforeEach(() => fixture.reset());

test('objects stand under the prefix in the path of the bucket, each with its own hash', async () => {
  await fixture.put(fixture.open({ sessionToken: 'of-temporary-credentials' }), 'doc:a:b');
  const request = fixture.front.seen.at(-1);
  expect(request?.line).toBe(`PUT /${BUCKET}/${fixture.prefix()}/doc/a/b`);
  expect(request?.headers['content-length']).toBe(String(bytes.length));
  expect(request?.headers['transfer-encoding']).toBeUndefined();
  expect(request?.headers['x-amz-security-token']).toBe('of-temporary-credentials');
  expect(await readdir(join(fixture.server.folder, BUCKET, fixture.prefix(), 'doc', 'a'))).toHaveLength(3);
});

test('another prefix is another storage', async () => {
  await fixture.put(fixture.open());
  fixture.reset();
  expect(await Array.fromAsync(fixture.open().list(''))).toEqual([]);
  expect(await fixture.open().getMeta('doc:a')).toBeNull();
});

test('a list continues from page to page and skips objects of other programs', async () => {
  const place = join(fixture.server.folder, BUCKET, fixture.prefix());
  await mkdir(place, { recursive: true });
  const names = Array.from({ length: 1_203 }, (_, at) => `doc_${String(at).padStart(4, '0')}`);
  for (const name of [...names, 'A-Stranger', 'un.known'])
    await writeFile(join(place, `${name}._S3rver_object`), 'x');
  const listed = await Array.fromAsync(fixture.open().list('doc_'), ({ key }) => key);
  expect(listed).toEqual(names);
  const pages = new Set(fixture.front.seen.map(({ line }) => line));
  expect(pages.size).toBe(2);
  expect(await Array.fromAsync(fixture.open().list('doc_01'))).toHaveLength(100);
});

describe('the spool', () => {
  const spool = () => readdir(join(fixture.folder, 'spool'));

  test('has no file that a crash could leave, and no open file after the upload', async () => {
    const driver = fixture.open();
    const slow = async function* () {
      yield bytes;
      expect(await spool()).toEqual([]);
    };
    for (const key of ['a', 'b', 'c']) await driver.setItemRaw(key, slow());
    expect(await openFilesIn(fixture.folder)).toEqual([]);
  });

  test('is made again if it was removed, since it always looks empty', async () => {
    const driver = fixture.open();
    await fixture.put(driver, 'doc:a');
    await rmdir(join(fixture.folder, 'spool'));
    await fixture.put(driver, 'doc:b');
    expect(await spool()).toEqual([]);
  });

  test('removes the empty file of a killed process, and nothing else', async () => {
    await fixture.put(fixture.open());
    await writeFile(join(fixture.folder, 'spool', 'left.spool'), '');
    await writeFile(join(fixture.folder, 'spool', 'README'), '');
    await fixture.put(fixture.open(), 'doc:b');
    expect(await spool()).toEqual(['README']);
    await rm(join(fixture.folder, 'spool', 'README'));
  });
});
