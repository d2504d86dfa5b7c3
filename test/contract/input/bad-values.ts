import type { OperationName } from './apis.ts';
import type { Step } from './set-at.ts';

/** A value that a field refuses, and the code that it is refused with. */
interface BadValue {
  readonly value: unknown;
  readonly code: string;
}

interface FieldCase {
  readonly operation: OperationName;
  readonly path: readonly Step[];
  readonly bad: readonly BadValue[];
}

/** A part of refused values, so that an answer which repeats one is found. */
export const MARK = 'zqxMARKzqx';

const invalid = (...values: readonly unknown[]): BadValue[] =>
  values.map((value) => ({ value, code: 'parameter_invalid' }));
const missing: readonly BadValue[] = [undefined, null].map((value) => ({ value, code: 'parameter_missing' }));

const notText = invalid(5, true, [MARK], { [MARK]: MARK });
const unstorable = invalid(`${MARK}\0`, `${MARK}\ud800`, `\udc00${MARK}`);
const unprintable = invalid(`${MARK}\u0007`, `${MARK}\u001b[31m`, `${MARK}\u0085`, `a\nb${MARK}`);
/** The last one alone is longer than any answer. */
const overlong = (max: number) =>
  invalid(MARK.repeat(max).slice(0, max + 1), '😀'.repeat(max + 1), MARK.repeat(1_000));
/** Of one field of each operation: it takes as long as all other values of a field. */
const megabyte = invalid(MARK.repeat(100_000));
const line = (max = 255) => [...notText, ...unstorable, ...unprintable, ...overlong(max)];
const required = (bad: readonly BadValue[]) => [...missing, ...bad];
const filled = (max = 255) => required([...invalid('', '   '), ...line(max)]);

const text = (operation: OperationName, names: readonly string[]): FieldCase[] =>
  names.map((name) => ({ operation, path: [name], bad: filled() }));

const customer = (operation: OperationName): FieldCase[] => [
  ...text(operation, ['external_customer_id', 'contact_name', 'company_name', 'company_sector']),
  {
    operation,
    path: ['contact_email'],
    bad: [
      ...filled(254),
      ...megabyte,
      ...invalid(MARK, `${MARK}@`, `@${MARK}.example`, `${MARK}@x`, `a b@${MARK}.example`),
    ],
  },
  {
    operation,
    path: ['contact_phone'],
    bad: required([
      ...invalid('', MARK, '85223456789', '+0123456789', '+123456', '+1234567890123456', '+852 2345 6789'),
      ...notText,
      ...unstorable,
    ]),
  },
  {
    operation,
    path: ['contact_country'],
    bad: required([
      ...invalid('', MARK, 'XX', 'HKG', 'ZZ', '  ', 'ß', 'ﬀ', 'ＨＫ', 'ʟʟ'),
      ...notText,
      ...unstorable,
    ]),
  },
];

const address = (root: string): FieldCase[] => [
  ...['address_line_1', 'city', 'country'].map((name): FieldCase => ({
    operation: 'updateKyc',
    path: [root, name],
    bad: filled(),
  })),
  { operation: 'updateKyc', path: [root, 'postal_code'], bad: required(line()) },
  ...['address_line_2', 'address_line_3'].map((name): FieldCase => ({
    operation: 'updateKyc',
    path: [root, name],
    bad: line(),
  })),
];

const notJson = [...invalid(5, MARK, true, [{ a: MARK }])];

