import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLogger } from '../../../src/engine/log/log.ts';
import { enqueueForRelay } from '../../../src/trail/record/event-mac.ts';
import { recordEvents } from '../../../src/trail/record/record.ts';
import { commandLine } from '../../../src/kernel/caller.ts';
import { startHousekeeping } from '../../../src/run/upkeep/housekeeping.ts';
import { startRelaying } from '../../../src/run/upkeep/relaying.ts';
import { openTestGateway, type TestGateway } from '../../support/gateway.ts';

const logged: Record<string, unknown>[] = [];
/** As quiet as an operator may make it who still wants to know of failures. */
const LOG = createLogger('error', { write: (line) => void logged.push(JSON.parse(line)) });

let fixture: TestGateway;
beforeEach(async () => {
  logged.length = 0;
  fixture = await openTestGateway();
});
afterEach(() => fixture.close());

/** Records an event as the gateway does, and then takes its mark for another one. */
async function forge(): Promise<string> {
  const { database, auditKeys } = fixture.gateway;
  const happening = { type: 'partner.created', subject: 'partner/par_forged', partnerId: null } as const;
  return database.transaction(async (db) => {
    const about = { caller: commandLine, requestId: 'forged', now: new Date() };
    const events = await recordEvents(db, [happening], about);
    await enqueueForRelay(db, events, auditKeys);
    await db
      .updateTable('waiting_event')
      .set({ mac: 'f'.repeat(64) })
      .execute();
    return events[0]?.id ?? '';
  });
}

test('a log of failures alone tells of events that got no position', async () => {
  const first = await forge();
  await startRelaying(fixture.gateway, LOG).stop();
  const msg = 'refused a position to events that the gateway did not write';
  expect(logged).toMatchObject([{ level: 50, events: 1, first, msg }]);
});

test('and of those that got no checkpoint', async () => {
  const first = await forge();
  const { writes } = fixture.gateway.database;
  await writes.updateTable('waiting_event').set({ position: 1 }).where('event_id', '=', first).execute();
  await startHousekeeping(fixture.gateway, LOG).stop();
  const msg = 'refused a checkpoint to events that the gateway did not write';
  expect(logged).toMatchObject([{ level: 50, events: 1, first, msg }]);
});
