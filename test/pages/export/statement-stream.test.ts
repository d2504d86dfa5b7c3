import { afterAll, beforeAll, expect, test } from 'vitest';
import { commandLine } from '../../../src/kernel/caller.ts';
import { fund } from '../../support/fixtures/fund-together.ts';
import { type ExportFixture, openExports } from './fixture.ts';

const PAGE_ROWS = 100;
const PAGES = 15;
/** Fewer than `fund` may make in one transaction, far below its timeout also on a busy machine. */
const TOGETHER = 250;
/** What the streams between the list and the socket may hold: 64 KiB, of some 15 kB each page. */
const PAGES_AHEAD_MAX = 8;

let fixture: ExportFixture;
beforeAll(async () => {
  fixture = await openExports();
  const customer_id = await fixture.partner.completeCustomer();
  const one = { customer_id, currency: 'HKD', amount: 100_000, settlement_period: 30 };
  // Each payout is a line.
  for (let made = 0; made < PAGES * PAGE_ROWS; made += TOGETHER)
    await fund(
      fixture.gateway.gateway,
      commandLine,
      Array.from({ length: TOGETHER }, () => one),
    );
});
afterAll(() => fixture.gateway.close());

/** Waits until no more pages are read. */
async function settled(pages: () => number): Promise<number> {
  for (let before = -1; before !== pages();) {
    before = pages();
    for (let turn = 0; turn < 20; turn += 1) await fixture.gateway.fetch('GET', '/healthz');
  }
  return pages();
}

test('of a statement whose reader stops, few pages are read and held, and the rest when it reads on', async () => {
  const { partnerId } = fixture.partner;
  const path = await fixture.linkTo('partner-statement', { partnerId, currency: 'HKD' });
  const before = fixture.pagesRead();
  const pages = () => fixture.pagesRead() - before;
  const { body } = await fixture.follow(path);
  if (body === null) throw new Error('There is no file.');
  const reader = body.getReader();
  const parts = [(await reader.read()).value];
  expect(await settled(pages)).toBeLessThanOrEqual(PAGES_AHEAD_MAX);
  for (let part = await reader.read(); !part.done; part = await reader.read()) parts.push(part.value);
  expect(pages()).toBe(PAGES);
  const text = Buffer.concat(parts.map((part) => part ?? new Uint8Array())).toString();
  // The headings, and the balances at the beginning and at the end.
  expect(text.trimEnd().split('\r\n')).toHaveLength(PAGES * PAGE_ROWS + 3);
});
