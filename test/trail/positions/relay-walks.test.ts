import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { givePositions } from '../../../src/trail/positions/give-positions.ts';
import { planOf } from '../../support/database/plan-of.ts';
import { createCustomers } from '../../support/fixtures/audit-fixture.ts';
import { openTestGateway, type TestGateway } from '../../support/gateway.ts';
import { onPostgres } from '../../support/postgres/databases.ts';

/** More than PostgreSQL would rather read all of. */
const WAITING = 5_000;

let fixture: TestGateway;
beforeAll(async () => {
  fixture = await openTestGateway();
  const { writes } = fixture.gateway.database;
  for (let start = 0; start < WAITING; start += 1_000) {
    const rows = Array.from({ length: 1_000 }, (_, at) => ({
      event_id: `evt_${start + at}`,
      key: '',
      mac: '',
      refused: 0,
      position: 1_000_000 + start + at,
    }));
    await writes.insertInto('waiting_event').values(rows).execute();
  }
  if (onPostgres()) await sql`analyze`.execute(writes);
});
afterAll(() => fixture.close());

test('events get positions without a look at all that wait for a checkpoint', async () => {
  await createCustomers(await fixture.partner(), 3);
  const { database, auditKeys } = fixture.gateway;
  const onWriter = { ...fixture.gateway, database: { ...database, reads: database.writes } };
  const { plan, view } = await planOf({ ...fixture, gateway: onWriter }, async (gateway) => ({
    view: await givePositions(gateway.database.reads, auditKeys, new Date()),
  }));
  expect(view.fed.length).toBeGreaterThanOrEqual(6);
  expect(plan.join('\n')).toMatch(/waiting_event_unfed/);
  expect(plan.join('\n')).not.toMatch(
    /Seq Scan on waiting_event|SCAN waiting_event(?! USING INDEX waiting_event_unfed)/,
  );
});
