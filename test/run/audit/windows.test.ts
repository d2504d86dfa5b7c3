import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyWaiting } from '../../../src/run/audit/verify-waiting.ts';
import { createFindings } from '../../../src/trail/checkpoint/findings.ts';
import { createCustomers, undone } from '../../support/fixtures/audit-fixture.ts';
import { openTestGateway, type TestGateway } from '../../support/gateway.ts';

/** The greatest and the least number that both databases hold. No number of JavaScript is equal to the greatest. */
const [MOST, LEAST] = ['9223372036854775807', '-9223372036854775808'];

let fixture: TestGateway;
beforeAll(async () => {
  fixture = await openTestGateway();
  const partner = await fixture.partner();
  await fixture.relay();
  await createCustomers(partner, 3);
});
afterAll(() => fixture.close());

test.each([1, 2, 4, 5, 6, 7, 10_000])(
  'an audit with windows of %d events finds each event that waits, once',
  async (rows) => {
    const findings = createFindings();
    const { database, auditKeys } = fixture.gateway;
    expect(await verifyWaiting(database.reads, auditKeys, findings, rows)).toBe(6);
    expect(findings.listed).toEqual([]);
  },
);

test.each([MOST, LEAST])('a forged event with the number %s is found, and the audit ends', async (number) => {
  const found = await undone(fixture, async (db) => {
    const columns = 'type, subject, sequence, partner_id, actor, request_id, created_at, data, key, mac';
    await sql`insert into event (number, id, ${sql.raw(columns)})
      select ${sql.raw(number)}, 'evt_forged', ${sql.raw(columns.replace('subject', `'customer/cus_forged'`))}
      from event where sequence = 1 order by number limit 1`.execute(db);
    const findings = createFindings();
    await verifyWaiting(db, fixture.gateway.auditKeys, findings, 2);
    return findings.listed;
  });
  expect(found).toMatchObject([{ fault: 'event_inserted', event: 'evt_forged' }]);
});
