import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../../../src/app.ts';
import { createLogger } from '../../../src/engine/log/log.ts';
import { noting } from '../../support/database/noting.ts';
import { DAY_MS, openRepayments, type Repayments } from './fixture.ts';

let fixture: Repayments;
let together: string;
let oneByOne: string;
let closed: string;
beforeAll(async () => {
  fixture = await openRepayments();
  [together, oneByOne, closed] = [
    await fixture.bring('funded'),
    await fixture.bring('funded'),
    await fixture.bring('funded'),
  ];
  // The payouts were on the first of March.
  fixture.wait(27 * DAY_MS);
});
afterAll(() => fixture.close());

const RECORD = `mutation ($input: RecordRepaymentsInput!) {
  done: recordRepayments(input: $input) { recorded refused }
}`;
const itemsOf = (fundingId: string, facts: readonly Readonly<Record<string, unknown>>[]) =>
  facts.map((fact) => ({ fundingId, ...fixture.input(fact) }));

describe('a bulk', () => {
  test('with late facts closes each settlement on the day on which single records close it', async () => {
    // Paid in full, then again what was paid before: the day moves back, stays, and moves back further.
    const facts = [
      ['2026-03-20', 500_000],
      ['2026-03-25', 502_000],
      ['2026-03-22', 100_000],
      ['2026-03-10', 300_000],
      ['2026-03-26', 7],
      ['2026-03-12', 400_000],
      ['2026-03-11', 302_000],
      ['2026-03-09', 3],
    ].map(([receivedOn, amount]) => ({ receivedOn, amount }));
    const items = itemsOf(together, facts);
    const { json } = await fixture.operator.graphql(RECORD, { input: { items } });
    expect(json.data.done).toEqual({ recorded: facts.length, refused: 0 });
    const days: string[] = [];
    for (const fact of facts) {
      expect((await fixture.record(oneByOne, fact)).error).toBeNull();
      days.push((await fixture.read(oneByOne)).servicing.closed_on);
    }
    expect(days).toEqual([
      null,
      '2026-03-25',
      '2026-03-25',
      '2026-03-25',
      '2026-03-25',
      '2026-03-20',
      '2026-03-12',
      '2026-03-12',
    ]);
    expect((await fixture.read(together)).servicing).toEqual((await fixture.read(oneByOne)).servicing);
  });

  test('with many late facts reads the entries of a settlement once', async () => {
    expect((await fixture.record(closed, { amount: 1_002_000, receivedOn: '2026-03-25' })).error).toBeNull();
    const late = Array.from({ length: 20 }, () => ({ amount: 5, receivedOn: '2026-03-20' }));
    const items = itemsOf(closed, late);
    const said: string[] = [];
    const app = createApp(
      { ...fixture.gateway, database: noting(fixture.gateway.database, said) },
      fixture.config,
      createLogger('silent'),
    );
    const { status } = await app.fetch(
      new Request('http://gateway.test/graphql', {
        method: 'POST',
        headers: { authorization: fixture.operator.authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ query: RECORD, variables: { input: { items } } }),
      }),
    );
    expect(status).toBe(200);
    expect((await fixture.settlement(closed)).repayments.totalCount).toBe(21);
    expect(said.filter((text) => text.startsWith('select * from ledger_entry'))).toHaveLength(1);
  });
});
