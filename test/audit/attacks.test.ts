import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestGateway } from '../support/gateway.ts';
import { attacks } from './attacks.ts';
import { openAuditFixture, undone, verify } from '../support/fixtures/audit-fixture.ts';

/** Runs of each attack. */
const RUNS = 12;

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
  expect((await verify(fixture)).intact).toBe(true);
});
