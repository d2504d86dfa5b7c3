import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  customerBody,
  kycBody,
  openTestGateway,
  settlementBody,
  type TestGateway,
} from '../../support/gateway.ts';
import { APIS, type OperationName, send, type Subject, validInput } from './apis.ts';
import { type Step, setAt } from './set-at.ts';

let fixture: TestGateway;
let subject: Subject;
beforeAll(async () => {
  fixture = await openTestGateway();
  const partner = await fixture.partner();
  subject = { partner, customerId: await partner.completeCustomer('HK') };
});
afterAll(() => fixture.close());

const TEXTS = [
  '😀'.repeat(255),
  'x'.repeat(255),
  'שלום עולם',
  'مرحبا \u202eabc\u202c',
  '"quoted" \'single\' `back` \\ backslash',
  "Robert'); DROP TABLE customer;--",
  '<script>alert(1)</script> &amp; ${x} {{y}} %s %00',
  'e\u0301 stays decomposed, é composed',
  '陳大文 株式会社 👨‍👩‍👧‍👦',
  '__proto__',
  'null',
  '\ufeffmarked\u200b',
].map((text) => text.trim());

const FREE: unknown = JSON.parse(`{
  "__proto__": {"polluted": true}, "constructor": {"prototype": {"x": 1}}, "z": 1, "a": 2, "10": 3, "2": 4,
  "snake_case": {"type": "national_id", "camelCase": null}, "emoji": "😀", "rtl": "שלום", "quotes": "\\"'\\\\",
  "": "empty", "max": 9007199254740991, "min": -9007199254740991, "small": 0.0001, "tiny": 5e-324, "huge": 1.7976931348623157e308,
  "list": [1, [2, [3, {"__proto__": 1}]], null, false, ""], "line": "a\\nb\\tc\\u0001", "hasOwnProperty": 1
}`);

const REST_VIEW: Readonly<Record<OperationName, (id: string) => string>> = {
  createCustomer: (id) => `/v1/customers/${id}`,
  updateCustomer: (id) => `/v1/customers/${id}`,
  updateKyc: (id) => `/v1/kyc/hk/${id}`,
  createSettlement: (id) => `/v1/instant-settlements/${id}`,
};

const valueAt = (root: unknown, path: readonly Step[]): unknown =>
  path.reduce<unknown>(
    (value, step) => (typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined),
    root,
  );

/** Sends an input and reads back what it made, by REST. */
async function roundTrip(api: (typeof APIS)[number], operation: OperationName, input: unknown) {
  const outcome = await send(api, operation, subject, input);
  expect(outcome).toMatchObject({ code: null, status: 200 });
  const made = /"(?:customer_id|funding_id|id|customerId)":"((?:cus|fun)_\w+)"/.exec(outcome.text)?.[1] ?? '';
  const id = operation === 'createSettlement' ? (/fun_\w+/.exec(outcome.text)?.[0] ?? '') : made;
  return subject.partner.rest('GET', REST_VIEW[operation](id));
}

