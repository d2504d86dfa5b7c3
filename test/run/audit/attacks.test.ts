import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestGateway } from '../../support/gateway.ts';
import { attacks } from './attacks.ts';
import { openAuditFixture, undone, verify } from '../../support/fixtures/audit-fixture.ts';
import { needsSqlite } from '../../support/needs.ts';
import { casesOf } from '../../support/wide-input.ts';

/** Runs of each attack. */
const RUNS = casesOf(2, 12);

let fixture: TestGateway;
beforeAll(async () => {
  fixture = await openAuditFixture();
});
afterAll(() => fixture.close());

test('a trail that was not touched is intact', async () => {
  const report = await verify(fixture);
  expect(report).toMatchObject({ intact: true, faults: 0, findings: [], checkpoints: 5 });
  expect(report.checkpointed_events).toBeGreaterThan(30);
  expect(report.waiting_events).toBe(4);
});

test.each(Object.entries(attacks))('%s is found, wherever it is', async (_, attack) => {
  const strike = fc.record({ a: fc.nat(1_000), b: fc.nat(1_000) });
  await fc.assert(
    fc.asyncProperty(strike, async (at) => {
      const report = await undone(fixture, async (db) => {
        await attack(db, at);
        return verify(fixture, db);
      });
      expect(report.intact).toBe(false);
      expect(report.faults).toBeGreaterThan(0);
    }),
    { numRuns: RUNS },
  );
});

test('all of these attacks were taken back', async () => {
  expect((await verify(fixture)).intact).toBe(true);
});

// Columns of PostgreSQL hold what their types say.
test.each([
  ['event', 'partner_id', sql`cast(partner_id as blob)`, 'event_edited'],
  ['checkpoint', 'events', sql`9223372036854775807`, 'checkpoint_list_changed'],
  ['api_key', 'mac', sql`cast(mac as blob)`, 'record_forged'],
  ['instant_settlement', 'mac', sql`cast(mac as blob)`, 'record_forged'],
])('a value of another type in %s.%s is found', needsSqlite(), async (table, column, value, fault) => {
  const { findings } = await undone(fixture, async (db) => {
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${value}`.execute(db);
    return verify(fixture, db);
  });
  expect(findings.map((each) => each.fault)).toContain(fault);
});
