import type { Fixture } from './fixture.ts';
import type { Call } from './on-both-apis.ts';
import type { sandboxOperations } from './sandbox.operations.ts';

type Accepted = readonly [what: string, given: (fixture: Fixture) => Call | Promise<Call>];

const onFunded =
  (event: string, input: NonNullable<Call['input']> = {}) =>
  async ({ newFunded }: Fixture): Promise<Call> => ({
    ids: { funding_id: await newFunded(), event },
    input,
  });

export const sandboxResults: Readonly<Record<keyof typeof sandboxOperations, readonly Accepted[]>> = {
  getSandboxClock: [['before it moved', () => ({})]],
  // By nothing, because all other calls of this partner are made at the time of the fixture.
  advanceSandboxClock: [['by no time', () => ({ input: { advance: 'PT0S' } })]],
  simulateSettlementEvent: [
    ['a withdrawal', async ({ newOffer }) => ({ ids: { funding_id: await newOffer(), event: 'withdraw' } })],
    ['a waiver of all', onFunded('waive')],
    ['an extension', onFunded('extend')],
    ['a repayment', onFunded('repay', { reference: 'INV-7' })],
  ],
  simulateSales: [
    [
      'of a good day',
      async ({ newFunded }) => ({ ids: { funding_id: await newFunded() }, input: { amount: 70_000 } }),
    ],
    [
      'of a bad day',
      async ({ newFunded }) => ({
        ids: { funding_id: await newFunded() },
        input: { amount: -7, share: 0.5, date: '2026-03-04' },
      }),
    ],
  ],
  simulateKycEvent: [
    [
      'a record that becomes complete',
      async ({ newCustomer }) => ({ ids: { customer_id: await newCustomer(), event: 'complete' } }),
    ],
    [
      'a name on a list',
      async ({ newCustomer }) => ({ ids: { customer_id: await newCustomer(), event: 'name-hit' } }),
    ],
  ],
  simulateRepaymentEvent: [
    [
      'a confirmation',
      async ({ newReport }) => ({ ids: { repayment_id: await newReport(), event: 'confirm' } }),
    ],
    [
      'a refusal',
      async ({ newReport }) => ({
        ids: { repayment_id: await newReport(), event: 'decline' },
        input: { reason: 'nothing came' },
      }),
    ],
  ],
  updateSandboxSettings: [
    ['nothing', () => ({ input: {} })],
    [
      'two settings',
      async ({ newPartner }) => ({
        headers: await newPartner(),
        input: { review: 'manual', interest_rate: { default: 0.25 } },
      }),
    ],
  ],
  createSandboxPartner: [
    ['like the caller', () => ({ input: {} })],
    ['with another setting', () => ({ input: { offer_valid_days: 3 } })],
  ],
  resetSandbox: [['an own partner', async ({ newPartner }) => ({ headers: await newPartner(), input: {} })]],
  sendSandboxWebhook: [
    [
      'where nothing listens',
      ({ endpoint }) => ({ ids: { webhook_endpoint_id: endpoint }, input: { type: 'funding.overdue' } }),
    ],
  ],
};
