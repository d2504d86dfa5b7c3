import type { Fixture } from './fixture.ts';
import type { Call } from './on-both-apis.ts';
import type { repaymentOperations } from './repayment.operations.ts';

type Accepted = readonly [what: string, given: (fixture: Fixture) => Call | Promise<Call>];

const ofSettlement =
  (input: NonNullable<Call['input']>) =>
  ({ funded }: Fixture): Call => ({ ids: { funding_id: funded }, input });
const ofReport = ({ report }: Fixture): Call => ({ ids: { repayment_id: report } });

export const repaymentResults: Readonly<Record<keyof typeof repaymentOperations, readonly Accepted[]>> = {
  reportRepayment: [
    [
      'with everything',
      async ({ newFunded }) => ({
        ids: { funding_id: await newFunded() },
        input: {
          amount: 74_500,
          currency: 'HKD',
          received_on: '2026-03-04',
          source: 'transfer',
          reference: 'INV-7 付款',
        },
      }),
    ],
    [
      'with what is required',
      async ({ newFunded }) => ({
        ids: { funding_id: await newFunded() },
        input: { amount: 1, source: 'sales_share' },
      }),
    ],
  ],
  listRepayments: [
    ['everything', ofSettlement({})],
    ['the first page', ofSettlement({ limit: 1 })],
    ['of one status', ofSettlement({ status: 'reported' })],
    ['of a reference that none has', ofSettlement({ reference: 'nobody' })],
    ['from a day on', ofSettlement({ received_from: '2026-03-05' })],
  ],
  getRepayment: [['a report', ofReport]],
  cancelRepayment: [['a report', async ({ newReport }) => ({ ids: { repayment_id: await newReport() } })]],
};
