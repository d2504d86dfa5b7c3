import { expect, test } from 'vitest';
import { runHousekeeping } from '../../../src/run/upkeep/housekeeping.ts';
import { approve, openPeople, queueOf } from '../../support/fixtures/people.ts';
import { openTestGateway } from '../../support/gateway.ts';
import { sharedDatabase } from '../../support/database/shared-database.ts';

const APPROVE = 'twoPeople: [{ operation: APPROVE, rule: ALWAYS }]';

test('what waits is there after a restart, and a second person approves it then', async () => {
  const database = await sharedDatabase();
  const stopped = await openPeople(APPROVE, { DATABASE_URL: database.url });
  const { ann, bob, now } = stopped;
  const id = await stopped.submit();
  const { pending } = await approve(ann, id);
  await stopped.close();
  const restarted = await openTestGateway({ DATABASE_URL: database.url }, now);
  const [annAgain, bobAgain] = [ann, bob].map(({ apiKey, ...who }) => ({
    ...who,
    ...restarted.withKey(apiKey),
  }));
  if (annAgain === undefined || bobAgain === undefined) throw new Error('Somebody is missing.');
  expect(await queueOf(bobAgain)).toEqual([pending.id]);
  expect((await approve(annAgain, id)).pending).toEqual(pending);
  expect(await approve(bobAgain, id)).toMatchObject({
    pending: null,
    data: { done: { id, status: 'APPROVED' } },
  });
  await restarted.close();
  await database.drop();
});

test('at most 1,000 changes wait at once', async () => {
  const people = await openPeople(APPROVE);
  const { writes } = people.gateway.database;
  const { pending } = await approve(people.ann, await people.submit());
  const row = await writes
    .selectFrom('approval')
    .selectAll()
    .where('id', '=', pending.id)
    .executeTakeFirstOrThrow();
  const copies = Array.from({ length: 999 }, (_, at) => ({ ...row, id: `${at}`, object_id: `${at}` }));
  for (const part of [copies.slice(0, 500), copies.slice(501)])
    await writes.insertInto('approval').values(part).execute();
  const id = await people.submit();
  expect((await approve(people.ann, id)).pending).not.toBeNull();
  expect(await approve(people.ann, await people.submit())).toMatchObject({
    code: 'limit_reached',
    pending: null,
  });
  await people.close();
});

test('amounts that count no longer are removed by the thousand', async () => {
  const people = await openPeople();
  const { reads, writes } = people.gateway.database;
  const old = { about: 'waive/', operator_id: 'opr_none', currency: 'HKD', amount: 1 };
  const rows = Array.from({ length: 2_001 }, (_, at) => ({
    ...old,
    id: `${at}`,
    moved_at: '2026-01-01T00:00:00Z',
  }));
  for (let at = 0; at < rows.length; at += 500)
    await writes
      .insertInto('recent_amount')
      .values(rows.slice(at, at + 500))
      .execute();
  const left = async () => (await reads.selectFrom('recent_amount').select('id').execute()).length;
  await runHousekeeping(people.gateway);
  expect(await left()).toBe(1);
  await runHousekeeping(people.gateway);
  expect(await left()).toBe(0);
  await people.close();
});

test('in a sandbox a partner plays alone what operators do together', async () => {
  const people = await openPeople(APPROVE, { SANDBOX: 'on' });
  const id = await people.submit();
  const played = await people.partner.rest('POST', `/v1/sandbox/instant-settlements/${id}/approve`, {});
  expect([played.status, played.json.status]).toEqual([200, 'approved']);
  const other = await people.submit();
  expect(await approve(people.ann, other)).toMatchObject({
    data: { done: { status: 'SUBMITTED' } },
    pending: { operation: 'APPROVE', maker: 'Ann' },
  });
  await people.close();
});
