import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { filesIn } from '../../../support/files-in.ts';
import { ORPHAN_GRACE_SECONDS } from '../../../../src/engine/blob/orphan-blobs.ts';
import type { EncryptedStore } from '../../../../src/engine/blob/encrypted/encrypted-store.ts';
import { storageError } from '../../../../src/engine/blob/storage-error.ts';
import { runHousekeeping } from '../../../../src/run/upkeep/housekeeping.ts';
import { forbiddenFolder, isPossible, smallDisk } from '../../../support/database/harsh-disks.ts';
import { type Answer, pdf } from '../../../support/gateway.ts';
import { openUploadFixture, type UploadFixture } from '../../../support/fixtures/upload-fixture.ts';
import { needs, needsSmallDisk } from '../../../support/needs.ts';

const FILES = 4;
const setOf = (name: string, size = 1000) =>
  Array.from({ length: FILES }, (_, at) => pdf(`${name} ${at} ${'x'.repeat(size)}`));

let now: number;
beforeEach(() => {
  now = Date.parse('2026-03-04T05:06:07Z');
});
const clock = () => new Date(now);

/** Files of one customer, and what of them is stored. */
async function openFiles(environment: NodeJS.ProcessEnv = {}) {
  const fixture = await openUploadFixture(environment, clock);
  const customerId = await fixture.customer();
  return {
    fixture,
    upload: (files: readonly Uint8Array[]) => fixture.partner.upload(customerId, 'nar1', files),
    async ids(): Promise<string[]> {
      return ((await fixture.list(customerId))['nar1'] ?? [])
        .map(({ document_id }) => document_id)
        .toSorted();
    },
    /** The content of each document, downloaded. */
    async texts(): Promise<string[]> {
      const rows = (await fixture.list(customerId))['nar1'] ?? [];
      const urls = rows.map(async ({ document_id }) => (await fixture.retrieve(customerId, document_id)).url);
      return Promise.all(urls.map(async (url) => (await fixture.download(await url)).text()));
    },
    async sweep(): Promise<string[]> {
      now += (ORPHAN_GRACE_SECONDS + 1) * 1000;
      await runHousekeeping(fixture.gateway);
      expect(await fixture.loose()).toEqual([]);
      return (await Array.fromAsync(fixture.gateway.blobs.list(), ({ key }) => key)).toSorted();
    },
  };
}

const textsOf = (files: readonly Uint8Array[]) => files.map((file) => Buffer.from(file).toString());

function expectUnavailable({ status, json, headers, text }: Answer): void {
  expect([status, json.error.code]).toEqual([503, 'service_unavailable']);
  expect(headers.get('retry-after')).toBe('5');
  expect(text).not.toMatch(/E[A-Z]{3,}|\/tmp|fundgate/);
}

describe('a storage that fails on a write', () => {
  let files: Awaited<ReturnType<typeof openFiles>>;
  let fixture: UploadFixture;
  let blobs: EncryptedStore;
  beforeEach(async () => {
    files = await openFiles();
    fixture = files.fixture;
    blobs = fixture.gateway.blobs;
    expect((await files.upload(setOf('old'))).status).toBe(200);
  });
  afterEach(() => fixture.close());

  /** Fails on the nth put, before its bytes are stored or after. */
  function failOn(nth: number, when: 'before' | 'after'): void {
    let puts = 0;
    const put: EncryptedStore['put'] = async (key, body) => {
      puts += 1;
      const fails = puts === nth;
      if (!fails || when === 'after') await blobs.put(key, body);
      if (fails) throw storageError(Object.assign(new Error('The disk is gone.'), { code: 'EIO' }));
    };
    Object.assign(fixture.gateway, { blobs: { ...blobs, put } });
  }

  const turns = Array.from({ length: FILES }, (_, at) => at + 1);
  test.each(turns.flatMap((nth) => [[nth, 'before'] as const, [nth, 'after'] as const]))(
    'number %d, %s it stored the file, keeps the old set whole and nothing of the new',
    async (nth, when) => {
      const before = await files.ids();
      failOn(nth, when);
      expectUnavailable(await files.upload(setOf('new')));
      Object.assign(fixture.gateway, { blobs });
      // The one that may still be on its way is left to the sweep.
      expect(await fixture.loose()).toHaveLength(1);
      expect(await files.ids()).toEqual(before);
      expect(await files.texts()).toEqual(textsOf(setOf('old')));
      expect(await files.sweep()).toEqual(before);
      expect((await files.upload(setOf('new'))).status).toBe(200);
      expect(await files.texts()).toEqual(textsOf(setOf('new')));
      expect(await files.sweep()).toEqual(await files.ids());
    },
  );

  test('a commit that fails after all files were stored leaves none of them', async () => {
    const before = await files.ids();
    const { database } = fixture.gateway;
    const transaction = () => Promise.reject(new Error('The database is gone.'));
    Object.assign(fixture.gateway, { database: { ...database, transaction } });
    expect((await files.upload(setOf('new'))).status).toBe(500);
    Object.assign(fixture.gateway, { database });
    expect((await fixture.files()).toSorted()).toEqual(before);
    expect(await files.sweep()).toEqual(before);
  });

  test('a file in place of the folder is 503 too, until the folder is back', async () => {
    await rename(fixture.folder, `${fixture.folder}-away`);
    await writeFile(fixture.folder, '');
    expectUnavailable(await files.upload(setOf('new')));
    await rm(fixture.folder);
    await rename(`${fixture.folder}-away`, fixture.folder);
    expect(await files.texts()).toEqual(textsOf(setOf('old')));
    expect((await files.upload(setOf('new'))).status).toBe(200);
  });
});

const MiB = 1024 * 1024;
const canMount = isPossible(() => smallDisk('1m'));

test(
  'a full disk is 503, leaves the old set whole, and uploads work again when there is room',
  needsSmallDisk(canMount),
  async () => {
    using disk = smallDisk('8m');
    const folder = join(disk?.path ?? '', 'files');
    const filler = join(disk?.path ?? '', 'filler');
    const { fixture, ...files } = await openFiles({ STORAGE_URL: `fs:${folder}` });
    expect((await files.upload(setOf('old', 0.5 * MiB))).status).toBe(200);
    const before = await files.ids();
    await writeFile(filler, Buffer.alloc(4 * MiB));
    for (let turn = 0; turn < 3; turn += 1) {
      expectUnavailable(await files.upload(setOf('new', 0.8 * MiB)));
      expect((await filesIn(folder)).toSorted()).toEqual(before);
    }
    expect(await files.texts()).toEqual(textsOf(setOf('old', 0.5 * MiB)));
    await rm(filler);
    expect((await files.upload(setOf('new', 0.8 * MiB))).status).toBe(200);
    expect(await files.texts()).toEqual(textsOf(setOf('new', 0.8 * MiB)));
    expect(await files.sweep()).toEqual(await files.ids());
    await fixture.close();
  },
);

test(
  'a storage that may not be written to ends the start with a sentence',
  needs(isPossible(forbiddenFolder), 'This machine lets tests make no folder that root may not write to.'),
  async () => {
    using forbidden = forbiddenFolder();
    const start = openUploadFixture({ STORAGE_URL: `fs:${forbidden?.path}` });
    await expect(start).rejects.toThrow(/cannot be used: permission is denied/);
  },
);
