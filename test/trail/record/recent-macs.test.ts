import { expect, test } from 'vitest';
import { RecentMacs } from '../../../src/trail/record/recent-macs.ts';
import type { EventRow } from '../../../src/trail/record/event-row.ts';

const event = (id: string): EventRow => ({
  id,
  type: 'customer.updated',
  subject: 'customer/cus_1',
  sequence: 1,
  partner_id: 'par_1',
  actor: 'key_1',
  request_id: 'test',
  created_at: '2026-03-01T10:00:00Z',
  data: '{}',
});
const macOf = (number: number): string => number.toString(16).padStart(7, '0').padEnd(64, 'e');

test('an event is known by its whole MAC, and once', () => {
  const events = new RecentMacs();
  events.add({ mac: macOf(1), event: event('evt_1') });
  expect(events.take(macOf(2))).toBeUndefined();
  expect(events.take(macOf(1).replace(/e$/, 'd'))).toBeUndefined();
  expect(events.take('no MAC')).toBeUndefined();
  expect(events.take(macOf(1))?.id).toBe('evt_1');
  expect(events.take(macOf(1))).toBeUndefined();
});

test('of two events whose MACs begin alike the later one is known', () => {
  const events = new RecentMacs();
  const other = macOf(1).replace(/e$/, 'd');
  events.add({ mac: macOf(1), event: event('evt_1') });
  events.add({ mac: other, event: event('evt_2') });
  expect(events.take(macOf(1))).toBeUndefined();
  expect(events.take(other)?.id).toBe('evt_2');
});

test('the oldest are forgotten when there are more than two thousand', () => {
  const events = new RecentMacs();
  for (let at = 0; at < 2_003; at += 1) events.add({ mac: macOf(at), event: event(`evt_${at}`) });
  expect([0, 1, 2, 3].map((at) => events.take(macOf(at))?.id)).toEqual([
    undefined,
    undefined,
    undefined,
    'evt_3',
  ]);
  expect(events.take(macOf(2_002))?.id).toBe('evt_2002');
});
