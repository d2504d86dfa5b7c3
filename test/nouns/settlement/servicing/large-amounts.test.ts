import { afterEach, beforeEach, expect, test } from 'vitest';
import { openServicing } from './fixture.ts';

/** The largest amount that a number of JSON holds exactly. */
const MOST = Number.MAX_SAFE_INTEGER;
const TOO_LARGE = 'parameter_invalid amount';
/** A reversal has no field that could be corrected. */
const REACHED = 'limit_reached undefined';

let fixture: Awaited<ReturnType<typeof openServicing>>;
let id: string;
beforeEach(async () => {
  fixture = await openServicing();
  // The fee is a tenth of it.
  id = await fixture.accept({ amount: 8_000_000_000_000_000 });
  await fixture.change('disburseInstantSettlement', id, 'reference: "payment 7"');
});
afterEach(() => fixture.close());

const record = (amount: number) => fixture.record(id, amount, '2026-03-02');

/** The code and the field of the error of a mutation; null if it succeeded. */
async function errorOf(mutation: string): Promise<string | null> {
  const { json } = await fixture.operator.graphql(`mutation { ${mutation} { id } }`);
  if (json.errors === undefined) return null;
  const { code, param } = json.errors[0].extensions;
  return `${code} ${param}`;
}
const refund = (amount: number) => errorOf(`refundExcess(id: "${id}", amount: ${amount})`);
const reverse = (repayment: string) => errorOf(`reverseRepayment(id: "${repayment}", reason: "it bounced")`);

test('what is owed in all is never more than is exact, and what would be more is refused', async () => {
  const first = await record(8_800_000_000_000_000);
  const second = await record(MOST);
  expect(await refund(MOST)).toBeNull();
  expect(await reverse(second)).toBeNull();
  const owed = { refund_receivable: MOST, outstanding: MOST, paid: 8_800_000_000_000_000 };
  expect(await fixture.servicing(id)).toMatchObject(owed);
  expect(await reverse(first)).toBe(REACHED);
  expect(await fixture.servicing(id)).toMatchObject(owed);
  const { json } = await fixture.partner.rest('GET', `/v1/instant-settlements/${id}/statement`);
  expect(json.closing_balance).toBe(String(MOST));
});

test('a claim is never more than is exact', async () => {
  const first = await record(8_800_000_000_000_000);
  const second = await record(MOST);
  expect(await refund(MOST)).toBeNull();
  expect(await reverse(first)).toBeNull();
  expect(await errorOf(`writeOffInstantSettlement(id: "${id}", code: FRAUD)`)).toBeNull();
  expect(await reverse(second)).toBe(REACHED);
  expect(await fixture.servicing(id)).toMatchObject({ claim: 8_800_000_000_000_000, refund_receivable: 0 });
});

test('all refunds of a settlement are exact together', async () => {
  await record(8_800_000_000_000_000);
  await record(MOST);
  expect(await refund(MOST)).toBeNull();
  await record(1);
  expect(await refund(1)).toBe(TOO_LARGE);
  expect(await fixture.servicing(id)).toMatchObject({ excess: 1 });
});

test('a bulk refuses the items after which the excess would not be exact, and names them', async () => {
  const items = [MOST, 8_800_000_000_000_000, 1].map(
    (amount) => `{ fundingId: "${id}", amount: ${amount}, source: TRANSFER, reference: "${amount}" }`,
  );
  const bulk = async (how: string) => {
    const document = `mutation { recordRepayments(input: { items: [${items.join(', ')}], ${how} }) {
      items { outcome errors { code param } }
    } }`;
    const { json } = await fixture.operator.graphql(document);
    return json.data.recordRepayments.items.map(
      ({ outcome, errors }: { outcome: string; errors: readonly { code: string; param: string }[] }) =>
        [outcome, ...errors.map(({ code, param }) => `${code} ${param}`)].join(' '),
    );
  };
  const refused = `REFUSED ${TOO_LARGE}`;
  expect(await bulk('dryRun: true')).toEqual(['VALID', 'VALID', refused]);
  expect(await bulk('onlyValid: true')).toEqual(['RECORDED', 'RECORDED', refused]);
  expect(await fixture.servicing(id)).toMatchObject({ excess: MOST });
});

test('totals over settlements have no ceiling, and are exact', async () => {
  // 9,007,199,254,740,985 with the fee.
  const large = async () => {
    const made = await fixture.accept({ amount: 8_188_362_958_855_441 });
    await fixture.change('disburseInstantSettlement', made, 'reference: "payment 8"');
    return made;
  };
  await large();
  for (const made of [await large(), await large(), await large()])
    expect(await fixture.refused('writeOffInstantSettlement', made, 'code: OTHER')).toBeNull();
  const { json } = await fixture.operator.graphql(`{
    settlementOverview { outstanding { ages { amount } claims { amount } } }
    statement(currency: "HKD") { closingBalance }
  }`);
  const { ages, claims } = json.data.settlementOverview.outstanding;
  expect([ages[0].amount, claims[0].amount, json.data.statement.closingBalance]).toEqual([
    '17807199254740985',
    '27021597764222955',
    '17807199254740985',
  ]);
  const statement = await fixture.partner.rest('GET', '/v1/statement?currency=HKD&from=2026-04-01');
  expect(statement.json.opening_balance).toBe('17807199254740985');
});
