import { absentIds, type BadField, type Refused, withBadFields } from './refused.ts';
import type { Fixture } from '../fixture.ts';
import type { Call } from '../on-both-apis.ts';

const page = (ofOtherKind: string): readonly BadField[] => [
  ['limit', 'zero', 0],
  ['limit', 'above a hundred', 101],
  ['limit', 'below zero', -7],
  ['limit', 'no integer', 2.5],
  ['limit', 'a text', 'plenty'],
  ['starting_after', 'no id', 'yesterday'],
  ['starting_after', 'the id of something else', `${ofOtherKind}_${'0'.repeat(26)}`],
];

const settlementFields: readonly BadField[] = [
  ...page('cus'),
  ['status', 'not known', 'forgotten'],
  ['currency', 'not known', 'EUR'],
];

export const listCustomersRefusals = withBadFields(
  () => ({ input: {} }),
  [
    ...page('fun'),
    ['external_customer_id', 'too long', 'x'.repeat(256)],
    ['external_customer_id', 'blank', ''],
  ],
).concat({
  what: 'faults of page and filter at once',
  code: 'parameter_invalid',
  param: 'external_customer_id',
  given: () => ({ input: { limit: 0, external_customer_id: 'x'.repeat(256) } }),
});

const MANY_FAULTS = { limit: 'plenty', starting_after: 'yesterday', status: 'forgotten', currency: 'EUR' };

export const listSettlementsRefusals: readonly Refused[] = [
  ...withBadFields(() => ({ input: {} }), settlementFields),
  ...[MANY_FAULTS, { ...MANY_FAULTS, limit: 101, status: 'approved' }].map((input): Refused => ({
    what: `faults of page and filters at once, ${input.limit}`,
    code: 'parameter_invalid',
    param: 'currency',
    given: () => ({ input }),
  })),
];

const ofCustomer = ({ complete }: Fixture): Call => ({ ids: { customer_id: complete } });

export const listCustomerSettlementsRefusals: readonly Refused[] = [
  ...withBadFields(ofCustomer, settlementFields),
  ...absentIds('customer_id', 'cus', ofCustomer),
];

const statementFaults = [
  ...page('cus').filter(([name]) => name === 'limit'),
  ['from', 'no day', '2026-02-30'],
  ['until', 'no day', 'tomorrow'],
  ['known_at', 'no moment', 'now'],
  ['known_at', 'in the future', '2999-01-01T00:00:00Z'],
  ['after', 'no cursor', 'abc'],
] as const;

export const statementRefusals: readonly Refused[] = withBadFields(
  () => ({ input: { currency: 'HKD' } }),
  [...statementFaults, ['currency', 'not known', 'EUR']],
);

export const settlementStatementRefusals: readonly Refused[] = withBadFields(
  ({ accepted }) => ({ ids: { funding_id: accepted }, input: {} }),
  statementFaults,
);

export const eventFeedRefusals: readonly Refused[] = [
  ...withBadFields(
    () => ({ input: {} }),
    [
      ...page('cus').filter(([name]) => name === 'limit'),
      ['after', 'an id', `evt_${'0'.repeat(26)}`],
      ['after', 'of another version', Buffer.from('2.5').toString('base64url')],
      ['after', 'below zero', Buffer.from('1.-5').toString('base64url')],
      ['types', 'not known', 'kyc.forgotten', 'parameter_invalid', 'types[0]'],
      ['subject', 'of no noun', 'invoice/inv_1'],
      ['subject', 'without an id', 'kyc/'],
      ['subject', 'of two ids', 'customer/cus_1/cus_2'],
    ],
  ),
  {
    what: 'a cursor beyond the end of the feed',
    code: 'cursor_ahead',
    param: 'after',
    given: () => ({ input: { after: Buffer.from('1.999999').toString('base64url') } }),
  },
  ...[{ limit: 'plenty' }, { limit: 101 }, { limit: 101, types: 'kyc.forgotten' }].map((input): Refused => ({
    what: `faults of all at once, ${Object.values(input).join()}`,
    code: 'parameter_invalid',
    param: 'after',
    given: () => ({ input: { ...input, after: 'yesterday', subject: 'me' } }),
  })),
];
