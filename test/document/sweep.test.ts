import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { LOOSE_GRACE_SECONDS } from '../../src/blob/orphan-blobs.ts';
import type { SealedStore } from '../../src/blob/encrypted/encrypted-store.ts';
import { keepHouse } from '../../src/run/housekeeping.ts';
import { pdf } from '../support/gateway.ts';
import { openUploadWorld } from './upload-world.ts';
import type { UploadWorld } from './upload-world.ts';

let world: UploadWorld;
let customerId: string;
let now: number;
beforeEach(async () => {
  now = Date.parse('2026-03-04T05:06:07Z');
  world = await openUploadWorld({}, () => new Date(now));
  customerId = await world.customer();
});
afterEach(() => world.close());

const pass = (seconds: number) => void (now += seconds * 1000);

async function idsOf(type = 'nar1'): Promise<string[]> {
  return ((await world.list(customerId))[type] ?? []).map(({ document_id }) => document_id);
}

test('replaced bytes go after the grace period and not before; those in use never', async () => {
  await world.partner.upload(customerId, 'nar1', [pdf('old'), pdf('older')]);
  const old = await idsOf();
  await world.partner.upload(customerId, 'nar1', [pdf('new')]);
  const current = await idsOf();
  pass(LOOSE_GRACE_SECONDS);
  await keepHouse(world.gateway);
  expect((await world.files()).toSorted()).toEqual([...old, ...current].toSorted());
  pass(1);
  await keepHouse(world.gateway);
  expect(await world.files()).toEqual(current);
  expect(await world.loose()).toEqual([]);
  pass(365 * 86_400);
  await keepHouse(world.gateway);
  const [id = ''] = current;
  const { url } = await world.retrieve(customerId, id);
  expect(await (await world.download(url)).text()).toBe(Buffer.from(pdf('new')).toString());
});

test('more than one batch goes in one round', async () => {
  for (let turn = 0; turn < 15; turn += 1) {
    await world.partner.upload(
      customerId,
      'nar1',
      Array.from({ length: 10 }, () => pdf(String(turn))),
    );
  }
  pass(LOOSE_GRACE_SECONDS + 1);
  await keepHouse(world.gateway);
  expect((await world.files()).toSorted()).toEqual((await idsOf()).toSorted());
});

test('a storage that cannot remove keeps the keys for the next round', async () => {
  await world.partner.upload(customerId, 'nar1', [pdf('old')]);
  await world.partner.upload(customerId, 'nar1', [pdf('new')]);
  pass(LOOSE_GRACE_SECONDS + 1);
  const { blobs } = world.gateway;
  const remove = () => Promise.reject(new Error('The storage is gone.'));
  Object.assign(world.gateway, { blobs: { ...blobs, remove } });
  await expect(keepHouse(world.gateway)).rejects.toThrow('The storage is gone.');
  expect(await world.loose()).toHaveLength(1);
  Object.assign(world.gateway, { blobs });
  await keepHouse(world.gateway);
  expect(await world.files()).toEqual(await idsOf());
});

describe('an upload that a sweep came upon is a conflict and leaves nothing', () => {
  const sweepLate = async () => {
    pass(LOOSE_GRACE_SECONDS + 1);
    await keepHouse(world.gateway);
  };
  const swept = new Map<string, (store: SealedStore) => SealedStore['put']>([
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
          await vi.waitFor(async () => expect(await world.files()).not.toEqual([]));
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
    const { blobs } = world.gateway;
    Object.assign(world.gateway, { blobs: { ...blobs, put: putOver(blobs) } });
    const { status, json } = await world.partner.upload(customerId, 'nar1', [pdf()]);
    Object.assign(world.gateway, { blobs });
    expect([status, json.error?.code]).toEqual([409, 'conflict']);
    expect(await world.files()).toEqual([]);
    expect(await world.loose()).toEqual([]);
    expect(await idsOf()).toEqual([]);
  });

  test('between its bytes and its transaction', async () => {
    const { database } = world.gateway;
    const late: typeof database = {
      ...database,
      async transaction(work) {
        Object.assign(world.gateway, { database });
        await sweepLate();
        return database.transaction(work);
      },
    };
    Object.assign(world.gateway, { database: late });
    const { status, json } = await world.partner.upload(customerId, 'nar1', [pdf()]);
    expect([status, json.error?.code]).toEqual([409, 'conflict']);
    expect([await world.files(), await world.loose()]).toEqual([[], []]);
  });
});
