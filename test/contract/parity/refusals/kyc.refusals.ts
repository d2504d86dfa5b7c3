import { kycBody, pdf } from '../../../support/gateway.ts';
import {
  absentIds,
  badIdempotencyKeys,
  type BadField,
  keysThatMayNot,
  type Refused,
  requiredFields,
  withBadFields,
} from './refused.ts';
import type { Fixture } from '../fixture.ts';
import { ofEachCountry } from '../kyc.operations.ts';
import type { Call } from '../on-both-apis.ts';
import { uploadInput } from '../../../support/requests/upload-bodies.ts';

const TOO_MUCH_JSON = { report: 'y'.repeat(256 * 1024) };
const address = Object(kycBody()['registered_address']);
const director = { type: 'national_id', id: 'A123456(3)' };
const shareholder = { company_legal_name: 'Sun', ...director };

const inAddress = (member: string, what: string, value: unknown, code?: BadField[3]): BadField => [
  'registered_address',
  `whose ${member} is ${what}`,
  { ...address, [member]: value },
  code ?? 'parameter_invalid',
  `registered_address.${member}`,
];

const badFields: readonly BadField[] = [
  ...requiredFields([
    'legal_name',
    'registered_address',
    'business_registration_number',
    'date_of_incorporation',
    'directors_identity_number',
    'shareholders_identity_number',
    'corporate_entities_number',
    'isic',
  ]),
  ['legal_name', 'too long', 'x'.repeat(256)],
  inAddress('city', 'absent', undefined, 'parameter_missing'),
  inAddress('city', 'blank', ''),
  inAddress('address_line_1', 'too long', 'a'.repeat(256)),
  inAddress('address_line_2', 'of another type', 1234567),
  inAddress('planet', 'unknown', 'Saturn', 'parameter_unknown'),
  ['website', 'no URL', 'javascript:alert(1)'],
  ['date_of_incorporation', 'that never was', '2023-02-29'],
  ['date_of_incorporation', 'in the future', '2999-01-01'],
  ['date_of_incorporation', 'in another form', '01/04/2015'],
  ['directors_identity_number', 'empty', []],
  ['directors_identity_number', 'too many', Array.from({ length: 101 }, () => director)],
  [
    'directors_identity_number',
    'of an unknown kind',
    [director, { ...director, type: 'library_card' }],
    'parameter_invalid',
    'directors_identity_number[1].type',
  ],
  [
    'directors_identity_number',
    'without a number',
    [{ type: 'passport' }],
    'parameter_missing',
    'directors_identity_number[0].id',
  ],
  [
    'shareholders_identity_number',
    'whose number is too long',
    [{ ...shareholder, id: '9'.repeat(65) }],
    'parameter_invalid',
    'shareholders_identity_number[0].id',
  ],
  ['corporate_entities_number', 'below zero', -1],
  ['corporate_entities_number', 'no integer', 1.5],
  ['isic', 'no code', 'G4690000'],
  ['is_sensitive_business', 'no boolean', 'perhaps'],
  ['provider_company_screening_result', 'a list', ['listed']],
  ['provider_batch_screening_result', 'too much', TOO_MUCH_JSON],
  ['shoe_size', 'not known', 'forty-two', 'parameter_unknown'],
];

/** Input that the GraphQL schema refuses, and input that only the rules of the operation refuse. */
const MANY_FAULTS = {
  legal_name: 7_654_321,
  registered_address: { ...address, city: '', address_line_1: 5, planet: 'Saturn' },
  date_of_incorporation: '2023-02-29',
  directors_identity_number: [director, { type: 'library_card' }, { ...director, id: '9'.repeat(65) }],
  shareholders_identity_number: [{ ...shareholder, id: null, company_legal_name: ' ' }],
  corporate_entities_number: 'none',
  isic: undefined,
  is_sensitive_business: 'perhaps',
  shoe_size: 'forty-two',
};

const wrongCountry = (given: (fixture: Fixture) => Call): Refused => ({
  what: 'a customer of the other country',
  code: 'kyc_type_mismatch',
  param: null,
  given,
});

