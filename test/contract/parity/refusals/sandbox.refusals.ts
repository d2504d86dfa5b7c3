import type { Fixture } from '../fixture.ts';
import type { Call } from '../on-both-apis.ts';
import type { sandboxOperations } from '../sandbox.operations.ts';
import { absentIds, keysThatMayNot, type Refused, withBadFields } from './refused.ts';

/** Operators may play too. */
const keyThatMayNot = (given: Refused['given']) =>
  keysThatMayNot(given).filter(({ caller }) => caller === 'reader');

const onFunded =
  (event: string, input: NonNullable<Call['input']> = {}) =>
  ({ funded }: Fixture): Call => ({ ids: { funding_id: funded, event }, input });
const sales = ({ funded }: Fixture): Call => ({ ids: { funding_id: funded }, input: { amount: 70_000 } });
const onReport = ({ report }: Fixture): Call => ({
  ids: { repayment_id: report, event: 'decline' },
  input: {},
});
const onKyc = ({ hk }: Fixture): Call => ({ ids: { customer_id: hk, event: 'request-document' }, input: {} });
const settings = (): Call => ({ input: {} });
const example = ({ endpoint }: Fixture): Call => ({
  ids: { webhook_endpoint_id: endpoint },
  input: { type: 'funding.overdue' },
});
const clock = (): Call => ({ input: { advance: 'PT0S' } });

export const sandboxRefusals: Readonly<Record<keyof typeof sandboxOperations, readonly Refused[]>> = {
  getSandboxClock: [
    {
      what: 'an operator who names no partner',
      code: 'resource_missing',
      param: null,
      caller: 'operator',
      given: () => ({}),
    },
  ],
  advanceSandboxClock: [
    ...withBadFields(clock, [
      ['advance', 'no period', 'a month'],
      ['advance', 'of a century', 'P100Y'],
      ['to', 'beside a period', 'next'],
    ]),
    ...keyThatMayNot(clock),
  ],
  simulateSettlementEvent: [
    ...withBadFields(onFunded('write-off', {}), [['reason', 'too long', 'r'.repeat(1_001)]]),
    ...absentIds('funding_id', 'fun', onFunded('waive')),
    ...keyThatMayNot(onFunded('waive')),
    {
      what: 'an approval of what was funded',
      code: 'funding_status_invalid',
      param: null,
      given: onFunded('approve'),
    },
  ],
  simulateSales: [
    ...withBadFields(sales, [
      ['amount', 'absent', undefined, 'parameter_missing'],
      ['share', 'above one', 1.5],
      ['date', 'no day', '2026-02-30'],
    ]),
    ...absentIds('funding_id', 'fun', sales),
    ...keyThatMayNot(sales),
  ],
  simulateRepaymentEvent: [
    ...withBadFields(onReport, [['reason', 'too long', 'r'.repeat(1_001)]]),
    ...absentIds('repayment_id', 'rep', onReport),
    ...keyThatMayNot(onReport),
  ],
  sendSandboxWebhook: [...absentIds('webhook_endpoint_id', 'whe', example), ...keyThatMayNot(example)],
  simulateKycEvent: [
    ...withBadFields(onKyc, [['type', 'not known', 'diary']]),
    ...absentIds('customer_id', 'cus', onKyc),
    ...keyThatMayNot(onKyc),
  ],
  updateSandboxSettings: [
    ...withBadFields(settings, [
      ['offer_valid_days', 'of no day', 0],
      ['due_notice_days', 'of years', 1_000],
      ['name', 'empty', ''],
    ]),
    ...keyThatMayNot(settings),
  ],
  createSandboxPartner: [
    ...withBadFields(settings, [['offer_valid_days', 'of no day', 0]]),
    ...keyThatMayNot(settings),
  ],
  resetSandbox: keyThatMayNot(settings),
};
