import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ExportFixture, openExports } from '../../pages/export/fixture.ts';
import { settlementBody } from '../../support/gateway.ts';
import { cpuMsOf, doKnownWork, threadCpuMs } from '../../support/measured/known-work.ts';

const SETTLEMENTS = 10;
/** As many as a settlement may have. */
const REPAYMENTS = 1_000;
const BULK = 500;
/** With a line for each payout. */
const LINES = SETTLEMENTS * (REPAYMENTS + 1);
const FILL_TIMEOUT_MS = 600_000;

/** The last pages against the first ones. Without an index of the order the last one takes a hundred times the first. */
const PAGE_RATIO_MAX = 2;
/** In pieces of known work of some 25 ms: another partner waits no longer than 100 ms. */
const HOLD_MAX = 4;

let fixture: ExportFixture;
/** The longest processor time of each bulk between two turns of the event loop, in pieces of known work. */
const holds: number[] = [];
beforeAll(async () => {
  fixture = await openExports({ LOG_LEVEL: 'silent', RATE_LIMIT: 'off' });
  const customer = await fixture.partner.completeCustomer();
  for (let at = 0; at < SETTLEMENTS; at += 1) {
    const id = await fund(customer);
    for (let done = 0; done < REPAYMENTS; done += BULK) holds.push(await holdOf(() => record(id, done)));
  }
}, FILL_TIMEOUT_MS);
afterAll(() => fixture.gateway.close());

async function fund(customer: string): Promise<string> {
  const { partner, admin } = fixture;
  const { json } = await partner.rest('POST', '/v1/instant-settlements', settlementBody(customer));
  const id = String(json.funding_id);
  await admin.graphql('mutation ($id: ID!) { approveInstantSettlement(id: $id) { status } }', { id });
  await partner.rest('PUT', `/v1/instant-settlements/${id}/decision`, { type: 'accept' });
  const sent = await admin.graphql(
    'mutation ($id: ID!) { disburseInstantSettlement(id: $id, reference: "payment 1") { status } }',
    { id },
  );
  expect(sent.json.data.disburseInstantSettlement).toEqual({ status: 'FUNDED' });
  return id;
}

async function record(id: string, first: number): Promise<void> {
  const items = Array.from({ length: BULK }, (_, at) => ({
    fundingId: id,
    amount: 1,
    source: 'TRANSFER',
    reference: `transfer ${first + at}`,
  }));
  const { json } = await fixture.admin.graphql(
    'mutation ($items: [RecordRepaymentsItem!]!) { recordRepayments(input: { items: $items }) { recorded } }',
    { items },
  );
  expect(json.data?.recordRepayments).toEqual({ recorded: BULK });
}

/** The longest processor time between two turns of the event loop while some work runs. */
async function holdOf(work: () => Promise<void>): Promise<number> {
  const known = await cpuMsOf(doKnownWork);
  const end = { isReached: false };
  let longest = 0;
  const watched = (async () => {
    while (!end.isReached) longest = Math.max(longest, await cpuMsOf(() => setImmediate()));
  })();
  await work();
  end.isReached = true;
  await watched;
  return longest / known;
}

const median = (all: readonly number[]): number =>
  all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN;

test('a bulk of 500 gives way, so that no one waits for it', () => {
  // The first ones compile the code.
  expect(median(holds.slice(2))).toBeLessThan(HOLD_MAX);
});

test('the last page of a statement of ten thousand lines takes as long as the first', async () => {
  const took: number[] = [];
  let [after, lines] = ['', 0];
  do {
    const before = threadCpuMs();
    const { json } = await fixture.partner.rest('GET', `/v1/statement?currency=HKD&limit=100${after}`);
    took.push(threadCpuMs() - before);
    lines += json.items.length;
    after = json.next_cursor === null ? '' : `&after=${json.next_cursor}`;
  } while (after !== '');
  expect(lines).toBe(LINES);
  // The second ten, because the first ones compile the code.
  expect(median(took.slice(-10)) / median(took.slice(10, 20))).toBeLessThan(PAGE_RATIO_MAX);
});
