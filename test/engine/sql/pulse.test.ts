import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../../src/engine/sql/database.ts';
import { createPulse } from '../../../src/engine/sql/pulse.ts';
import { beatsByHand } from '../../support/beats-by-hand.ts';
import { sharedDatabase } from '../../support/database/shared-database.ts';
import { openTestGateway, type TestGateway } from '../../support/gateway.ts';

const shared = await sharedDatabase();
let one: TestGateway;
let other: TestGateway;
beforeAll(async () => {
  one = await openTestGateway({ DATABASE_URL: shared.url });
  other = await openTestGateway({ DATABASE_URL: shared.url });
});
afterAll(async () => {
  await one.close();
  await other.close();
  await shared.drop();
});

let hand: ReturnType<typeof beatsByHand>;
beforeEach(() => (hand = beatsByHand()));
afterEach(() => hand.restore());

const stamp = () => one.gateway.database.stamp();
/** Polled, because on PostgreSQL the stamp also differs after a transaction of another database, such as another test's. */
const isSameAgain = async () => (await stamp()) === (await stamp());
const write = ({ gateway }: TestGateway, id: string) =>
  gateway.database.writes.insertInto('gateway_process').values({ id, seen_at: 'x' }).execute();

/** What a pulse tells at each beat. */
function toldBy(database: Pick<Database, 'stamp'>) {
  const told: boolean[] = [];
  const unlisten = createPulse(database).listen((mayHaveChanged) => void told.push(mayHaveChanged));
  return {
    told,
    unlisten,
    async beat(): Promise<boolean | undefined> {
      const before = told.length;
      hand.beat();
      await expect.poll(() => told.length).toBe(before + 1);
      return told.at(-1);
    },
  };
}

test('the stamp of a database is the same until any process commits', async () => {
  const first = await stamp();
  expect(first).not.toBeNull();
  await expect.poll(isSameAgain).toBe(true);
  await write(one, 'own');
  const afterOwn = await stamp();
  expect(afterOwn).not.toBe(first);
  await expect.poll(isSameAgain).toBe(true);
  await write(other, 'of another process');
  expect(await stamp()).not.toBe(afterOwn);
});

test('the stamp differs when a transaction commits that had begun before the last one', async () => {
  const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const ended = other.gateway.database.transaction(async (tx) => {
    await tx.insertInto('gateway_process').values({ id: 'slow', seen_at: 'x' }).execute();
    begun.resolve();
    await end.promise;
  });
  await begun.promise;
  await expect.poll(isSameAgain).toBe(true);
  const before = await stamp();
  end.resolve();
  await ended;
  expect(await stamp()).not.toBe(before);
});

test('a beat tells whether anything may have been committed since the one before', async () => {
  const { beat, unlisten } = toldBy(one.gateway.database);
  expect(await beat()).toBe(true);
  await expect.poll(beat).toBe(false);
  await write(other, 'between two beats');
  expect(await beat()).toBe(true);
  await expect.poll(beat).toBe(false);
  unlisten();
});

test('if the database tells nothing, or does not respond, each beat tells that anything may have changed', async () => {
  let answer: () => Promise<string | null> = async () => null;
  const { beat, told, unlisten } = toldBy({ stamp: () => answer() });
  expect([await beat(), await beat()]).toEqual([true, true]);
  answer = () => Promise.reject(new Error('It fails.'));
  expect([await beat(), await beat()]).toEqual([true, true]);
  const late = Promise.withResolvers<string>();
  answer = () => late.promise;
  // The first one waits for its stamp.
  hand.beat();
  expect([await beat(), await beat()]).toEqual([true, true]);
  late.resolve('late');
  await expect.poll(() => told.length).toBe(7);
  answer = async () => 'late';
  expect(await beat()).toBe(false);
  unlisten();
});
