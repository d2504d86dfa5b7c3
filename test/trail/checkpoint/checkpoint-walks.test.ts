import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkpointEvents } from '../../../src/trail/checkpoint/checkpoint-events.ts';
import { proofOf } from '../../../src/trail/record/event-mac.ts';
import { planOf } from '../../support/database/plan-of.ts';
import { checkpointAll, createCustomers } from '../../support/fixtures/audit-fixture.ts';
import { openTestGateway, type TestGateway } from '../../support/gateway.ts';
import { onPostgres } from '../../support/postgres/databases.ts';

/** More than PostgreSQL would rather read all of. */
const ROWS = 5_000;

let fixture: TestGateway;
beforeAll(async () => {
  fixture = await openTestGateway();
  const keys = fixture.gateway.auditKeys;
  const { writes } = fixture.gateway.database;
  for (let start = 0; start < ROWS; start += 500) {
    const events = Array.from({ length: 500 }, (_, at) => {
      const event = {
        id: `evt_${start + at}`,
        type: 'partner.updated',
        subject: `partner/par_${start + at}`,
        sequence: 1,
        partner_id: null,
        actor: 'cli',
        request_id: 'walks',
        created_at: '2026-01-01T00:00:00Z',
        data: '{}',
      };
      return { ...event, ...proofOf(event, keys) };
    });
    await writes.insertInto('event').values(events).execute();
  }
  await checkpointAll(fixture);
  if (onPostgres()) await sql`analyze`.execute(writes);
});
afterAll(() => fixture.close());

test('a checkpoint is made without a look at all events that have one', async () => {
  await createCustomers(await fixture.partner(), 3);
  const { database } = fixture.gateway;
  const inOne = { ...database, reads: database.writes, readsOf: () => database.writes };
  const { plan } = await planOf({ ...fixture, gateway: { ...fixture.gateway, database: inOne } }, (gateway) =>
    checkpointEvents({
      ...gateway,
      database: { ...gateway.database, rowLocks: false, transaction: (work) => work(gateway.database.reads) },
    }).then((view) => ({ view })),
  );
  expect(plan.join('\n')).toMatch(/feed_pkey|feed USING INTEGER PRIMARY KEY/);
  expect(plan.join('\n')).not.toMatch(/Seq Scan on (?:event|feed)\b|SCAN event\b/);
});
