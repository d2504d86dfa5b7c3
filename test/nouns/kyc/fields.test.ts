import { isInputObjectType, isObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gatewaySchema } from '../../../src/features.ts';
import { document } from '../../api/rest/openapi/document.ts';
import {
  customerBody,
  kycBody,
  openTestGateway,
  type TestGateway,
  type TestPartner,
} from '../../support/gateway.ts';

/** A field of a KYC record as the interface promises it, the same in both countries. */
interface Field {
  readonly required: boolean;
  /** As GraphQL writes the argument and the field of the record. */
  readonly types: readonly [argument: string, shown: string];
  /** The shortest, longest, smallest, largest, unusual. Each comes back as it was sent. */
  readonly takes: readonly unknown[];
  readonly refuses: readonly unknown[];
}

const address = {
  address_line_1: 'a'.repeat(255),
  address_line_2: null,
  address_line_3: 'Unit 3',
  postal_code: '',
  city: 'b'.repeat(255),
  country: 'Hong Kong',
};
const withoutCity = Object.fromEntries(Object.entries(address).filter(([name]) => name !== 'city'));
const director = (id: string, type = 'national_id') => ({ type, id });
const shareholder = (id: string, type = 'passport') => ({ company_legal_name: 'Sun', type, id });
const flag: Field = {
  required: false,
  types: ['Boolean', 'Boolean'],
  takes: [true, false, null],
  refuses: ['true', 1, []],
};
const screening: Field = {
  required: false,
  types: ['JSONObject', 'JSONObject'],
  takes: [{}, { list: [1, null, { deep: 'x'.repeat(255 * 1024) }] }, null],
  refuses: [[], 'text', 5, { report: 'x'.repeat(256 * 1024) }],
};
const text: Field = {
  required: true,
  types: ['String!', 'String'],
  takes: ['A', 'é'.repeat(255), '貿易 🚢'],
  refuses: ['', ' ', 'x'.repeat(256), 5, 'a\0b'],
};
const addresses = {
  takes: [address, { ...address, address_line_2: 'c'.repeat(255), postal_code: '50000' }],
  refuses: [{ ...address, city: '' }, { ...address, address_line_1: 'a'.repeat(256) }, 'A street', [address]],
};

const FIELDS: Readonly<Record<string, Field>> = {
  legal_name: text,
  registered_address: { required: true, types: ['AddressInput!', 'Address'], ...addresses },
  operating_address: {
    required: false,
    types: ['AddressInput', 'Address'],
    takes: [...addresses.takes, null],
    refuses: addresses.refuses,
  },
  website: {
    required: false,
    types: ['URL', 'URL'],
    takes: [
      `https://a.example/${'x'.repeat(2030)}`,
      'https://harbour.example/about',
      'http://harbour.example',
      'www.harbour.example',
      null,
    ],
    refuses: ['ftp://harbour.example', 'javascript:alert(1)', `https://a.example/${'x'.repeat(2031)}`, 5],
  },
  business_registration_number: text,
  date_of_incorporation: {
    required: true,
    types: ['LocalDate!', 'LocalDate'],
    takes: ['0001-01-01', '2024-02-29', '1999-12-31'],
    refuses: ['0000-12-31', '2023-02-29', '2999-01-01', '01/04/2015', '', 20150401],
  },
  directors_identity_number: {
    required: true,
    types: ['[DirectorIdentityInput!]!', '[DirectorIdentity!]!'],
    takes: [
      [director('1')],
      [director('1'), director('P'.repeat(64), 'passport'), director('D 1', 'driver_license')],
      Array.from({ length: 100 }, (_, index) => director(String(index))),
    ],
    refuses: [[], Array.from({ length: 101 }, () => director('1')), director('1'), 'none'],
  },
  shareholders_identity_number: {
    required: true,
    types: ['[ShareholderIdentityInput!]!', '[ShareholderIdentity!]!'],
    takes: [
      [],
      [shareholder('1'), shareholder('P'.repeat(64), 'national_id'), shareholder('D 1', 'driver_license')],
      Array.from({ length: 100 }, (_, index) => shareholder(String(index))),
    ],
    refuses: [Array.from({ length: 101 }, () => shareholder('1')), shareholder('1'), 'none'],
  },
  corporate_entities_number: {
    required: true,
    types: ['NonNegativeInt!', 'SafeInt'],
    takes: [0, 1, Number.MAX_SAFE_INTEGER],
    refuses: [-1, 1.5, '1', Number.MAX_SAFE_INTEGER + 1],
  },
  isic: {
    required: true,
    types: ['String!', 'String'],
    takes: ['G4690', '1', '123456', 'A999999', 'V1'],
    refuses: ['A', 'W1', 'g4690', '1234567', 'G4690000', '', 4690],
  },
  is_sensitive_business: flag,
  has_complex_structure: flag,
  has_namecheck_hits: flag,
  provider_company_screening_result: screening,
  provider_batch_screening_result: screening,
};

