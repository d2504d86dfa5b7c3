import { expect, test } from 'vitest';
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
