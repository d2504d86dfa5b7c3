// A process: the hold of its event loop and its memory are measured apart from the attacker.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { settlementBody } from '../../support/gateway.ts';
import { FIRST_KEY } from '../../support/gateway-process.ts';
import { sendRaw } from '../../support/requests/raw-request.ts';
import { type AttackedGateway, expectHarmless, openAttackedGateway } from './bystander.ts';
import { fillGateway } from './fixture.ts';

const FILL_TIMEOUT_MS = 120_000;
/** Two megabytes with the object around them. */
const FREE_JSON_CHARACTERS = 2 * 1024 * 1024 - 16;
/** A body may have three megabytes; these are 1,500,000 values of one character. */
const BODY_CHARACTERS = 3_000_000;
const UNKNOWN_MEMBERS = 300_000;

let attacked: AttackedGateway;
let customerId: string;
let settlementId: string;
beforeAll(async () => {
  attacked = await openAttackedGateway();
  ({ customerId, settlementId } = await fillGateway(attacked.gateway));
}, FILL_TIMEOUT_MS);
afterAll(() => attacked.close());

const headers = { Authorization: `Bearer ${FIRST_KEY}`, 'Content-Type': 'application/json' };
/** Refusals have a status of their own there. */
const graphqlHeaders = { ...headers, Accept: 'application/graphql-response+json' };
const repeated = (piece: string, characters: number) =>
  Array(Math.floor(characters / (piece.length + 1)))
    .fill(piece)
    .join(',');
const times = (count: number, piece: (n: number) => string, between = ' ') =>
  Array.from({ length: count }, (_, n) => piece(n)).join(between);

/** As many names as there are room for, short ones. */
const unknownMembers = () => times(UNKNOWN_MEMBERS, (n) => `"${n.toString(36)}":1`, ',');

/** A GraphQL request whose variables are JSON as it is written. */
const graphql = (query: string, variables = '{}') =>
  attacked.attack({
    line: 'POST /graphql',
    headers: graphqlHeaders,
    body: `{"query":${JSON.stringify(query)},"variables":${variables}}`,
  });

describe('a document that requests too much is refused for it', () => {
  const pages = (inner: string) =>
    `instantSettlements(first: null, last: 100) { nodes { customer { ${inner} } } }`;
  const documents: readonly (readonly [string, () => string])[] = [
    ['pages by last below pages by last', () => `{ ${pages(pages(pages('id')))} }`],
    ['the same, one deeper', () => `{ ${pages(pages(pages(pages('id'))))} }`],
    [
      'transactions of two megabytes under fifteen names of a fragment under fifteen names',
      () =>
        `fragment T on InstantSettlement { ${times(15, (n) => `t${n}: transactions`)} } { ${times(15, (n) => `s${n}: instantSettlement(id: "${settlementId}") { ...T }`)} }`,
    ],
    [
      'the schema by fragments under other names',
      () =>
        `fragment F on __Field { ${times(8, (n) => `f${n}: type { name fields { name } }`)} } { __schema { types { ${times(8, (n) => `t${n}: fields { ...F }`)} } } }`,
    ],
    [
      'transactions of two megabytes under fifty names',
      () => `{ instantSettlement(id: "${settlementId}") { ${times(50, (n) => `t${n}: transactions`)} } }`,
    ],
    [
      'the schema under twenty names',
      () =>
        `{ ${times(20, (n) => `s${n}: __schema { types { fields { type { fields { type { fields { name } } } } } } }`)} }`,
    ],
    [
      'fifty thousand unknown members',
      () => `{ customers(filter: { ${times(50_000, (n) => `m${n}: 1`)} }) { totalCount } }`,
    ],
  ];

  test.each(documents)('%s', async (_what, document) => {
    const harm = await graphql(document());
    expectHarmless(harm);
    expect(harm.answer.status).toBe(400);
    expect(harm.answer.text).not.toContain('internal_error');
  });
});

test('seven megabytes of screening results under as many names as a document may have', async () => {
  const results = times(
    14,
    (n) => `a${n}: providerCompanyScreeningResult b${n}: providerBatchScreeningResult`,
  );
  const harm = await graphql(`{ kyc(customerId: "${customerId}") { ... on Kyc { ${results} } } }`);
  expectHarmless(harm);
  expect([harm.answer.status, harm.answer.bytes > 7_000_000]).toEqual([200, true]);
});

