import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerBody, openTestGateway, type TestGateway } from '../../support/gateway.ts';

const WRITERS = 256;
const READS = 20;
/** The most changes of one group. */
const GROUP_MAX = 32;

let fixture: TestGateway;
beforeAll(async () => {
  fixture = await openTestGateway();
});
afterAll(() => fixture.close());

test('while one partner creates as fast as it can, the reads of another wait for few of its changes', async () => {
  const [busy, quiet] = [await fixture.partner(), await fixture.partner()];
  const { json } = await quiet.rest('POST', '/v1/customers', customerBody());
  const until = { isOver: false };
  let created = 0;
  const writing = Array.from({ length: WRITERS }, async () => {
    while (!until.isOver) {
      expect((await busy.rest('POST', '/v1/customers', customerBody())).status).toBe(200);
      created += 1;
    }
  });
  const waits = { read: [0], health: [0] };
  const count = async (kind: keyof typeof waits, ask: () => Promise<{ readonly status: number }>) => {
    const before = created;
    expect((await ask()).status).toBe(200);
    waits[kind].push(created - before);
  };
  await expect.poll(() => created).toBeGreaterThan(0);
  for (let turn = 0; turn < READS; turn += 1) {
    await count('health', () => fixture.fetch('GET', '/healthz'));
    await count('read', () => quiet.rest('GET', `/v1/customers/${json.customer_id}`));
  }
  until.isOver = true;
  await Promise.all(writing);
  expect(Math.max(...waits.health)).toBeLessThanOrEqual(GROUP_MAX);
  // A read on PostgreSQL takes a round trip, in which both groups that are under way may end, and the next ones; more of
  // them when the server waits for a core. A read that waited for all changes before it would wait for all writers.
  const reads = waits.read.toSorted((a, b) => a - b);
  expect(reads[READS * 0.5]).toBeLessThanOrEqual(4 * GROUP_MAX);
  expect(reads[READS * 0.9]).toBeLessThan(WRITERS);
});
