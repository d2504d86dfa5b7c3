import { afterAll, beforeEach, expect, test } from 'vitest';
import { customerBody, openTestGateway } from '../support/gateway.ts';

const fixture = await openTestGateway();
const partner = await fixture.partner();
let told: string[][] = [];
fixture.gateway.commits.listen((events) => void told.push(events.map(({ type }) => type)));

beforeEach(() => {
  told = [];
});
afterAll(() => fixture.close());

const create = (body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  partner.rest('POST', '/v1/customers', body, headers);

test('a listener gets the events of a change once, when they can be read', async () => {
  const { status } = await create(customerBody());
  expect(status).toBe(200);
  expect(told).toEqual([['customer.created', 'kyc.created']]);
});

test('a change that is refused and a query notify no listener', async () => {
  await create({});
  await partner.rest('GET', '/v1/customers');
  expect(told).toEqual([]);
});

test('a change with a key notifies when it is made, and not when its answer is sent again', async () => {
  const headers = { 'idempotency-key': 'once' };
  await create(customerBody(), headers);
  const { headers: again } = await create(customerBody(), headers);
  expect(again.get('idempotent-replayed')).toBe('true');
  expect(told).toHaveLength(1);
});

test('the log has a line for each committed event, by id and type', async () => {
  fixture.logged.length = 0;
  await create(customerBody());
  const lines = fixture.logged.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'committed');
  expect(lines.map(({ type }) => type)).toEqual(['customer.created', 'kyc.created']);
  for (const { event_id } of lines) expect(event_id).toMatch(/^evt_/);
});
