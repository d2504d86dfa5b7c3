import { afterAll, beforeAll, expect, test } from 'vitest';
import { deriveKeys } from '../../../src/engine/crypto/keys.ts';
import { hasValidMac, proofOf, takeRecent } from '../../../src/trail/record/event-mac.ts';
import type { EventRow } from '../../../src/trail/record/event-row.ts';
import { openTestGateway, type TestGateway } from '../../support/gateway.ts';

let fixture: TestGateway;
beforeAll(async () => {
  fixture = await openTestGateway();
});
afterAll(() => fixture.close());

let made = 0;
const event = (): EventRow => ({
  id: `evt_${made++}`,
  type: 'customer.updated',
  subject: 'customer/cus_1',
  sequence: 3,
  partner_id: 'par_1',
  actor: 'key_1',
  request_id: 'test',
  created_at: '2026-03-01T10:00:00Z',
  data: '{"changed":["contact_name"]}',
});

/** The MAC of an event, as a command makes it. */
const macOf = (row: EventRow): string => proofOf(row, fixture.gateway.auditKeys).mac;

test.each([
  ['id', 'evt_other'],
  ['type', 'customer.created'],
  ['subject', 'customer/cus_2'],
  ['sequence', 4],
  ['partner_id', null],
  ['actor', 'key_2'],
  ['request_id', 'other'],
  ['created_at', '2026-03-01T10:00:01Z'],
  ['data', '{}'],
] as const)('an event whose %s changed after its MAC was made is not genuine', async (column, value) => {
  const row = event();
  const mac = macOf(row);
  const keys = fixture.gateway.auditKeys;
  expect(hasValidMac({ ...row, [column]: value }, mac, keys)).toBe(false);
  expect(hasValidMac({ ...row }, mac, keys)).toBe(true);
  // Asked again, when it is no longer remembered.
  expect(hasValidMac({ ...row, [column]: value }, mac, keys)).toBe(false);
  expect(hasValidMac({ ...row }, mac, keys)).toBe(true);
});

test('a MAC is of one event, and of the keys that made it', async () => {
  const [row, other] = [event(), event()];
  const [mac, otherMac] = [macOf(row), macOf(other)];
  const keys = fixture.gateway.auditKeys;
  expect(hasValidMac(row, otherMac, keys)).toBe(false);
  expect(hasValidMac(row, mac, deriveKeys([Buffer.alloc(32, 7)], 'audit'))).toBe(false);
  expect(hasValidMac(row, mac, keys)).toBe(true);
});

test('events whose MACs were just made are taken once, and only all together', async () => {
  const [row, other] = [event(), event()];
  const keys = fixture.gateway.auditKeys;
  const own = { id: row.id, mac: macOf(row) };
  const wrong = { id: row.id, mac: macOf(other) };
  const foreign = { id: 'evt_foreign', mac: 'f'.repeat(64) };
  expect(takeRecent([own, foreign], keys)).toBeNull();
  expect(takeRecent([own, wrong], keys)).toBeNull();
  expect(takeRecent([own, own], keys)).toBeNull();
  expect(takeRecent([own], keys)?.map((known) => known.event.id)).toEqual([row.id]);
  expect(takeRecent([own], keys)).toBeNull();
});
