import type { Fixture } from '../fixture.ts';
import type { Call } from '../on-both-apis.ts';
import type { repaymentOperations } from '../repayment.operations.ts';
import { absentIds, keysThatMayNot, type Refused, withBadFields } from './refused.ts';

const reportOf = ({ funded }: Fixture): Call => ({
  ids: { funding_id: funded },
  input: { amount: 5, source: 'transfer' },
});
const ofReport = ({ report }: Fixture): Call => ({ ids: { repayment_id: report } });

export const repaymentRefusals: Readonly<Record<keyof typeof repaymentOperations, readonly Refused[]>> = {
  reportRepayment: [
    ...withBadFields(reportOf, [
      ['amount', 'absent', undefined, 'parameter_missing'],
      ['amount', 'zero', 0],
      ['source', 'absent', undefined, 'parameter_missing'],
      ['source', 'not known', 'pigeon'],
      ['currency', 'of another settlement', 'JPY'],
      ['received_on', 'after today', '2026-03-09'],
      ['reference', 'too long', 'r'.repeat(141)],
    ]),
    ...absentIds('funding_id', 'fun', reportOf),
    ...keysThatMayNot(reportOf),
    {
      what: 'a settlement whose money was not sent',
      code: 'funding_status_invalid',
      param: null,
      given: (fixture) => ({ ...reportOf(fixture), ids: { funding_id: fixture.offer } }),
    },
  ],
  listRepayments: withBadFields(
    ({ funded }) => ({ ids: { funding_id: funded }, input: {} }),
    [
      ['limit', 'above a hundred', 101],
      ['starting_after', 'no id', 'yesterday'],
      ['status', 'not known', 'forgotten'],
      ['received_from', 'no day', '2026-02-30'],
    ],
  ),
  getRepayment: absentIds('repayment_id', 'rep', ofReport),
  cancelRepayment: [...absentIds('repayment_id', 'rep', ofReport), ...keysThatMayNot(ofReport)],
};
