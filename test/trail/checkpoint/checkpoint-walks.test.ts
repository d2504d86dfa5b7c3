import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkpointEvents } from '../../../src/trail/checkpoint/checkpoint-events.ts';
import { keyId } from '../../../src/engine/crypto/keys.ts';
import { planOf } from '../../support/database/plan-of.ts';
import { checkpointAll, createCustomers } from '../../support/fixtures/audit-fixture.ts';
import { openTestGateway, type TestGateway } from '../../support/gateway.ts';
import { onPostgres } from '../../support/postgres/databases.ts';

/** More than PostgreSQL would rather read all of. */
const ROWS = 5_000;

let fixture: TestGateway;
beforeAll(async () => {
  fixture = await openTestGateway();
  // Before the first one, the whole trail is looked at.
  await fixture.partner();
  await checkpointAll(fixture);
  const { writes } = fixture.gateway.database;
  const key = keyId(fixture.gateway.auditKeys[0]);
  for (let start = 0; start < ROWS; start += 1_000) {
    const numbers = Array.from({ length: 1_000 }, (_, at) => start + at);
    const waiting = numbers.map((at) => ({
      event_id: `evt_${at}`,
      key,
      mac: '',
      refused: 0,
      position: 1_000 + at,
    }));
    const checkpointed = numbers.map((at) => ({ event_id: `evt_${at}`, checkpoint: 0, hash: '' }));
    await writes.insertInto('waiting_event').values(waiting).execute();
    await writes.insertInto('checkpointed_event').values(checkpointed).execute();
  }
  if (onPostgres()) await sql`analyze`.execute(writes);
});
afterAll(() => fixture.close());

test('a checkpoint is made without a look at all that wait for one or that have one', async () => {
  await createCustomers(await fixture.partner(), 3);
  const { database } = fixture.gateway;
  const inOne = { ...database, reads: database.writes, readsOf: () => database.writes };
  const { plan } = await planOf({ ...fixture, gateway: { ...fixture.gateway, database: inOne } }, (gateway) =>
    checkpointEvents({
      ...gateway,
      database: { ...gateway.database, rowLocks: false, transaction: (work) => work(gateway.database.reads) },
    }).then((view) => ({ view })),
  );
  expect(plan.join('\n')).toMatch(/waiting_event_pkey|waiting_event USING INTEGER PRIMARY KEY/);
  expect(plan.join('\n')).not.toMatch(
    /Seq Scan on (?:un)?checkpointed_event|SCAN (?:un)?checkpointed_event(?! USING INDEX)/,
  );
});
