import { afterAll, beforeAll, expect, test } from 'vitest';
import { readEventFeed } from '../../../src/event/event.operations.ts';
import { cursorAfter } from '../../../src/event/feed/feed-cursor.ts';
import { areEventsWaiting } from '../../../src/journal/give-positions.ts';
import { commandLine } from '../../../src/kernel/caller.ts';
import { execute } from '../../../src/pipeline/execute.ts';
import { createCustomers } from '../../support/fixtures/audit-fixture.ts';
import { openTestGateway, type TestGateway, type TestPartner } from '../../support/gateway.ts';
import { planOf } from '../../support/database/plan-of.ts';

let fixture: TestGateway;
let partner: TestPartner;
beforeAll(async () => {
  fixture = await openTestGateway();
  partner = await fixture.partner();
  await createCustomers(partner, 50);
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

test('the relay finds what waits by an index of nothing else', async () => {
  const { plan } = await planOf(fixture, async ({ database }) => ({
    view: await areEventsWaiting(database.reads),
  }));
  expect(plan).toEqual([expect.stringContaining('unsealed_event_unfed')]);
});
