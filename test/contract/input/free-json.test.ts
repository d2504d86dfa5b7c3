import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { settlementAad } from '../../../src/nouns/settlement/settlement.present.ts';
import {
  kycBody,
  openTestGateway,
  settlementBody,
  type TestGateway,
  type TestPartner,
} from '../../support/gateway.ts';

let fixture: TestGateway;
let partner: TestPartner;
let customerId: string;
beforeAll(async () => {
  fixture = await openTestGateway();
  partner = await fixture.partner();
  customerId = await partner.completeCustomer('HK');
});
afterAll(() => fixture.close());

const json = { 'content-type': 'application/json' };
/** JSON that a parser would not give back as it was. */
const SOURCE =
  '{"z":100.10,"2":12345678901234567890,"1":1e2, "__proto__" : {"a":-0.0},\n "a":"\\u00e9\\/","a":[ 1.000 ],"😀":{}}';

const withSource = (body: unknown, source: string) => JSON.stringify(body).replace('"@"', () => source);
const settlement = (source = SOURCE) => withSource(settlementBody(customerId, { transactions: '@' }), source);

describe('transactions', () => {
  test('come back on REST as they were written, at once, later and in a replay', async () => {
    const headers = { ...json, 'idempotency-key': 'verbatim' };
    const made = await partner.rest('POST', '/v1/instant-settlements', settlement(), headers);
    expect(made.text).toContain(`"transactions":${SOURCE},`);
    const again = await partner.rest('POST', '/v1/instant-settlements', settlement(), headers);
    expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([made.text, 'true']);
    const read = await partner.rest('GET', `/v1/instant-settlements/${made.json.funding_id}`);
    expect(read.text).toBe(made.text);
    const accept = await partner.rest('PUT', `/v1/instant-settlements/${made.json.funding_id}/decision`, {
      type: 'accept',
    });
    expect(accept.text).toContain(`"transactions":${SOURCE},`);
    const asked = await partner.graphql('query ($id: ID!) { instantSettlement(id: $id) { transactions } }', {
      id: made.json.funding_id,
    });
    expect(asked.text).toContain(`"transactions":${SOURCE}`);
  });

  const fields = `customerId: $c, currency: "HKD", amount: 1, accountChargebackRate: 0, accountRefundRate: 0,
    settlementPeriod: 1`;
  const send = (query: string, variables: string) =>
    partner.rest('POST', '/graphql', `{"query":${JSON.stringify(query)},"variables":${variables}}`, json);

  test('come back on GraphQL as they were in an input variable', async () => {
    const query =
      'mutation ($i: CreateInstantSettlementInput!) { createInstantSettlement(input: $i) { transactions } }';
    const { customer_id, ...rest } = settlementBody(customerId, { transactions: '@' });
    const input = {
      customerId: customer_id,
      currency: rest['currency'],
      amount: 1,
      accountChargebackRate: 0,
      accountRefundRate: 0,
      settlementPeriod: 1,
      transactions: '@',
    };
    const { text } = await send(query, withSource({ i: input }, SOURCE));
    expect(text).toContain(`"transactions":${SOURCE}`);
  });

  test('come back on GraphQL as they were in a variable of their own, also if it is large', async () => {
    const query = `mutation ($c: ID!, $own: JSONObject!) {
      createInstantSettlement(input: { ${fields}, transactions: $own }) { transactions } }`;
    for (const source of [SOURCE, `{"b":100.10,"a":[${'{"x":1.0},'.repeat(30_000)}2]}`]) {
      const { text } = await send(query, withSource({ own: '@', c: customerId }, source));
      expect(text).toContain(`"transactions":${source}`);
    }
  });

  test('come back on GraphQL as they were written into the document', async () => {
    const query = `mutation ($c: ID!, $v: JSONObject) { createInstantSettlement(input: { ${fields},
      transactions: { z: 100.10, b: 12345678901234567890, a: [1e2, $v, null, true], __proto__: { x: -0.0 } } }) { transactions } }`;
    const { text } = await send(query, withSource({ c: customerId, v: '@' }, '{"y":1.50}'));
    expect(text).toContain(
      '"transactions":{"z":100.10,"b":12345678901234567890,"a":[1e2,{"y":1.50},null,true],"__proto__":{"x":-0.0}}',
    );
  });

  test('come back on GraphQL as they were in a list of objects, a variable or its default', async () => {
    const query = `mutation ($c: ID!, $list: [JSONObject!], $old: [JSONObject!] = [{ b: 1.0, a: 1e2 }]) {
      createInstantSettlement(input: { ${fields}, transactions: { list: $list, old: $old } }) { transactions } }`;
    const { text } = await send(query, withSource({ c: customerId, list: ['@', {}] }, SOURCE));
    expect(text).toContain(`"transactions":{"list":[${SOURCE},{}],"old":[{"b":1.0,"a":1e2}]}`);
  });

  test('may have the name of a variable that is not free JSON', async () => {
    const query = `mutation ($transactions: CreateInstantSettlementInput!) {
      createInstantSettlement(input: $transactions) { transactions } }`;
    const { customer_id, currency } = settlementBody(customerId);
    const rates = { accountChargebackRate: 0, accountRefundRate: 0, settlementPeriod: 1 };
    const input = { customerId: customer_id, currency, amount: 1, ...rates, transactions: '@' };
    const made = await send(query, withSource({ transactions: input }, SOURCE));
    expect(made.text).toContain(`"transactions":${SOURCE}`);
    const { json: listed } = await partner.graphql(
      `query ($transactions: InstantSettlementFilter) {
        instantSettlements(filter: $transactions) { nodes { customerId } } }`,
      { transactions: { customerId: customer_id } },
    );
    expect(listed.errors).toBeUndefined();
    expect(listed.data.instantSettlements.nodes[0]).toEqual({ customerId: customer_id });
  });

  test('are refused on GraphQL with NUL in a text that was written into the document', async () => {
    const query = `mutation ($c: ID!) { createInstantSettlement(input: { ${fields},
      transactions: { list: ["x", { note: "\\u0000" }] } }) { id } }`;
    const { json: answer } = await partner.graphql(query, { c: customerId });
    expect(answer.errors).toMatchObject([
      {
        message: 'transactions.list[1].note must not contain NUL or unpaired surrogates.',
        extensions: { code: 'parameter_invalid', param: 'transactions.list[1].note' },
      },
    ]);
  });

  test('that were stored before are shown as they were stored', async () => {
    const { json: made } = await partner.rest('POST', '/v1/instant-settlements', settlement(), json);
    const id: string = made.funding_id;
    const old = JSON.stringify({ b: 100.1, a: 1 });
    const encrypted = fixture.gateway.vault.encrypt(old, settlementAad('transactions', id));
    await sql`update instant_settlement set transactions = ${encrypted} where id = ${id}`.execute(
      fixture.gateway.database.writes,
    );
    const read = await partner.rest('GET', `/v1/instant-settlements/${id}`);
    expect(read.text).toContain(`"transactions":${old},`);
  });

  test.each([
    ['[]', 'parameter_invalid', 'transactions'],
    ['"x"', 'parameter_invalid', 'transactions'],
    ['null', 'parameter_missing', 'transactions'],
    ['{"a":["x",{"b":"\\u0000"}]}', 'parameter_invalid', 'transactions.a[1].b'],
    ['{"a":{"\\ud800":1}}', 'parameter_invalid', 'transactions.a'],
    ['{"a":1e999}', 'body_invalid', undefined],
    [`{"a":${'['.repeat(40)}${']'.repeat(40)}}`, 'body_invalid', undefined],
    [`{"a":"${'x'.repeat(2 * 1024 * 1024)}"}`, 'parameter_invalid', 'transactions'],
    [`{"a":1${' '.repeat(2 * 1024 * 1024)}}`, 'parameter_invalid', 'transactions'],
  ])('of %.30s are refused', async (source, code, param) => {
    const answer = await partner.rest('POST', '/v1/instant-settlements', settlement(source), json);
    expect(answer.status).toBe(400);
    expect(answer.json.error.code).toBe(code);
    expect(answer.json.error.param).toBe(param);
  });

  test('come back on REST as they were written, however many values they have', async () => {
    const source = `{"b":[${'{"x":1.0},'.repeat(30_000)}2]}`;
    const { text } = await partner.rest('POST', '/v1/instant-settlements', settlement(source), json);
    expect(text).toContain(`"transactions":${source},`);
  });
});

describe('screening results', () => {
  test('come back as they were written, and another spelling is a change', async () => {
    const path = `/v1/kyc/hk/${customerId}`;
    const put = (source: string) =>
      partner.rest(
        'PUT',
        path,
        withSource(kycBody({ provider_company_screening_result: '@' }), source),
        json,
      );
    expect((await put(SOURCE)).text).toContain(`"provider_company_screening_result":${SOURCE},`);
    const first = await partner.rest('GET', path);
    expect(first.text).toContain(`"provider_company_screening_result":${SOURCE},`);
    const many = `{"a":[${'1.0,'.repeat(30_000)}2]}`;
    expect((await put(many)).text).toContain(`"provider_company_screening_result":${many},`);
    expect((await put('{"a":1.0}')).text).toContain('"provider_company_screening_result":{"a":1.0},');
    expect((await put('{"a":1.00}')).text).toContain('"provider_company_screening_result":{"a":1.00},');
    const all = await partner.graphql(
      'query ($id: ID!) { kyc(customerId: $id) { ... on Kyc { providerCompanyScreeningResult } } }',
      { id: customerId },
    );
    expect(all.text).toContain('"providerCompanyScreeningResult":{"a":1.00}');
  });
});
