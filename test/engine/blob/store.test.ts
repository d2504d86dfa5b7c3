import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openBlobStore } from '../../../src/engine/blob/store.ts';
import { failingAfter, inChunks } from '../../support/requests/bytes.ts';
import { forbiddenFolder, isPossible, smallDisk } from '../../support/database/harsh-disks.ts';
import { storeContract } from './store.contract.ts';
import { needs, needsSmallDisk } from '../../support/needs.ts';
import { openFilesIn } from '../../support/open-files.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fundgate-blob-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

storeContract('files', async () => openBlobStore(`fs:${join(folder, 'not', 'yet', 'there')}`));
storeContract('memory', async () => openBlobStore('memory:'));

test.each(['ftp://host/folder', 'constructor:', '', 'nonsense'])(
  'the storage URL %j is not known',
  async (url) => {
    await expect(openBlobStore(url)).rejects.toThrow(/^A storage URL begins with one of: .*\.$/);
  },
);

test('the storage URL fs: needs a folder', async () => {
  await expect(openBlobStore('fs:')).rejects.toThrow('needs the path of a folder');
});

describe('files', () => {
  const onePut = async () => (await openBlobStore(`fs:${folder}`)).put('doc:a', inChunks(Buffer.from('x')));

  test('are readable by their owner only', async () => {
    await onePut();
    expect((await stat(join(folder, 'doc'))).mode & 0o777).toBe(0o700);
    expect((await stat(join(folder, 'doc', 'a'))).mode & 0o777).toBe(0o600);
  });

  test('the rest of an interrupted write is listed, and removed with its key', async () => {
    const store = await openBlobStore(`fs:${folder}`);
    await onePut();
    await writeFile(join(folder, 'doc', 'b.part'), 'half of');
    expect(new Map(await Array.fromAsync(store.list(), ({ key, size }) => [key, size]))).toEqual(
      new Map([
        ['doc:a', 1],
        ['doc:b', null],
      ]),
    );
    expect(await store.get('doc:b')).toBeNull();
    await store.remove('doc:b');
    expect(await readdir(join(folder, 'doc'))).toEqual(['a']);
  });

  test('other files in the folder are no blobs', async () => {
    await mkdir(join(folder, 'lost+found'));
    await writeFile(join(folder, '.ping-1'), '');
    await writeFile(join(folder, 'README.md'), '');
    expect(await Array.fromAsync((await openBlobStore(`fs:${folder}`)).list())).toEqual([]);
  });

  test('a failed write leaves no file of any name', async () => {
    const store = await openBlobStore(`fs:${folder}`);
    await expect(store.put('a', failingAfter(1000, new Error('gone')))).rejects.toThrow('gone');
    expect(await readdir(folder)).toEqual([]);
  });

  test('a look at an absent folder creates nothing', async () => {
    const absent = join(folder, 'absent');
    const store = await openBlobStore(`fs:${absent}`);
    expect(await store.marker()).toBeNull();
    expect(await store.size('a')).toBeNull();
    await expect(store.ping()).rejects.toThrow('ENOENT');
    await expect(stat(absent)).rejects.toThrow('ENOENT');
  });

  test('a folder whose disk is not mounted any more takes nothing and loses nothing, until it is back', async () => {
    const [mounted, away] = [join(folder, 'files'), join(folder, 'away')];
    const store = await openBlobStore(`fs:${mounted}`);
    await store.mark('of-a-database');
    await store.put('doc:a', inChunks(Buffer.from('x')));
    await rename(mounted, away);
    for (const isThere of [false, true]) {
      if (isThere) await mkdir(mounted);
      await expect(store.put('doc:b', inChunks(Buffer.from('y')))).rejects.toMatchObject({
        code: 'service_unavailable',
      });
      await expect(store.get('doc:a')).rejects.toMatchObject({ code: 'service_unavailable' });
      await expect(store.size('doc:a')).rejects.toMatchObject({ code: 'service_unavailable' });
      // Else what was to be removed would come back with the disk, and a backup would be one of no files.
      await expect(store.remove('doc:a')).rejects.toMatchObject({ code: 'service_unavailable' });
      await expect(Array.fromAsync(store.list())).rejects.toThrow('ENOENT');
      await expect(store.ping()).rejects.toThrow(/./);
    }
    expect(await readdir(mounted)).toEqual([]);
    await rm(mounted, { recursive: true });
    await rename(away, mounted);
    await store.ping();
    await store.put('doc:b', inChunks(Buffer.from('y')));
    expect([await store.size('doc:a'), await store.get('doc:c')]).toEqual([1, null]);
  });

  test('a folder that cannot be written to is an error, not a value', async () => {
    const file = join(folder, 'a-file');
    await writeFile(file, '');
    const store = await openBlobStore(`fs:${file}`);
    await expect(store.ping()).rejects.toThrow('ENOTDIR');
    await expect(store.marker()).rejects.toThrow('ENOTDIR');
    await expect(store.put('a', inChunks(Buffer.from('x')))).rejects.toMatchObject({
      code: 'service_unavailable',
      cause: { code: 'EEXIST' },
    });
  });

  const canMount = isPossible(() => smallDisk('1m'));

  test(
    'a disk without room takes no files, which is said in other words than silence',
    needsSmallDisk(canMount),
    async () => {
      using disk = smallDisk('1m');
      const store = await openBlobStore(`fs:${disk?.path}`);
      await expect(store.put('a', inChunks(Buffer.alloc(2 * 1024 * 1024)))).rejects.toMatchObject({
        code: 'service_unavailable',
        problems: [{ says: 'The file storage takes no files; nothing was changed.' }],
        cause: { code: 'ENOSPC' },
      });
    },
  );

  const canForbid = isPossible(forbiddenFolder);

  test(
    'a folder without permission is an error',
    needs(canForbid, 'This machine lets tests make no folder that root may not write to.'),
    async () => {
      using forbidden = forbiddenFolder();
      const store = await openBlobStore(`fs:${forbidden?.path}`);
      const denied = { code: expect.stringMatching(/^(?:EACCES|EPERM)$/) };
      await expect(store.ping()).rejects.toMatchObject(denied);
      await expect(store.put('a', inChunks(Buffer.from('x')))).rejects.toMatchObject({
        code: 'service_unavailable',
        cause: denied,
      });
    },
  );

  test('no open file is left behind', async () => {
    const store = await openBlobStore(`fs:${folder}`);
    await onePut();
    for (let round = 0; round < 20; round += 1) {
      await expect(store.put(`b${round}`, failingAfter(1000, new Error('gone')))).rejects.toThrow('gone');
      await (await store.get('doc:a'))?.cancel();
      await store.get('doc:a').then((stream) => stream && Array.fromAsync(stream));
    }
    expect(await openFilesIn(folder)).toEqual([]);
  });
});

test('brief chunks have the bytes of the file, each until the next one is asked for, in the memory of two', async () => {
  const store = await openBlobStore(`fs:${folder}`);
  const bytes = randomBytes(1_500_000);
  await store.put('doc:brief', inChunks(bytes));
  const read = async (chunks: 'brief' | 'lasting') => {
    const hash = createHash('sha256');
    const memory = new Set<ArrayBufferLike>();
    for await (const chunk of (await store.get('doc:brief', undefined, chunks)) ?? []) {
      hash.update(chunk);
      memory.add(chunk.buffer);
    }
    return { sha256: hash.digest('hex'), buffers: memory.size };
  };
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  expect(await read('brief')).toEqual({ sha256, buffers: 2 });
  expect(await read('lasting')).toEqual({ sha256, buffers: expect.toSatisfy((count) => count > 2) });
});
