import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { givePositions } from '../../../src/trail/positions/give-positions.ts';
import { settle } from '../../../src/trail/positions/settle.ts';
import { planOf } from '../../support/database/plan-of.ts';
import { createCustomers } from '../../support/fixtures/audit-fixture.ts';
import { openTestGateway, type TestGateway } from '../../support/gateway.ts';
import { onPostgres } from '../../support/postgres/databases.ts';

/** More than PostgreSQL would rather read all of. */
const FED = 5_000;

let fixture: TestGateway;
beforeAll(async () => {
  fixture = await openTestGateway();
  const { writes } = fixture.gateway.database;
  for (let start = 0; start < FED; start += 500) {
    const numbers = Array.from({ length: 500 }, (_, at) => 1_000_000 + start + at);
    const events = numbers.map((number) => ({
      number,
      id: `evt_${number}`,
      type: 'partner.updated',
      subject: `partner/par_${number}`,
      sequence: 1,
      partner_id: null,
      actor: 'cli',
      request_id: 'walks',
      created_at: '2026-01-01T00:00:00Z',
      data: '{}',
      key: '',
      mac: '',
    }));
    await writes.insertInto('event').values(events).execute();
    const entries = numbers.map((number) => ({
      position: number,
      event_number: number,
      partner_id: null,
      type: 'partner.updated',
      subject: `partner/par_${number}`,
    }));
    await writes.insertInto('feed').values(entries).execute();
  }
  await settle(writes, 1_000_000 + FED - 1);
  if (onPostgres()) {
    await sql`alter sequence event_number_seq restart with ${sql.lit(1_000_000 + FED)}`.execute(writes);
    await sql`analyze`.execute(writes);
  }
});
afterAll(() => fixture.close());

test('events get positions without a look at all that have one', async () => {
  await createCustomers(await fixture.partner(), 3);
  const { database, auditKeys } = fixture.gateway;
  const onWriter = { ...fixture.gateway, database: { ...database, reads: database.writes } };
  const { plan, view } = await planOf({ ...fixture, gateway: onWriter }, async (gateway) => ({
    view: await givePositions(gateway.database.reads, auditKeys, new Date()),
  }));
  expect(view.fed.length).toBeGreaterThanOrEqual(6);
  expect(plan.join('\n')).toMatch(/event_pkey|event USING INTEGER PRIMARY KEY/);
  expect(plan.join('\n')).not.toMatch(/Seq Scan on (?:event|feed)\b|SCAN event\b/);
});
