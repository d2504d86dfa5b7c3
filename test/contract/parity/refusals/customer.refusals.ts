import { customerBody } from '../../../support/gateway.ts';
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

const LONG = 'x'.repeat(256);
const fields = Object.keys(customerBody());
const whichChange = fields.filter((name) => name !== 'company_country');

const badFields: readonly BadField[] = [
  ...requiredFields(whichChange),
  ...whichChange.map((name): BadField => [name, 'too long', LONG]),
  ...whichChange.map((name): BadField => [name, 'blank', '   ']),
  ['company_name', 'with a control character', 'Acme\u0007Ringing'],
  ['contact_email', 'no e-mail address', 'tai.man-at-harbour'],
  ['contact_email', 'over 254 characters', `${'e'.repeat(250)}@x.example`],
  ['contact_phone', 'no phone number', '2345 6789'],
  ['contact_phone', 'with a zero in front', '+0123456789'],
  ['contact_country', 'not assigned', 'XZ'],
  ['contact_country', 'of three letters', 'HKG'],
  ['favourite_colour', 'not known', 'vermilion', 'parameter_unknown'],
];

const times = <Value>(count: number, make: (n: number) => Value) =>
  Array.from({ length: count }, (_, n) => make(n));

/** Input that the GraphQL schema refuses, and input that only the rules of the operation refuse. */
const MANY_FAULTS = {
  external_customer_id: 7_654_321,
  contact_email: undefined,
  contact_emial: 'tai.man@harbour.example',
  contact_name: '   ',
  contact_phone: null,
  contact_country: 'Atlantis',
  company_name: ['Harbour Trading Limited'],
  company_country: 'FR',
};

const create = () => ({ input: customerBody() });
const update = ({ hk }: Fixture) => ({ ids: { customer_id: hk }, input: customerBody() });
const other = () => customerBody({ company_name: 'Another Limited' });

export const createCustomerRefusals: readonly Refused[] = [
  ...withBadFields(create, [
    ...badFields,
    ...requiredFields(['company_country']),
    ['company_country', 'that is not supported', 'AQ', 'country_not_supported'],
    ['company_country', 'no country', 'Hong Kong'],
  ]),
  {
    what: 'several fields at once',
    code: 'parameter_invalid',
    param: 'contact_email',
    given: () => ({
      input: customerBody({ contact_email: 'nobody', contact_phone: '1234567', company_country: 'FR' }),
    }),
  },
  {
    what: 'a text with NUL in it',
    code: 'parameter_invalid',
    param: 'contact_name',
    given: () => ({ input: customerBody({ contact_name: 'Chan\0Tai Man' }) }),
  },
  {
    what: 'texts with NUL in them beside other faults',
    code: 'parameter_invalid',
    param: 'contact_name',
    given: () => ({
      input: customerBody({ ...MANY_FAULTS, contact_name: 'Chan\0Tai Man', company_sector: '\0' }),
    }),
  },
  {
    what: 'faults of every kind at once',
    code: 'parameter_unknown',
    param: 'contact_emial',
    bad: MANY_FAULTS,
    given: () => ({ input: customerBody(MANY_FAULTS) }),
  },
  {
    what: 'nothing but unknown members, forty of them',
    code: 'parameter_unknown',
    param: 'member_1',
    given: () => ({ input: Object.fromEntries(times(40, (n) => [`member_${n}`, n])) }),
  },
  ...keysThatMayNot(create),
  ...badIdempotencyKeys(create, () => ({ input: other() })),
];

export const updateCustomerRefusals: readonly Refused[] = [
  ...withBadFields(update, [
    ...badFields,
    ['company_country', 'another', 'MY', 'company_country_immutable'],
    ['company_country', 'of another type', true],
  ]),
  {
    what: 'faults of every kind at once',
    code: 'parameter_unknown',
    param: 'contact_emial',
    given: (fixture) => ({ ...update(fixture), input: customerBody(MANY_FAULTS) }),
  },
  {
    what: 'faults of every kind, of a customer that is not there',
    code: 'resource_missing',
    param: null,
    given: () => ({ ids: { customer_id: `cus_${'0'.repeat(26)}` }, input: customerBody(MANY_FAULTS) }),
  },
  ...absentIds('customer_id', 'cus', update),
  ...keysThatMayNot(update),
  ...badIdempotencyKeys(update, (fixture) => ({ ...update(fixture), input: other() })),
];

export const getCustomerRefusals = absentIds('customer_id', 'cus', () => ({}));
