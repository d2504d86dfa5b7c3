import { expect, test } from 'vitest';
import { JustMarked } from '../../src/journal/just-marked.ts';
import type { EventRow } from '../../src/journal/record.ts';

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
const markOf = (number: number): string => number.toString(16).padStart(7, '0').padEnd(64, 'e');

test('an event is known by its whole MAC, and once', () => {
  const events = new JustMarked();
  events.add({ mark: markOf(1), event: event('evt_1') });
  expect(events.take(markOf(2))).toBeUndefined();
  expect(events.take(markOf(1).replace(/e$/, 'd'))).toBeUndefined();
  expect(events.take('no MAC')).toBeUndefined();
  expect(events.take(markOf(1))?.id).toBe('evt_1');
  expect(events.take(markOf(1))).toBeUndefined();
});

test('of two events whose MACs begin alike the later one is known', () => {
  const events = new JustMarked();
  const other = markOf(1).replace(/e$/, 'd');
  events.add({ mark: markOf(1), event: event('evt_1') });
  events.add({ mark: other, event: event('evt_2') });
  expect(events.take(markOf(1))).toBeUndefined();
  expect(events.take(other)?.id).toBe('evt_2');
});

test('the oldest are forgotten when there are more than two thousand', () => {
  const events = new JustMarked();
  for (let at = 0; at < 2_003; at += 1) events.add({ mark: markOf(at), event: event(`evt_${at}`) });
  expect([0, 1, 2, 3].map((at) => events.take(markOf(at))?.id)).toEqual([
    undefined,
    undefined,
    undefined,
    'evt_3',
  ]);
  expect(events.take(markOf(2_002))?.id).toBe('evt_2002');
});
