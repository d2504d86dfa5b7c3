import { type Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Tables } from '../../../src/engine/sql/tables.ts';
import { openStages } from '../../support/fixtures/settlement-stages.ts';
import { databaseWithPlans } from '../../support/postgres/plans-in-log.ts';

/** Subjects that PostgreSQL knows of, and their events; subjects that came since, with an event of each type. */
const [KNOWN, EVENTS, SINCE] = [200, 60, 5_000];
/** What is read of one settlement: its row, with former versions, and its own events. */
const READ_MAX = 40;

const OF_STEPS =
  /^update "(?:instant_settlement|servicing)" set .*select count\(\*\) as "recorded" from "event"/;

interface Inserted {
  readonly type: string;
  readonly subjects: number;
  readonly events: number;
}

const insertEvents = (db: Kysely<Tables>, { type, subjects, events }: Inserted): Promise<unknown> =>
  sql`insert into event (id, type, subject, sequence, actor, request_id, created_at, data, key, mac)
    select ${`evt_${type}`} || s || '_' || n, ${type}, ${`other/${type}`} || s, n + 1, 'key_other', 'req_other',
      '2026-01-01T00:00:00Z', '{}', 'key', 'mac'
    from generate_series(1, ${subjects}) s, generate_series(1, ${events}) n`.execute(db);

test('a change of a settlement counts its own events, and does not look at all events of its types', async () => {
  const own = await databaseWithPlans();
  const stages = await openStages({ review: 'manual' }, { DATABASE_URL: own.url });
  const { writes } = stages.gateway.database;
  const id = await stages.submit();
  await insertEvents(writes, { type: 'kyc.updated', subjects: KNOWN, events: EVENTS });
  await sql`analyze`.execute(writes);
  for (const type of ['funding.submitted', 'funding.approved', 'funding.accepted', 'funding.disbursed'])
    await insertEvents(writes, { type, subjects: SINCE, events: 1 });

  const read = await own.mostReadBy(async () => {
    for (const event of ['approve', 'accept', 'disburse'] as const) await stages.cause(event, id);
  }, OF_STEPS);
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThanOrEqual(READ_MAX);
  await stages.close();
  await own.drop();
});
