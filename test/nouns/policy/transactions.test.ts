import { afterAll, beforeAll, expect, test } from 'vitest';
import { settlementBody } from '../../support/gateway.ts';
import { openPolicies, type Policies } from './fixture.ts';

/** The longest `transactions`, in bytes of UTF-8 as they were sent. */
const BYTES_MAX = 2 * 1024 * 1024;
/** How deep the JSON of a request may be. Transactions stand at its second level. */
const DEPTH_MAX = 32;
/** Names at the top level that rules can ask for. */
const NAMES_MAX = 50;

let policies: Policies;
beforeAll(async () => {
  policies = await openPolicies();
  await policies.publish({
    rules: [
      { key: 'many', when: 'has(tx.count) && tx.count >= 20000', then: 'DENY', reason: 'CREDIT_POLICY' },
      { key: 'name', when: 'has(transactions.hidden)', then: 'DENY', reason: 'CREDIT_POLICY' },
    ],
    otherwise: 'APPROVE',
  });
});
afterAll(() => policies.close());

/** The answer to a request whose transactions are a text of JSON. */
async function sent(transactions: string) {
  const body = JSON.stringify(settlementBody(policies.customerId, { transactions: '@' }));
  const { json } = await policies.partner.rest(
    'POST',
    '/v1/instant-settlements',
    body.replace('"@"', () => transactions),
    { 'content-type': 'application/json' },
  );
  return json.error === undefined ? json.status : [json.error.code, json.error.param];
}

const ONE = '{"transaction_amount":1,"transaction_currency":"HKD","transaction_date":"2026-01-01"}';
const listed = (entries: readonly string[]) => `{"transaction_list":[${entries.join()}]}`;
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

test('a rule counts every transaction of a list, up to the longest one', async () => {
  expect(await sent(listed(Array(19_999).fill(ONE)))).toBe('approved');
  expect(await sent(listed(Array(20_000).fill(ONE)))).toBe('denied');
});

test('transactions of at most 2 MiB are decided on, and longer ones are refused', async () => {
  const long = (bytes: number) => `{"note":"${'x'.repeat(bytes - '{"note":""}'.length)}"}`;
  expect(await sent(long(BYTES_MAX))).toBe('approved');
  expect(await sent(long(BYTES_MAX + 1))).toEqual(['parameter_invalid', 'transactions']);
});

test('transactions as deep as a request may be are decided on, and deeper ones are refused', async () => {
  const deep = (levels: number) => `{"note":${nested(levels)}}`;
  expect(await sent(deep(DEPTH_MAX - 2))).toBe('approved');
  expect(await sent(deep(DEPTH_MAX - 1))).toEqual(['body_invalid', undefined]);
  expect(await sent(listed([ONE.replace('1,', `${nested(DEPTH_MAX - 4)},`)]))).toBe('approved');
});

test('a rule that asks for a name finds it among fifty; behind more names an operator looks', async () => {
  const names = (count: number) =>
    `{${Array.from({ length: count }, (_, at) => `"m${at}":${at}`).join()},"hidden":1}`;
  expect(await sent('{}')).toBe('approved');
  expect(await sent(names(NAMES_MAX - 1))).toBe('denied');
  expect(await sent(names(NAMES_MAX))).toBe('submitted');
  // The same name again and again is one name.
  expect(await sent(`{${Array(NAMES_MAX).fill('"m":1').join()},"hidden":1}`)).toBe('denied');
});

test('a condition asks for no name that is never kept', async () => {
  const asks = (name: string) =>
    policies.create({ rules: [{ key: 'k', when: `has(transactions.${name})`, then: 'DENY' }] });
  expect(await asks('n'.repeat(40))).toMatchObject({ state: 'DRAFT' });
  expect(await asks('n'.repeat(41))).toBe('parameter_invalid');
});
