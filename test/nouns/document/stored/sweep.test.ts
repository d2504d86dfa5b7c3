import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ORPHAN_GRACE_SECONDS } from '../../../../src/engine/blob/orphan-blobs.ts';
import type { EncryptedStore } from '../../../../src/engine/blob/encrypted/encrypted-store.ts';
import { runHousekeeping } from '../../../../src/run/upkeep/housekeeping.ts';
import { pdf } from '../../../support/gateway.ts';
import { openUploadFixture } from '../../../support/fixtures/upload-fixture.ts';
import type { UploadFixture } from '../../../support/fixtures/upload-fixture.ts';

let fixture: UploadFixture;
let customerId: string;
let now: number;
beforeEach(async () => {
  now = Date.parse('2026-03-04T05:06:07Z');
  fixture = await openUploadFixture({}, () => new Date(now));
  customerId = await fixture.customer();
});
afterEach(() => fixture.close());

const pass = (seconds: number) => void (now += seconds * 1000);

async function idsOf(type = 'nar1'): Promise<string[]> {
  return ((await fixture.list(customerId))[type] ?? []).map(({ document_id }) => document_id);
}

test('replaced bytes are removed after the grace period and not before; those in use never', async () => {
  await fixture.partner.upload(customerId, 'nar1', [pdf('old'), pdf('older')]);
  const old = await idsOf();
  await fixture.partner.upload(customerId, 'nar1', [pdf('new')]);
  const current = await idsOf();
  pass(ORPHAN_GRACE_SECONDS);
  await runHousekeeping(fixture.gateway);
  expect((await fixture.files()).toSorted()).toEqual([...old, ...current].toSorted());
  pass(1);
  await runHousekeeping(fixture.gateway);
  expect(await fixture.files()).toEqual(current);
  expect(await fixture.loose()).toEqual([]);
  pass(365 * 86_400);
  await runHousekeeping(fixture.gateway);
  const [id = ''] = current;
  const { url } = await fixture.retrieve(customerId, id);
  expect(await (await fixture.download(url)).text()).toBe(Buffer.from(pdf('new')).toString());
});

test('more than one batch is removed in one round', async () => {
  for (let turn = 0; turn < 15; turn += 1) {
    await fixture.partner.upload(
      customerId,
      'nar1',
      Array.from({ length: 10 }, () => pdf(String(turn))),
    );
  }
  pass(ORPHAN_GRACE_SECONDS + 1);
  await runHousekeeping(fixture.gateway);
  expect((await fixture.files()).toSorted()).toEqual((await idsOf()).toSorted());
});

test('a storage that cannot remove keeps the keys for the next round', async () => {
  await fixture.partner.upload(customerId, 'nar1', [pdf('old')]);
  await fixture.partner.upload(customerId, 'nar1', [pdf('new')]);
  pass(ORPHAN_GRACE_SECONDS + 1);
  const { blobs } = fixture.gateway;
  const remove = () => Promise.reject(new Error('The storage is gone.'));
  Object.assign(fixture.gateway, { blobs: { ...blobs, remove } });
  await expect(runHousekeeping(fixture.gateway)).rejects.toThrow('The storage is gone.');
  expect(await fixture.loose()).toHaveLength(1);
  Object.assign(fixture.gateway, { blobs });
  await runHousekeeping(fixture.gateway);
  expect(await fixture.files()).toEqual(await idsOf());
});

describe('an upload whose files were swept meanwhile is a conflict and leaves nothing', () => {
  const sweepLate = async () => {
    pass(ORPHAN_GRACE_SECONDS + 1);
    await runHousekeeping(fixture.gateway);
  };
  const swept = new Map<string, (store: EncryptedStore) => EncryptedStore['put']>([
    [
      'before its bytes are stored',
      (store) => async (key, body) => {
        await sweepLate();
        await store.put(key, body);
      },
    ],
    [
      'while its bytes are stored',
      (store) => (key, body) => {
        const slow = async function* () {
          yield* body;
          await expect.poll(fixture.files).not.toEqual([]);
          await sweepLate();
        };
        return store.put(key, slow());
      },
    ],
    [
      'after its bytes are stored',
      (store) => async (key, body) => {
        await store.put(key, body);
        await sweepLate();
      },
    ],
  ]);

  test.each([...swept])('%s', async (_when, putOver) => {
    const { blobs } = fixture.gateway;
    Object.assign(fixture.gateway, { blobs: { ...blobs, put: putOver(blobs) } });
    const { status, json } = await fixture.partner.upload(customerId, 'nar1', [pdf()]);
    Object.assign(fixture.gateway, { blobs });
    expect([status, json.error?.code]).toEqual([409, 'conflict']);
    expect(await fixture.files()).toEqual([]);
    expect(await fixture.loose()).toEqual([]);
    expect(await idsOf()).toEqual([]);
  });

  test('between its bytes and its transaction', async () => {
    const { database } = fixture.gateway;
    const late: typeof database = {
      ...database,
      async transaction(work) {
        Object.assign(fixture.gateway, { database });
        await sweepLate();
        return database.transaction(work);
      },
    };
    Object.assign(fixture.gateway, { database: late });
    const { status, json } = await fixture.partner.upload(customerId, 'nar1', [pdf()]);
    expect([status, json.error?.code]).toEqual([409, 'conflict']);
    expect([await fixture.files(), await fixture.loose()]).toEqual([[], []]);
  });
});