function updateRefusals(code: string): readonly Refused[] {
  const inCountry = (fixture: Fixture) => ({ customer_id: fixture.customerIn(code) });
  const elsewhere = (fixture: Fixture) => ({ customer_id: fixture.customerIn(code === 'hk' ? 'my' : 'hk') });
  const given = (fixture: Fixture) => ({ ids: inCountry(fixture), input: kycBody() });
  return [
    ...withBadFields(given, badFields),
    ...absentIds('customer_id', 'cus', given),
    wrongCountry((fixture) => ({ ...given(fixture), ids: elsewhere(fixture) })),
    {
      what: 'an unpaired surrogate deep within',
      code: 'parameter_invalid',
      param: 'directors_identity_number[1].id',
      given: (fixture) => ({
        ...given(fixture),
        input: kycBody({ directors_identity_number: [director, { ...director, id: 'A\ud800' }] }),
      }),
    },
    {
      what: 'faults of every kind, deep and shallow',
      code: 'parameter_unknown',
      param: 'registered_address.planet',
      given: (fixture) => ({ ...given(fixture), input: kycBody(MANY_FAULTS) }),
    },
    {
      what: 'faults of every kind, of a customer of the other country',
      code: 'kyc_type_mismatch',
      param: null,
      given: (fixture) => ({ ids: elsewhere(fixture), input: kycBody(MANY_FAULTS) }),
    },
    ...keysThatMayNot(given),
    ...badIdempotencyKeys(given, (fixture) => ({ ...given(fixture), input: kycBody({ isic: '4690' }) })),
  ];
}

export const getKycRefusals = absentIds('customer_id', 'cus', () => ({}));

const upload =
  (changes: Readonly<Record<string, unknown>> = {}, files = [pdf()]) =>
  ({ hk }: Fixture): Call => ({
    ids: { customer_id: hk },
    input: uploadInput('nar1', files, changes),
    files,
  });

const badFile = (what: string, param: string, changes: Readonly<Record<string, unknown>>): Refused => ({
  what,
  code: 'file_metadata_invalid',
  param,
  bad: Object.values(changes),
  given: upload(changes),
});

export const uploadRefusals: readonly Refused[] = [
  {
    what: 'a document type of the other country',
    code: 'metadata_invalid',
    param: 'type',
    bad: 'registration_of_business',
    given: ({ hk }) => ({
      ids: { customer_id: hk },
      input: uploadInput('registration_of_business', [pdf()]),
      files: [pdf()],
    }),
  },
  {
    what: 'no files',
    code: 'file_missing',
    param: null,
    given: ({ hk }) => ({ ids: { customer_id: hk }, input: { type: 'nar1', files: [] } }),
  },
  badFile('a filename that is too long', 'files.file.filename', { filename: 'f'.repeat(256) }),
  badFile('a filename with a path', 'files.file.filename', { filename: '../../etc/passwd' }),
  badFile('another media type', 'files.file.mime_type', { mime_type: 'image/gif' }),
  badFile('a hash that is none', 'files.file.hash', { hash: 'abcdef' }),
  ...[undefined, null, 5].map((hash): Refused => ({
    what: `the hash ${hash}, and a path as its filename`,
    code: 'file_metadata_invalid',
    param: 'files.file.hash',
    given: upload({ hash, filename: 'a/b' }),
  })),
  {
    what: 'an unknown member of a file',
    code: 'file_metadata_invalid',
    param: 'files.file.size',
    given: upload({ size: 5 }),
  },
  ...[undefined, 'library_card', 5].map((type): Refused => ({
    what: `the document type ${type}`,
    code: 'metadata_invalid',
    param: 'type',
    given: ({ hk }) => ({
      ids: { customer_id: hk },
      input: { ...uploadInput('nar1', [pdf()]), type },
      files: [pdf()],
    }),
  })),
  {
    what: 'the hash of another file',
    code: 'file_signature_invalid',
    param: 'file',
    bad: 'ab'.repeat(32),
    given: upload({ hash: 'ab'.repeat(32) }),
  },
  {
    what: 'an empty file',
    code: 'file_metadata_invalid',
    param: 'file1',
    given: upload({}, [pdf(), new Uint8Array()]),
  },
  {
    what: 'an eleventh file',
    code: 'file_metadata_missing',
    param: null,
    given: ({ hk }) => ({
      ids: { customer_id: hk },
      input: uploadInput(
        'nar1',
        Array.from({ length: 10 }, () => pdf()),
      ),
      files: Array.from({ length: 11 }, () => pdf()),
    }),
  },
  ...absentIds('customer_id', 'cus', upload()),
  ...keysThatMayNot(upload()),
];

export const getDocumentRefusals = absentIds('document_id', 'doc', ({ complete }) => ({
  ids: { customer_id: complete },
}));

export const kycRefusals = ofEachCountry<readonly Refused[]>(({ code }) => ({
  get: getKycRefusals,
  update: updateRefusals(code),
}));
