import { afterAll, beforeAll, expect, test } from 'vitest';
import { readEventFeed } from '../../../../src/nouns/event/event.operations.ts';
import { cursorAfter } from '../../../../src/nouns/event/feed-cursor.ts';
import { areEventsWaiting } from '../../../../src/trail/positions/unfed-events.ts';
import { commandLine } from '../../../../src/kernel/caller.ts';
import { execute } from '../../../../src/pipeline/execute.ts';
import { createCustomers } from '../../../support/fixtures/audit-fixture.ts';
import { openTestGateway, type TestGateway, type TestPartner } from '../../../support/gateway.ts';
import { planOf } from '../../../support/database/plan-of.ts';

let fixture: TestGateway;
let partner: TestPartner;
/** A subject with one event. */
let fed: string;
beforeAll(async () => {
  fixture = await openTestGateway();
  partner = await fixture.partner();
  const [customer] = await createCustomers(partner, 50);
  fed = `customer/${customer}`;
  await fixture.relay();
});
afterAll(() => fixture.close());

const after = cursorAfter(20);

test.each([
  ['partner', { after }, 'feed_partner (partner_id=? AND position>?'],
  ['partner', { after, types: ['kyc.created'] }, 'feed_partner (partner_id=? AND position>?'],
  ['partner', { after, subject: 'customer/cus_none' }, 'feed_subject (subject=? AND position>?'],
  ['operator', { after }, 'USING INTEGER PRIMARY KEY (rowid>?'],
  ['operator', { after, types: ['kyc.created'] }, 'USING INTEGER PRIMARY KEY (rowid>?'],
  ['operator', { after, subject: 'customer/cus_none' }, 'feed_subject (subject=? AND position>?'],
] as const)('a page for a %s with %j reads one index from its cursor on', async (role, input, index) => {
  const caller = role === 'operator' ? commandLine : { ...commandLine, role, partnerId: partner.partnerId };
  const { plan } = await planOf(fixture, (gateway) =>
    execute(gateway, readEventFeed, { caller, requestId: 'test', ids: {}, input }),
  );
  expect(plan).toContainEqual(expect.stringContaining(index));
  expect(plan.filter((line) => line.startsWith('SCAN event'))).toEqual([]);
  expect(plan.filter((line) => line.includes('TEMP B-TREE'))).toEqual([]);
});

test.each(['partner', 'operator'] as const)(
  'the first event of a subject is found for a %s by its number, which no index of the feed has',
  async (role) => {
    const caller = role === 'operator' ? commandLine : { ...commandLine, role, partnerId: partner.partnerId };
    const input = { subject: fed };
    const { plan, view } = await planOf(fixture, (gateway) =>
      execute(gateway, readEventFeed, { caller, requestId: 'test', ids: {}, input }),
    );
    expect(view.items.map(({ event }) => event.sequence)).toEqual([1]);
    expect(plan).toContainEqual(expect.stringContaining('event_subject_sequence (subject=? AND sequence=?)'));
    expect(plan).toContainEqual(expect.stringContaining('feed_event (event_number=?)'));
  },
);

test('the relay finds what waits among the last events, and looks up whether they have a position', async () => {
  const { plan } = await planOf(fixture, async ({ database }) => ({
    view: await areEventsWaiting(database.reads),
  }));
  expect(plan).toContain('SEARCH event USING INTEGER PRIMARY KEY (rowid>?)');
  expect(plan).toContain('SEARCH feed USING COVERING INDEX feed_event (event_number=?)');
  expect(plan.filter((line) => /^SCAN (?:event|feed)\b/.test(line))).toEqual([]);
});
