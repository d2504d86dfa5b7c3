import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { EncryptedStore } from '../../../src/engine/blob/encrypted/encrypted-store.ts';
import { pdf } from '../../support/gateway.ts';
import { openUploadFixture } from '../../support/fixtures/upload-fixture.ts';
import type { UploadFixture } from '../../support/fixtures/upload-fixture.ts';

let fixture: UploadFixture;
let customerId: string;
beforeEach(async () => {
  fixture = await openUploadFixture();
  customerId = await fixture.customer();
});
afterEach(() => fixture.close());

const setOf = (name: number) => Array.from({ length: 3 }, (_, at) => pdf(`set ${name} file ${at}`));

async function idsOf(customer = customerId): Promise<string[]> {
  return ((await fixture.list(customer))['nar1'] ?? []).map(({ document_id }) => document_id);
}

/** The texts of the files of the type, and so which set it is. */
async function contents(): Promise<string[]> {
  const ids = await idsOf();
  const documents = await Promise.all(ids.map((id) => fixture.retrieve(customerId, id)));
  return Promise.all(documents.map(async ({ url }) => (await fixture.download(url)).text()));
}

const textsOf = (files: readonly Uint8Array[]) => files.map((bytes) => Buffer.from(bytes).toString());

test('readers see whole sets only while uploads replace them', async () => {
  await fixture.partner.upload(customerId, 'nar1', setOf(0));
  const sets = new Set([(await idsOf()).join()]);
  const seen = new Set<string>();
  const uploaded = new AbortController();
  const read = async () => {
    while (!uploaded.signal.aborted) {
      seen.add((await idsOf()).join());
      // Everything here runs in one process: without a pause the uploads would never get a turn.
      await setImmediate();
    }
  };
  const readers = [read(), read(), read()];
  for (let turn = 1; turn <= 15; turn += 1) {
    const { json } = await fixture.partner.upload(customerId, 'nar1', setOf(turn));
    sets.add(json.files.map(({ document_id }: { document_id: string }) => document_id).join());
  }
  uploaded.abort();
  await Promise.all(readers);
  expect(seen.size).toBeGreaterThan(1);
  expect([...seen].filter((ids) => !sets.has(ids))).toEqual([]);
});

test('after twenty uploads at once there are all files of one upload, and no others', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, turn) => fixture.partner.upload(customerId, 'nar1', setOf(turn))),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const answered = answers.map(({ json }) =>
    json.files.map(({ document_id }: { document_id: string }) => document_id),
  );
  const ids = await idsOf();
  expect(answered).toContainEqual(ids);
  expect(await contents()).toEqual(textsOf(setOf(answered.findIndex(([id]) => id === ids[0]))));
  expect(await fixture.loose()).toHaveLength(19 * 3);
  expect(await fixture.files()).toHaveLength(20 * 3);
});

test('a replaced document is gone, at its path and at its signed URL', async () => {
  await fixture.partner.upload(customerId, 'nar1', [pdf('old')]);
  const [id = ''] = await idsOf();
  const { url } = await fixture.retrieve(customerId, id);
  expect((await fixture.download(url)).status).toBe(200);
  await fixture.partner.upload(customerId, 'nar1', [pdf('new')]);
  expect((await fixture.download(url)).status).toBe(404);
  const again = await fixture.partner.rest('GET', `/v1/kyc/documents/${customerId}/${id}`);
  expect([again.status, again.json.error.code]).toEqual([404, 'resource_missing']);
  expect(await contents()).toEqual(textsOf([pdf('new')]));
});

test('a type is replaced, and no other', async () => {
  await fixture.partner.upload(customerId, 'nnc1', [pdf('other')]);
  const before = (await fixture.list(customerId))['nnc1'];
  await fixture.partner.upload(customerId, 'nar1', setOf(1));
  await fixture.partner.upload(customerId, 'nar1', [pdf('fewer')]);
  expect((await fixture.list(customerId))['nnc1']).toEqual(before);
  expect(await idsOf()).toHaveLength(1);
});

describe('the old set stays whole, and nothing of the new one is kept,', () => {
  beforeEach(async () => {
    expect((await fixture.partner.upload(customerId, 'nar1', setOf(0))).status).toBe(200);
  });
  afterEach(async () => {
    expect(await contents()).toEqual(textsOf(setOf(0)));
    expect(await fixture.files()).toHaveLength(3);
    expect(await fixture.loose()).toEqual([]);
  });

  const failing = (store: EncryptedStore, puts: number): EncryptedStore => {
    let turn = 0;
    return {
      ...store,
      async put(key, body) {
        turn += 1;
        if (turn < puts) return store.put(key, body);
        const half = async function* () {
          yield* body;
          throw new Error('The disk is full.');
        };
        return store.put(key, half());
      },
    };
  };

  test.each([1, 2, 3])('when the storage fails on file %i', async (puts) => {
    const { blobs } = fixture.gateway;
    Object.assign(fixture.gateway, { blobs: failing(blobs, puts) });
    const { status, json, text } = await fixture.partner.upload(customerId, 'nar1', setOf(1));
    Object.assign(fixture.gateway, { blobs });
    expect([status, json.error.code]).toEqual([500, 'internal_error']);
    expect(text).not.toContain('disk');
    expect(fixture.logged.join()).toContain('"msg":"failure"');
  });

  test('when the database fails within the transaction', async () => {
    const { database } = fixture.gateway;
    const broken: typeof database = {
      ...database,
      transaction: (work) =>
        database.transaction(async (db) => {
          await work(db);
          throw new Error('The database is gone.');
        }),
    };
    Object.assign(fixture.gateway, { database: broken });
    const { status, json } = await fixture.partner.upload(customerId, 'nar1', setOf(1));
    Object.assign(fixture.gateway, { database });
    expect([status, json.error.code]).toEqual([500, 'internal_error']);
  });
});

test('an upload that is committed succeeds even if the clean-up after it fails', async () => {
  const { blobs } = fixture.gateway;
  const remove = async () => {
    throw new Error('The storage is gone.');
  };
  Object.assign(fixture.gateway, { blobs: { ...blobs, remove } });
  const { status } = await fixture.partner.upload(customerId, 'nar1', setOf(1));
  expect(status).toBe(200);
  expect(await idsOf()).toHaveLength(3);
});