const kyc: readonly FieldCase[] = [
  ...text('updateKyc', ['legal_name', 'business_registration_number']),
  ...address('registered_address'),
  ...address('operating_address'),
  { operation: 'updateKyc', path: ['registered_address'], bad: required(invalid(5, MARK, true)) },
  { operation: 'updateKyc', path: ['operating_address'], bad: invalid(5, MARK, true) },
  {
    operation: 'updateKyc',
    path: ['website'],
    bad: [
      ...line(2_048),
      ...megabyte,
      ...invalid(
        MARK,
        `ftp://${MARK}.example`,
        `${MARK}..example`,
        `-${MARK}.example`,
        `a ${MARK}.example`,
        `javascript:alert("${MARK}")`,
        'http://',
        `//${MARK}`,
      ),
    ],
  },
  {
    operation: 'updateKyc',
    path: ['date_of_incorporation'],
    bad: required([
      ...notText,
      ...invalid('', MARK, '2023-02-29', '2023-13-01', '2023-00-10', '2023-01-32', '2023-1-1', '20230101'),
      ...invalid(
        '2023-01-01T00:00:00Z',
        ' 2023-01-01',
        '0000-00-00',
        '0000-01-01',
        '2099-01-01',
        '9999-12-31',
        '-2023-01-01',
      ),
    ]),
  },
  {
    operation: 'updateKyc',
    path: ['directors_identity_number'],
    bad: required([
      ...invalid(5, MARK, '', MARK.repeat(100), []),
      ...invalid(Array.from({ length: 101 }, () => ({ type: 'passport', id: 'K1' }))),
    ]),
  },
  {
    operation: 'updateKyc',
    path: ['shareholders_identity_number'],
    bad: required([
      ...invalid(5, MARK),
      ...invalid(
        Array.from({ length: 101 }, () => ({ company_legal_name: 'A', type: 'passport', id: 'K1' })),
      ),
    ]),
  },
  ...['directors_identity_number', 'shareholders_identity_number'].flatMap((list): FieldCase[] => [
    { operation: 'updateKyc', path: [list, 0, 'id'], bad: filled(64) },
    { operation: 'updateKyc', path: [list, 0, 'type'], bad: required(invalid('', MARK, 5, [], {}, true)) },
  ]),
  { operation: 'updateKyc', path: ['shareholders_identity_number', 0, 'company_legal_name'], bad: filled() },
  {
    operation: 'updateKyc',
    path: ['corporate_entities_number'],
    bad: required(invalid(-1, 1.5, '1', MARK, true, {}, 2 ** 53, 1e300)),
  },
  {
    operation: 'updateKyc',
    path: ['isic'],
    bad: required([...notText, ...invalid('', MARK, 'W1', 'G', '1234567', 'g4690', '46 90', '４６')]),
  },
  ...['is_sensitive_business', 'has_complex_structure', 'has_namecheck_hits'].map((name): FieldCase => ({
    operation: 'updateKyc',
    path: [name],
    bad: invalid(1, 'true', MARK, {}, []),
  })),
  ...['provider_company_screening_result', 'provider_batch_screening_result'].map((name): FieldCase => ({
    operation: 'updateKyc',
    path: [name],
    bad: [...notJson, ...invalid({ a: MARK.repeat(26_215) })],
  })),
];

const settlement: readonly FieldCase[] = [
  {
    operation: 'createSettlement',
    path: ['currency'],
    bad: required([
      ...notText,
      ...['EUR', 'hkd', ' HKD', '', MARK].map((value) => ({ value, code: 'currency_not_supported' })),
    ]),
  },
  {
    operation: 'createSettlement',
    path: ['amount'],
    bad: required(invalid(0, -1, 1.5, '1', MARK, true, {}, 2 ** 53, 1e300)),
  },
  ...['account_chargeback_rate', 'account_refund_rate'].map((name): FieldCase => ({
    operation: 'createSettlement',
    path: [name],
    bad: required(invalid(-0.1, 1.000_001, '0.1', MARK, true, {}, 1e300)),
  })),
  {
    operation: 'createSettlement',
    path: ['settlement_period'],
    bad: required(invalid(0, -1, 91, 1.5, '1', MARK, true, {}, 2 ** 53)),
  },
  {
    operation: 'createSettlement',
    path: ['transactions'],
    bad: required([...notJson, ...invalid({ a: MARK.repeat(209_800) })]),
  },
];

/** Every field that a JSON body has, and the values that it refuses. */
export const FIELD_CASES: readonly FieldCase[] = [
  ...customer('createCustomer'),
  {
    operation: 'createCustomer',
    path: ['company_country'],
    bad: required([
      ...notText,
      ...unstorable,
      ...invalid('', MARK, 'HKG', 'ß', 'ＨＫ'),
      ...['AQ', 'us', 'XX'].map((value) => ({ value, code: 'country_not_supported' })),
    ]),
  },
  ...customer('updateCustomer'),
  {
    operation: 'updateCustomer',
    path: ['company_country'],
    bad: ['MY', 'AQ', MARK].map((value) => ({ value, code: 'company_country_immutable' })),
  },
  ...kyc,
  ...settlement,
];