describe('a hundred thousand wrong values are refused, and at most fifty are listed', () => {
  const query = 'query ($f: InstantSettlementFilter) { instantSettlements(filter: $f) { totalCount } }';
  const creating = `mutation ($i: CreateCustomerInput!) { createCustomer(input: $i) { id } }`;

  test.each([
    ['words that are none of an enum', query, () => `{"f":{"status":[${repeated('1', BODY_CHARACTERS)}]}}`],
    ['unknown members', creating, () => `{"i":{${unknownMembers()}}}`],
    [
      'lists where a text belongs',
      creating,
      () => `{"i":{"companyName":[${repeated('[]', BODY_CHARACTERS)}]}}`,
    ],
    ['variables that the document does not have', query, () => `{${unknownMembers()}}`],
  ])('%s, on GraphQL', async (_what, document, variables) => {
    const harm = await graphql(document, variables());
    expectHarmless(harm);
    expect(harm.answer.bytes).toBeLessThan(64 * 1024);
  });

  test.each([
    ['unknown members', () => `{${unknownMembers()}}`],
    ['lists where a text belongs', () => `{"company_name":[${repeated('[]', BODY_CHARACTERS)}]}`],
    ['a list of lists', () => `[${repeated('[]', BODY_CHARACTERS)}]`],
    ['a list of words', () => `{"company_name":[${repeated('null', BODY_CHARACTERS)}]}`],
    ['a number of three million zeros', () => `{"company_name":1.${'0'.repeat(BODY_CHARACTERS)}}`],
  ])('%s, on REST', async (_what, body) => {
    const harm = await attacked.attack({ line: 'POST /v1/customers', headers, body: body() });
    expectHarmless(harm);
    expect([harm.answer.status, harm.answer.bytes < 64 * 1024]).toEqual([400, true]);
  });
});

describe('two megabytes of free JSON are stored without delaying other clients', () => {
  const kinds: readonly (readonly [string, () => string])[] = [
    ['empty lists', () => `{"x":[${repeated('[]', FREE_JSON_CHARACTERS)}]}`],
    ['small objects out of order', () => `{"x":[${repeated('{"b":1,"a":2}', FREE_JSON_CHARACTERS)}]}`],
    ['white space', () => `{"x":[${repeated('[ 1 , 2 ]', FREE_JSON_CHARACTERS)}]}`],
    ['members of one object', () => `{${times(170_000, (n) => `"k${(n * 7_919) % 170_000}":1`, ',')}}`],
  ];
  const rest = (source: string) =>
    JSON.stringify(settlementBody(customerId, { transactions: '@' })).replace('"@"', () => source);

  test.each(kinds)('%s, with an idempotency key and replayed', async (what, source) => {
    let tries = 0;
    const send = (url: string) => {
      const key = `${what.replaceAll(' ', '-')}-${tries}`;
      return sendRaw(url, {
        line: 'POST /v1/instant-settlements',
        headers: { ...headers, 'Idempotency-Key': key },
        body: rest(source()),
      });
    };
    const first = await attacked.attackWith(({ url }) => {
      tries += 1;
      return send(url);
    });
    const replay = await attacked.attackWith(({ url }) => send(url));
    for (const harm of [first, replay]) {
      expectHarmless(harm);
      expect(harm.answer.status).toBe(200);
    }
    const replayed = [first, replay].map(({ answer }) => answer.headers.get('idempotent-replayed'));
    expect(replayed).toEqual([null, 'true']);
  });

  test.each(kinds)('%s, on GraphQL', async (_what, source) => {
    const mutation =
      'mutation ($i: CreateInstantSettlementInput!) { createInstantSettlement(input: $i) { transactions } }';
    const input = `{"customerId":"${customerId}","currency":"HKD","amount":1,"accountChargebackRate":0,"accountRefundRate":0,"settlementPeriod":7,"transactions":${source()}}`;
    const harm = await graphql(mutation, `{"i":${input}}`);
    expectHarmless(harm);
    expect(harm.answer.text).toContain('"transactions":{');
  });
});
