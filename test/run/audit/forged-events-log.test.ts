import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLogger } from '../../../src/engine/log/log.ts';
import { recordEvents } from '../../../src/trail/record/record.ts';
import { commandLine } from '../../../src/kernel/caller.ts';
import { startHousekeeping } from '../../../src/run/upkeep/housekeeping.ts';
import { startRelaying } from '../../../src/run/upkeep/relaying.ts';
import { allowEverything } from '../../support/fixtures/audit-fixture.ts';
import { openTestGateway, type TestGateway } from '../../support/gateway.ts';

const logged: Record<string, unknown>[] = [];
/** As quiet as an operator may make it who still wants to know of failures. */
const LOG = createLogger('error', { write: (line) => void logged.push(JSON.parse(line)) });

let fixture: TestGateway;
beforeEach(async () => {
  logged.length = 0;
  fixture = await openTestGateway();
  await allowEverything(fixture);
});
afterEach(() => fixture.close());

/** Records an event as the gateway does, and then takes its mark for another one. */
async function forge(): Promise<string> {
  const { database, auditKeys } = fixture.gateway;
  const happening = { type: 'partner.created', subject: 'partner/par_forged', partnerId: null } as const;
  return database.transaction(async (db) => {
    const about = { caller: commandLine, requestId: 'forged', now: new Date(), keys: auditKeys };
    const [event] = await recordEvents(db, [happening], about);
    await db
      .updateTable('event')
      .set({ mac: 'f'.repeat(64) })
      .execute();
    return event?.id ?? '';
  });
}

test('a log of failures alone tells of events that got no position', async () => {
  const first = await forge();
  await startRelaying(fixture.gateway, LOG).stop();
  const msg = 'refused a position to events that the gateway did not write';
  expect(logged).toMatchObject([{ level: 50, events: 1, first, msg }]);
});

test('and of events that got no checkpoint', async () => {
  const first = await forge();
  const { writes } = fixture.gateway.database;
  const { number, type, partner_id, subject } = await writes
    .selectFrom('event')
    .selectAll()
    .where('id', '=', first)
    .executeTakeFirstOrThrow();
  await writes
    .insertInto('feed')
    .values({ position: 1, event_number: number, type, partner_id, subject })
    .execute();
  await startHousekeeping(fixture.gateway, LOG).stop();
  const msg = 'refused a checkpoint to events that the gateway did not write';
  expect(logged).toMatchObject([{ level: 50, events: 1, first, msg }]);
});
