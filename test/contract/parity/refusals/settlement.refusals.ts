import { settlementBody } from '../../../support/gateway.ts';
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
import type { Call } from '../on-both-apis.ts';

const create = ({ complete }: Fixture) => ({ input: settlementBody(complete) });

const badFields: readonly BadField[] = [
  ...requiredFields(Object.keys(settlementBody(''))),
  ['customer_id', 'that names nothing', `cus_${'0'.repeat(26)}`, 'resource_missing', ''],
  ['currency', 'that is not funded', 'EUR', 'currency_not_supported'],
  ['currency', 'in lower case', 'hkd', 'currency_not_supported'],
  ['amount', 'zero', 0],
  ['amount', 'no integer', 12345.5],
  ['amount', 'a text', '1000000'],
  ['amount', 'beyond what a number holds', 2 ** 53],
  ['account_chargeback_rate', 'above one', 1.0625],
  ['account_refund_rate', 'below zero', -0.0625],
  ['settlement_period', 'zero', 0],
  ['settlement_period', 'too long', 91],
  ['settlement_period', 'no integer', 14.5],
  ['transactions', 'a list', ['first']],
  ['transactions', 'too much', { list: 'z'.repeat(2 * 1024 * 1024) }],
  ['purpose', 'not known', 'yachts', 'parameter_unknown'],
];

/** Input that the GraphQL schema refuses, and input that only the rules of the operation refuse. */
const MANY_FAULTS = {
  currency: 'hkd',
  amount: '1000000',
  account_chargeback_rate: 1.0625,
  account_refund_rate: true,
  settlement_period: 14.5,
  transactions: ['first'],
  purpose: 'yachts',
};

export const createSettlementRefusals: readonly Refused[] = [
  ...withBadFields(create, badFields).map((each) => (each.param === '' ? { ...each, param: null } : each)),
  {
    what: 'faults of every kind at once',
    code: 'parameter_unknown',
    param: 'purpose',
    given: ({ complete }) => ({ input: settlementBody(complete, MANY_FAULTS) }),
  },
  {
    what: 'faults of every kind, of a customer that is not there',
    code: 'resource_missing',
    param: null,
    given: () => ({ input: settlementBody(`cus_${'0'.repeat(26)}`, MANY_FAULTS) }),
  },
  {
    what: 'a customer whose KYC is not complete',
    code: 'kyc_incomplete',
    param: null,
    given: ({ hk }) => ({ input: settlementBody(hk) }),
  },
  ...keysThatMayNot(create),
  ...badIdempotencyKeys(create, ({ complete }) => ({ input: settlementBody(complete, { amount: 77 }) })),
];

const accept = ({ offer }: Fixture): Call => ({ ids: { funding_id: offer }, input: { type: 'accept' } });
const reject = ({ offer }: Fixture): Call => ({
  ids: { funding_id: offer },
  input: { type: 'reject', reason: 'too dear' },
});

const notAnOffer = (given: (fixture: Fixture) => Call): Refused => ({
  what: 'a settlement that was accepted already',
  code: 'funding_status_invalid',
  param: null,
  given: (fixture) => ({ ...given(fixture), ids: { funding_id: fixture.accepted } }),
});

export const acceptRefusals: readonly Refused[] = [
  notAnOffer(accept),
  ...absentIds('funding_id', 'fun', accept),
  ...keysThatMayNot(accept),
];

export const rejectRefusals: readonly Refused[] = [
  {
    what: 'a reason of another type, of a settlement that is not there',
    code: 'resource_missing',
    param: null,
    given: () => ({
      ids: { funding_id: `fun_${'0'.repeat(26)}` },
      input: { type: 'reject', reason: 1234567 },
    }),
  },
  ...withBadFields(reject, [
    ['reason', 'absent', undefined, 'parameter_missing'],
    ['reason', 'null', null, 'parameter_missing'],
    ['reason', 'blank', ' \n '],
    ['reason', 'too long', 'r'.repeat(1001)],
    ['reason', 'of another type', 1234567],
    ['reason', 'with a control character', 'bell\u0007ringer'],
  ]),
  notAnOffer(reject),
  ...absentIds('funding_id', 'fun', reject),
  ...keysThatMayNot(reject),
];

export const getSettlementRefusals = absentIds('funding_id', 'fun', () => ({}));
