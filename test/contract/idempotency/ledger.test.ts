import { afterEach, beforeEach, expect, test } from 'vitest';
import { timestamp } from '../../../src/kernel/clock.ts';
import { runHousekeeping } from '../../../src/run/upkeep/housekeeping.ts';
import { watchStatements } from '../../support/database/plan-of.ts';
import { refuseWrites } from '../../support/database/refuse-writes.ts';
import { customerBody, openTestGateway, type TestGateway, type TestPartner } from '../../support/gateway.ts';
import { rowCounts } from '../../support/database/row-counts.ts';

const DAY_MS = 86_400_000;

let now: Date;
let fixture: TestGateway;
let partner: TestPartner;
beforeEach(async () => {
  now = new Date('2026-03-01T12:00:00Z');
  fixture = await openTestGateway({}, () => now);
  partner = await fixture.partner();
});
afterEach(() => fixture.close());

const post = (body: unknown = customerBody(), key = 'k') =>
  partner.rest('POST', '/v1/customers', body, { 'idempotency-key': key });
const kept = () => fixture.gateway.database.reads.selectFrom('idempotency_key').selectAll().execute();
const later = (ms: number) => {
  now = new Date(now.getTime() + ms);
};

test('a response is kept for 31 days and not a second longer', async () => {
  const first = await post();
  later(31 * DAY_MS - 1_000);
  expect((await post()).text).toBe(first.text);
  later(1_000);
  const after = await post();
  expect(after.headers.get('idempotent-replayed')).toBeNull();
  expect(after.json.customer_id).not.toBe(first.json.customer_id);
});

test('a key is used once in all days for which responses are kept: a retry on the next day is not a new request', async () => {
  const first = await post();
  later(DAY_MS);
  await post(customerBody(), 'another');
  await runHousekeeping(fixture.gateway);
  const again = await post();
  expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([first.text, 'true']);
  later(DAY_MS);
  expect((await post(customerBody({ company_name: 'Other' }))).json.error.code).toBe(
    'idempotency_key_reused',
  );
  expect(await kept()).toHaveLength(2);
});

test('an expired key can be used for another request', async () => {
  await post();
  later(31 * DAY_MS);
  expect((await post(customerBody({ company_name: 'Other' }))).status).toBe(200);
});

test('how long a response is kept can be configured', async () => {
  await fixture.close();
  fixture = await openTestGateway({ IDEMPOTENCY_DAYS: '1' }, () => now);
  partner = await fixture.partner();
  await post();
  later(DAY_MS);
  expect((await post()).headers.get('idempotent-replayed')).toBeNull();
});

test('housekeeping deletes expired responses and nothing else', async () => {
  for (let key = 0; key < 5; key += 1) await post(customerBody(), `old-${key}`);
  later(10 * DAY_MS);
  await post(customerBody(), 'young');
  later(21 * DAY_MS);
  await runHousekeeping(fixture.gateway);
  expect((await kept()).map(({ key }) => key)).toEqual(['young']);
});

test('the database itself refuses a second response for a key, at any later time', async () => {
  const { database } = fixture.gateway;
  await post();
  const [row] = await kept();
  const late = timestamp(new Date(now.getTime() + 3 * DAY_MS));
  const again = { owner: row?.owner ?? '', key: 'k', fingerprint: '', answer: '' as const, kept_at: late };
  await expect(database.writes.insertInto('idempotency_key').values(again).execute()).rejects.toThrow(
    /unique constraint/i,
  );
  expect(await kept()).toEqual([row]);
});

test('a batch of expired responses is deleted by one statement', async () => {
  const { database, ledger } = fixture.gateway;
  const kept_at = timestamp(new Date(now.getTime() - 31 * DAY_MS));
  const row = { owner: 'par_1', fingerprint: '', answer: '' as const, kept_at };
  const rows = Array.from({ length: 600 }, (_, n) => ({ ...row, key: `k${n}` }));
  await database.writes.insertInto('idempotency_key').values(rows).execute();
  const { statements, watch } = watchStatements(fixture);
  const writes = database.writes.withPlugin(watch);
  expect(await ledger.reap({ writes, rowLocks: database.rowLocks }, now)).toBe(500);
  expect(statements).toHaveLength(1);
  expect(await kept()).toHaveLength(100);
});

test('the stored response and the fingerprint are encrypted: no value of the request can be read in the table', async () => {
  const { text } = await post();
  const [row] = await kept();
  const stored = JSON.stringify(row);
  for (const value of Object.values(customerBody())) {
    if (String(value).length > 2) expect(stored).not.toContain(value);
  }
  expect(stored).not.toContain(text.slice(0, 30));
  expect(row?.answer).toMatch(/^v1\./);
  expect(row?.fingerprint).toMatch(/^[0-9a-f]{64}$/);
});

test('an encrypted response that is moved to another key does not decrypt', async () => {
  await post(customerBody(), 'one');
  await post(customerBody(), 'two');
  const [one] = await kept();
  await fixture.gateway.database.writes
    .updateTable('idempotency_key')
    .set({ answer: one?.answer ?? '' })
    .where('key', '=', 'two')
    .execute();
  const answer = await post(customerBody(), 'two');
  expect([answer.status, answer.json.error.code]).toEqual([500, 'internal_error']);
});

test('a change that fails keeps neither its record nor its key', async () => {
  const { database } = fixture.gateway;
  const accept = await refuseWrites(database.writes, 'insert', 'event');
  const before = await rowCounts(database.reads);
  expect((await post()).status).toBe(500);
  expect(await rowCounts(database.reads)).toEqual(before);
  await accept();
  const again = await post();
  expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, null]);
});

test('if the response cannot be kept, the change is not made', async () => {
  const { database } = fixture.gateway;
  await refuseWrites(database.writes, 'insert', 'idempotency_key');
  const before = await rowCounts(database.reads);
  expect((await post()).status).toBe(500);
  expect(await rowCounts(database.reads)).toEqual(before);
});
