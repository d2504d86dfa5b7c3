import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import {
  approve,
  approvePending,
  openPeople,
  queueOf,
  refusePending,
} from '../../support/fixtures/people.ts';
import { onPostgres } from '../../support/postgres/databases.ts';

test('two people do one change once, whoever of two checkers is faster', async () => {
  const people = await openPeople('twoPeople: [{ operation: APPROVE, rule: ALWAYS }]');
  onTestFinished(() => people.close());
  const id = await people.submit();
  const { pending } = await approve(people.ann, id);
  const [bob, cat, again] = await Promise.all([
    approve(people.bob, id),
    approvePending(people.cat, pending.id),
    approve(people.ann, id),
  ]);
  const codes = [bob, cat].map(({ code }) => code);
  expect(codes.filter((code) => code === null)).toHaveLength(1);
  expect(['funding_status_invalid', 'conflict']).toContain(codes.find((code) => code !== null));
  expect([null, 'conflict', 'funding_status_invalid']).toContain(again.code);
  const trail = await people.trail();
  expect(trail.filter((type) => type === 'funding.approved')).toHaveLength(1);
  expect(trail.filter((type) => type === 'approval.requested')).toHaveLength(1);
  expect(trail.filter((type) => type === 'approval.approved')).toHaveLength(1);
  expect(await queueOf(people.bob)).toEqual([]);
});

test.runIf(onPostgres())(
  'if two people refuse a change that both still see waiting, one is too late',
  async () => {
    const people = await openPeople('twoPeople: [{ operation: APPROVE, rule: ALWAYS }]');
    onTestFinished(() => people.close());
    const { pending } = await approve(people.ann, await people.submit());
    const { database } = people.gateway;
    const isWaiting = sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
    const refused = await database.transaction(async (db) => {
      await sql`select 1 from approval where id = ${pending.id} for update`.execute(db);
      const both = [people.bob, people.cat].map((person) => refusePending(person, pending.id));
      // Both have read the row, and wait to change it.
      await expect.poll(async () => (await isWaiting.execute(database.reads)).rows[0]?.count).toBe(2);
      return { both };
    });
    const codes = (await Promise.all(refused.both)).map(({ code }) => code);
    expect(codes.toSorted()).toEqual(['conflict', null]);
    const trail = await people.trail();
    expect(trail.filter((type) => type === 'approval.refused')).toHaveLength(1);
  },
);