const NAMES = Object.keys(FIELDS);
const REQUIRED = NAMES.filter((name) => FIELDS[name]?.required);
const LISTS = ['directors_identity_number', 'shareholders_identity_number'];
const COUNTRIES = ['HK', 'MY'] as const;

const inGraphql = (name: string) => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

let fixture: TestGateway;
let partner: TestPartner;
const customers = new Map<string, string>();
beforeAll(async () => {
  fixture = await openTestGateway();
  partner = await fixture.partner();
  for (const company_country of COUNTRIES) {
    const { json } = await partner.rest('POST', '/v1/customers', customerBody({ company_country }));
    customers.set(company_country, json.customer_id);
  }
});
afterAll(() => fixture.close());

describe.each(COUNTRIES)('the KYC record in %s', (country) => {
  const path = () => `/v1/kyc/${country.toLowerCase()}/${customers.get(country)}`;
  const prefix = country.charAt(0) + country.charAt(1).toLowerCase();

  test('is empty at first', async () => {
    const { json } = await partner.rest('GET', path());
    const shown = NAMES.map((name) => [name, json[name]]);
    expect(shown).toEqual(NAMES.map((name) => [name, LISTS.includes(name) ? [] : null]));
  });

  test.each(Object.entries(FIELDS))(
    'has %s, which is required or becomes null',
    async (name, { required }) => {
      const body = Object.fromEntries(Object.entries(kycBody()).filter(([member]) => member !== name));
      const { status, json } = await partner.rest('PUT', path(), body);
      if (required)
        expect([status, json.error]).toMatchObject([400, { code: 'parameter_missing', param: name }]);
      else expect([status, json[name]]).toEqual([200, null]);
    },
  );

  test.each(Object.entries(FIELDS))('takes what %s may be', async (name, { takes }) => {
    for (const value of takes) {
      const { status, json } = await partner.rest('PUT', path(), kycBody({ [name]: value }));
      expect([status, json[name]]).toEqual([200, value]);
    }
  });

  test.each(Object.entries(FIELDS))('refuses what %s may not be', async (name, { refuses }) => {
    for (const value of refuses) {
      const { status, json } = await partner.rest('PUT', path(), kycBody({ [name]: value }));
      const sent = JSON.stringify(value).slice(0, 60);
      expect([sent, status, json.error.code]).toEqual([sent, 400, 'parameter_invalid']);
      expect(json.error.param.split(/[.[]/)[0]).toBe(name);
    }
  });

  test('has these fields on GraphQL, and as input no others', () => {
    const input = gatewaySchema().getType(`${prefix}KycInput`);
    const record = gatewaySchema().getType(`${prefix}KycRecord`);
    if (!isInputObjectType(input) || !isObjectType(record)) throw new Error('A type is missing.');
    const promised = Object.entries(FIELDS).map(([name, { types }]) => [inGraphql(name), types] as const);
    const typed = Object.values(input.getFields()).map(({ name, type }) => [name, String(type)]);
    expect(Object.fromEntries(typed)).toEqual(
      Object.fromEntries(promised.map(([name, [argument]]) => [name, argument])),
    );
    const shown = promised.map(([name]) => [name, String(record.getFields()[name]?.type)]);
    expect(shown).toEqual(promised.map(([name, [, type]]) => [name, type]));
  });
});

test('the error of an address without a city names the city', async () => {
  const body = kycBody({ registered_address: withoutCity });
  const { json } = await partner.rest('PUT', `/v1/kyc/hk/${customers.get('HK')}`, body);
  expect(json.error).toMatchObject({ code: 'parameter_missing', param: 'registered_address.city' });
});

test('OpenAPI names these fields, and which of them are required', () => {
  const { properties, required } = Object(document.components.schemas['KycInput']);
  expect([Object.keys(properties), required]).toEqual([NAMES, REQUIRED]);
  for (const country of ['hk', 'my']) {
    const body = document.paths[`/v1/kyc/${country}/{customer_id}`]?.['put']?.requestBody;
    expect(body?.content['application/json']).toMatchObject({
      schema: { $ref: '#/components/schemas/KycInput' },
    });
  }
});
