import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openServicing } from '../settlement/servicing/fixture.ts';

let fixture: Awaited<ReturnType<typeof openServicing>>;
let id: string;
const LATE = '2026-04-02T02:00:00Z';

/**
 * Sent on 2 March. On 2 April the books of March are closed, and a payment of 20 March comes to light. Then one is
 * recorded on its day, and a day later one of the day before.
 */
beforeAll(async () => {
  fixture = await openServicing();
  id = await fixture.fund();
  fixture.onDay('2026-04-02');
  const { json } = await fixture.operator.graphql(
    'mutation { closeBooks(until: "2026-03-31") { booksClosedUntil } }',
  );
  expect(json.errors).toBeUndefined();
  await fixture.record(id, 2_000_000, '2026-03-20');
  fixture.onDay('2026-04-04');
  await fixture.record(id, 500, '2026-04-04');
  fixture.onDay('2026-04-05');
  await fixture.record(id, 1_000, '2026-04-03');
});
afterAll(() => fixture.close());

const read = async (query = '') =>
  (await fixture.partner.rest('GET', `/v1/instant-settlements/${id}/statement${query}`)).json;

interface Line {
  readonly effective_on: string;
  readonly posted_on: string;
  readonly recorded_at: string;
  readonly amount: number;
  readonly balance: number;
}
const shown = ({ items }: { readonly items: readonly Line[] }) =>
  items.map(({ posted_on, amount, balance }) => [posted_on, amount, balance]);

const ALL = [
  ['2026-03-02', 11_000_000, 11_000_000],
  ['2026-04-02', -2_000_000, 9_000_000],
  // It was recorded last, so it has the last balance.
  ['2026-04-03', -1_000, 8_998_500],
  ['2026-04-04', -500, 8_999_500],
];

test('lines are in the order of the books, and each keeps the balance of its recording', async () => {
  const whole = await read();
  expect(shown(whole)).toEqual(ALL);
  expect(whole.closing_balance).toBe('8998500');
  expect(whole.items[1]).toMatchObject({ effective_on: '2026-03-20', recorded_at: LATE });
  const paged: Line[] = [];
  for (let after = ''; ;) {
    const page = await read(`?limit=1${after}`);
    expect([page.items.length, page.opening_balance, page.closing_balance]).toEqual([1, '0', '8998500']);
    paged.push(...page.items);
    if (!page.has_more) break;
    after = `&after=${page.next_cursor}`;
  }
  expect(paged).toEqual(whole.items);
});

describe('both days of a part belong to it, and the day in the books counts', () => {
  test.each([
    ['?from=2026-04-02&until=2026-04-03', ALL.slice(1, 3), '11000000', '8999000'],
    ['?from=2026-04-02', ALL.slice(1), '11000000', '8998500'],
    ['?until=2026-04-03', ALL.slice(0, 3), '0', '8999000'],
    ['?from=2026-04-03&until=2026-04-03', ALL.slice(2, 3), '9000000', '8999000'],
    ['?until=2026-03-02', ALL.slice(0, 1), '0', '11000000'],
    // The payment is true for this day, and posted on another.
    ['?from=2026-03-20&until=2026-03-20', [], '11000000', '11000000'],
  ])('%s', async (query, lines, opening, closing) => {
    const part = await read(query);
    expect(shown(part)).toEqual(lines);
    expect([part.opening_balance, part.closing_balance]).toEqual([opening, closing]);
  });
});

test.each([
  ['2026-04-04T02:00:00Z', ['2026-03-02', '2026-04-02', '2026-04-04'], '8999500'],
  ['2026-04-04T01:59:59Z', ['2026-03-02', '2026-04-02'], '9000000'],
])('what was recorded at %s itself was known then', async (moment, days, closing) => {
  const statement = await read(`?known_at=${moment}`);
  expect(shown(statement).map(([day]) => day)).toEqual(days);
  expect([statement.known_at, statement.closing_balance]).toEqual([moment, closing]);
});

test.each([
  ['2026-04-05T01:59:50Z', false],
  ['2026-04-05T01:59:49Z', true],
])('ten seconds later a moment may still get a line: %s is final: %j', async (moment, final) => {
  expect((await read(`?known_at=${moment}`)).final).toBe(final);
});

describe('a line of a repayment has all its columns', () => {
  const COLUMNS = {
    entry_id: expect.stringMatching(/^ent_/),
    effective_on: '2026-03-20',
    posted_on: '2026-04-02',
    recorded_at: LATE,
    kind: 'repayment',
    repayment_id: expect.stringMatching(/^rep_/),
    amount: -2_000_000,
    balance: 9_000_000,
  };

  test('by REST, for the settlement and for the partner', async () => {
    const { items } = await read();
    expect(items[1]).toEqual({ ...COLUMNS, funding_id: id });
    const { json } = await fixture.partner.rest('GET', '/v1/statement?currency=HKD');
    expect(json.items).toEqual(items);
  });

  test('by GraphQL, for the partner itself and for an operator who names it', async () => {
    const { items } = await read();
    const statement = (args: string) =>
      `{ statement(currency: "HKD"${args}) { items {
        entryId effectiveOn postedOn recordedAt kind fundingId repaymentId amount balance } } }`;
    const expected = items.map((line: Record<string, unknown>) =>
      Object.fromEntries(
        Object.entries(line).map(([name, value]) => [
          name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
          name === 'kind' ? String(value).toUpperCase() : value,
        ]),
      ),
    );
    const own = await fixture.partner.graphql(statement(''));
    expect(own.json.data.statement.items).toEqual(expected);
    const of = async (partnerId: string) =>
      (await fixture.operator.graphql(statement(`, partnerId: "${partnerId}"`))).json.data.statement.items;
    expect(await of(fixture.partner.partnerId)).toEqual(expected);
    const other = await fixture.newPartner();
    expect(await of(other.partnerId)).toEqual([]);
  });
});

test('a line shows its repayment to who may see it, for bank statements', async () => {
  const query = `{ instantSettlement(id: "${id}") { statement { items {
    kind repaymentId repayment { id reference source amount } } } } }`;
  for (const reader of [fixture.partner, fixture.operator]) {
    const { json } = await reader.graphql(query);
    const [payout, late] = json.data.instantSettlement.statement.items;
    expect(payout).toEqual({ kind: 'DISBURSEMENT', repaymentId: null, repayment: null });
    const reference = expect.stringMatching(/^transfer \d+$/);
    expect(late.repayment).toEqual({
      id: late.repaymentId,
      reference,
      source: 'TRANSFER',
      amount: 2_000_000,
    });
  }
});

describe('a page has', () => {
  test.each([
    ['1', 1],
    ['100', 4],
  ])('%s lines at most', async (limit, count) => {
    expect((await read(`?limit=${limit}`)).items).toHaveLength(count);
    const { json } = await fixture.partner.graphql(
      `{ instantSettlement(id: "${id}") { statement(first: ${limit}) { items { entryId } } } }`,
    );
    expect(json.data.instantSettlement.statement.items).toHaveLength(count);
  });

  test.each(['0', '101', '-1'])('not %s lines, by REST and by GraphQL', async (limit) => {
    const { error } = await read(`?limit=${limit}`);
    expect([error.code, error.param]).toEqual(['parameter_invalid', 'limit']);
    const { json } = await fixture.partner.graphql(
      `{ instantSettlement(id: "${id}") { statement(first: ${limit}) { items { entryId } } } }`,
    );
    expect(json.errors[0].extensions).toMatchObject({ code: 'parameter_invalid', param: 'first' });
  });
});
