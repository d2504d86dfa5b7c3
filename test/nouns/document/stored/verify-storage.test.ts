import { copyFile, stat, readFile, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { filesIn } from '../../../support/files-in.ts';
import { ORPHAN_GRACE_SECONDS } from '../../../../src/engine/blob/orphan-blobs.ts';
import { storageError } from '../../../../src/engine/blob/storage-error.ts';
import { verifyStorage } from '../../../../src/nouns/document/stored/verify-storage.ts';
import { pdf } from '../../../support/gateway.ts';
import { type Installation, OLD, openInstallation, populate } from '../../../support/installation.ts';

let installation: Installation;
let stored: string[];
beforeEach(async () => {
  installation = await openInstallation();
  await populate(installation, OLD);
  stored = (await filesIn(installation.files)).toSorted();
});
afterEach(() => installation[Symbol.asyncDispose]());

const verify = (...options: string[]) => installation.cli([OLD], 'storage', 'verify', ...options);
const pathOf = (key = '') => join(installation.files, key);

/** A file that no row names, last written so long ago. */
async function orphan(name: string, ageSeconds: number): Promise<void> {
  await writeFile(pathOf(name), 'orphan bytes');
  const then = new Date(Date.now() - ageSeconds * 1000);
  await utimes(pathOf(name), then, then);
}

test('a correct storage has no finding', async () => {
  const { code, out, err } = await verify();
  expect({ code, out }).toEqual({
    code: 0,
    out: expect.stringMatching(/^documents +blobs +missing .*\n9 +9 +0 +0 +0 +0 +0\n$/),
  });
  expect(err).toBe('Documents compared with their bytes: 9\nBlobs looked up: 9\n');
  const { json } = await verify('--json');
  expect(json).toEqual({
    findings: [],
    summary: { documents: 9, blobs: 9, missing: 0, size: 0, content: 0, unreferenced: 0, removed: 0 },
  });
});

test('missing, shortened, damaged and orphaned bytes are listed, and only orphans are removed', async () => {
  const [missing = '', short = '', damaged = '', ...others] = stored;
  await rm(pathOf(missing));
  await truncate(pathOf(short), 1000);
  const bytes = await readFile(pathOf(damaged));
  bytes.writeUInt8(bytes.readUInt8(70_000) ^ 1, 70_000);
  await writeFile(pathOf(damaged), bytes);
  const sized = await Promise.all(others.map(async (key) => ({ key, size: (await stat(pathOf(key))).size })));
  const twins = Map.groupBy(sized, ({ size }) => size);
  const [swapped, twin] = [...twins.values()].find(({ length }) => length > 1) ?? [];
  await copyFile(pathOf(twin?.key), pathOf(swapped?.key));
  await orphan('doc_orphan', ORPHAN_GRACE_SECONDS + 10);
  await orphan('doc_cut.part', ORPHAN_GRACE_SECONDS + 10);
  await orphan('doc_young', ORPHAN_GRACE_SECONDS - 10);

  const first = await verify('--json');
  expect(first.code).toBe(1);
  expect(first.json.summary).toMatchObject({
    documents: 9,
    missing: 1,
    size: 1,
    content: 2,
    unreferenced: 2,
    removed: 0,
  });
  const problems = new Map(
    first.json.findings.map((each: { key: string; problem: string }) => [each.key, each.problem]),
  );
  expect(problems.get(missing)).toBe('missing');
  expect(problems.get(short)).toBe('size');
  expect(problems.get(damaged)).toBe('content');
  expect(problems.get(swapped?.key)).toBe('content');
  expect(problems.get('doc_orphan')).toBe('unreferenced');
  expect(problems.get('doc_cut')).toBe('unreferenced');
  expect(problems.has('doc_young')).toBe(false);
  expect(await filesIn(installation.files)).toHaveLength(11);

  const fixed = await verify('--fix');
  expect(fixed.code).toBe(1);
  expect(fixed.out).toContain('removed doc_orphan (12, ');
  expect(fixed.err).toContain(
    'Documents that are not as they were uploaded: 4. Restore their bytes from a backup.',
  );
  expect((await filesIn(installation.files)).toSorted()).toEqual(
    [...stored.slice(1), 'doc_young'].toSorted(),
  );
});

describe('a file that the storage cannot read', () => {
  const EIO = Object.assign(new Error('The disk is damaged.'), { code: 'EIO' });

  /** The findings if the first document fails so often, and the marker is read so. */
  async function findings(failures: number, marker?: () => Promise<string | null>) {
    const fixture = await installation.open(OLD);
    const { blobs } = fixture.gateway;
    let left = failures;
    const get: typeof blobs.get = async (address, range) => {
      if (address.key === stored[0] && left-- > 0) throw storageError(EIO);
      return blobs.get(address, range);
    };
    const found: unknown[] = [];
    const verified = verifyStorage({
      ...fixture.gateway,
      blobs: { ...blobs, get, ...(marker !== undefined && { marker }) },
      contents: true,
      fix: false,
      report: (finding) => found.push(finding),
      progress: () => {},
    });
    const { documents } = await verified.finally(() => fixture.close());
    return { found, documents };
  }

  test('is a finding, and those after it are compared', async () => {
    const [key] = stored;
    expect(await findings(Infinity)).toEqual({
      found: [{ problem: 'content', document_id: key, key }],
      documents: 9,
    });
  });

  test('is not reported if it can be read the next time', async () => {
    expect(await findings(1)).toEqual({ found: [], documents: 9 });
  });

  test('ends the verification if nothing else can be read either', async () => {
    await expect(findings(Infinity, () => Promise.reject(EIO))).rejects.toThrow('service_unavailable');
  });
});

test('if there are only orphans, --fix leaves no finding', async () => {
  await orphan('doc_orphan', ORPHAN_GRACE_SECONDS + 10);
  expect((await verify()).err).toContain('Blobs to which nothing refers: 1. --fix removes them.');
  expect((await verify('--fix')).code).toBe(0);
  expect((await verify()).code).toBe(0);
});

test('without contents only sizes are compared', async () => {
  const [damaged = ''] = stored;
  const bytes = await readFile(pathOf(damaged));
  bytes.writeUInt8(bytes.readUInt8(70_000) ^ 1, 70_000);
  await writeFile(pathOf(damaged), bytes);
  expect((await verify('--no-contents')).code).toBe(0);
  expect((await verify()).code).toBe(1);
});

test('bytes that were replaced or encrypted again wait for the sweep, and are no finding', async () => {
  const NEW = '0b'.repeat(32);
  await installation.cli([NEW, OLD], 'encryption', 'rotate');
  const long = new Date(Date.now() - 86_400_000);
  for (const key of await filesIn(installation.files)) await utimes(pathOf(key), long, long);
  const { code, json } = await installation.cli([NEW], 'storage', 'verify', '--json');
  expect([code, json.summary]).toEqual([
    0,
    expect.objectContaining({ documents: 9, blobs: 18, unreferenced: 0 }),
  ]);
});

test('a document that is replaced during the verification is not reported', async () => {
  const fixture = await installation.open(OLD);
  const { database, blobs, clock } = fixture.gateway;
  const [key = ''] = stored;
  const row = await database.reads
    .selectFrom('document')
    .selectAll()
    .where('id', '=', key)
    .executeTakeFirstOrThrow();
  const upload = () =>
    fixture.key(row.partner_id).then((own) => own.upload(row.customer_id, row.type, [pdf('newer')]));
  const findings: unknown[] = [];
  let replaced = false;
  const summary = await verifyStorage({
    database,
    blobs: {
      ...blobs,
      async size(asked) {
        if (asked === key && !replaced) {
          replaced = true;
          await upload();
          return null;
        }
        return blobs.size(asked);
      },
    },
    clock: () => new Date(clock().getTime() + 86_400_000),
    contents: true,
    fix: true,
    report: (finding) => void findings.push(finding),
    progress: () => {},
  });
  await fixture.close();
  expect(findings).toEqual([]);
  expect(summary).toMatchObject({ missing: 0, unreferenced: 0, removed: 0 });
});