describe.each(APIS)('on $name', (api) => {
  test.each<[OperationName, readonly Step[]]>([
    ['createCustomer', ['external_customer_id']],
    ['createCustomer', ['contact_name']],
    ['createCustomer', ['company_name']],
    ['updateCustomer', ['company_name']],
    ['updateCustomer', ['company_sector']],
    ['updateKyc', ['legal_name']],
    ['updateKyc', ['business_registration_number']],
    ['updateKyc', ['registered_address', 'city']],
    ['updateKyc', ['registered_address', 'address_line_2']],
    ['updateKyc', ['operating_address', 'postal_code']],
    ['updateKyc', ['shareholders_identity_number', 0, 'company_legal_name']],
  ])('%s gives every text at %s back as it was sent', async (operation, path) => {
    for (const text of TEXTS) {
      const answer = await roundTrip(api, operation, setAt(validInput(operation, subject), path, text));
      expect(valueAt(answer.json, path)).toBe(text);
    }
  });

  test.each<[OperationName, string]>([
    ['createSettlement', 'transactions'],
    ['updateKyc', 'provider_company_screening_result'],
    ['updateKyc', 'provider_batch_screening_result'],
  ])('%s gives %s back byte for byte, __proto__ and the order of keys too', async (operation, name) => {
    const answer = await roundTrip(api, operation, { ...validInput(operation, subject), [name]: FREE });
    expect(answer.text).toContain(`"${name}":${JSON.stringify(FREE)}`);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });

  test.each<[OperationName, string, readonly unknown[]]>([
    // With its fee of 0.2 % the largest amount makes 2^53 - 1.
    ['createSettlement', 'amount', [1, 8_989_220_813_114_761]],
    ['createSettlement', 'account_refund_rate', [0, 0.0001, 0.1, 1, 1 / 3, 5e-324]],
    ['createSettlement', 'settlement_period', [1, 90]],
    ['updateKyc', 'corporate_entities_number', [0, 2 ** 53 - 1]],
    ['updateKyc', 'date_of_incorporation', ['2024-02-29', '1900-01-01', '0001-01-01']],
    ['updateKyc', 'isic', ['1', '0111', 'A0111', 'V9']],
    ['updateKyc', 'website', ['http://x', 'HTTPS://Harbour.Example/a?b=c#d', 'https://例え.jp/ü', null]],
    ['updateKyc', 'is_sensitive_business', [true, false, null]],
    ['updateKyc', 'operating_address', [null]],
    ['updateKyc', 'shareholders_identity_number', [[]]],
    ['createCustomer', 'contact_phone', ['+1234567', '+123456789012345']],
    ['createCustomer', 'contact_email', ["o'brien+tag@sub.example.co", '陳@例え.jp']],
  ])('%s gives the smallest and the largest %s back', async (operation, name, values) => {
    for (const value of values) {
      const answer = await roundTrip(api, operation, { ...validInput(operation, subject), [name]: value });
      expect(answer.json[name]).toEqual(value);
    }
  });

  test('values in a GraphQL literal come back too', async () => {
    const input = customerBody({ company_name: 'x "y" \\ 😀' });
    const made = await roundTrip(api, 'createCustomer', input);
    const query = 'query ($id: ID!) { customer(id: $id) { companyName } }';
    const { json } = await subject.partner.graphql(query, { id: made.json.customer_id });
    expect(json.data.customer.companyName).toBe('x "y" \\ 😀');
  });

  test('countries come in any case and are kept in upper case', async () => {
    const input = customerBody({ contact_country: 'gb', company_country: 'hk' });
    const { json } = await roundTrip(api, 'createCustomer', input);
    expect(json).toMatchObject({ contact_country: 'GB', company_country: 'HK' });
  });

  test.each([undefined, null, '', '  ', ' hk '])(
    'a change of a customer takes %j for the country that it has',
    async (country) => {
      const input = { ...customerBody(), company_country: country };
      const { json } = await roundTrip(api, 'updateCustomer', input);
      expect(json.company_country).toBe('HK');
    },
  );

  test('lines of text are trimmed', async () => {
    const { json } = await roundTrip(api, 'createCustomer', customerBody({ contact_name: ' \t Chan \n' }));
    expect(json.contact_name).toBe('Chan');
  });

  test('KYC fields that are left out become null', async () => {
    const { operating_address: _, website: __, is_sensitive_business: ___, ...least } = kycBody();
    await roundTrip(api, 'updateKyc', validInput('updateKyc', subject));
    const { json } = await roundTrip(api, 'updateKyc', least);
    expect(json).toMatchObject({ operating_address: null, website: null, is_sensitive_business: null });
  });
});

test('free JSON of two megabytes comes back by a single read', async () => {
  const transactions = { text: '😀'.repeat(500_000) };
  const input = settlementBody(subject.customerId, { transactions });
  const made = await subject.partner.rest('POST', '/v1/instant-settlements', input);
  expect(made.status).toBe(200);
  const { json } = await subject.partner.rest('GET', `/v1/instant-settlements/${made.json.funding_id}`);
  expect(json.transactions).toEqual(transactions);
});
