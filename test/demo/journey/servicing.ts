import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { type Client, field } from '../client.ts';
import { idOf } from '../forms.ts';
import { demand, type Step } from '../step.ts';

const LET_REPORT = `mutation ($id: ID!) {
  updatePartner(id: $id, input: { reportsRepayments: true }) { reportsRepayments }
}`;
const Reporting = z.strictObject({ reportsRepayments: z.literal(true) });

const REPORT = `mutation ($id: ID!, $reference: String!) {
  reportRepayment(id: $id, input: { amount: 1000, source: SALES_SHARE, reference: $reference }) { id status }
}`;
const Reported = z.strictObject({ id: idOf('rep'), status: z.literal('REPORTED') });

const CONFIRM = 'mutation ($id: ID!) { confirmRepayment(id: $id) { status } }';
const DECLINE =
  'mutation ($id: ID!) { declineRepayment(id: $id, reason: "No such payment came.") { status } }';
const REVERSE =
  'mutation ($id: ID!) { reverseRepayment(id: $id, reason: "The bank took it back.") { status } }';
const inStatus = <Status extends string>(status: Status) => z.strictObject({ status: z.literal(status) });

const SERVICING = `query ($id: ID!) {
  instantSettlement(id: $id) { servicing { state outstanding paid reported } }
}`;
const Serviced = z.strictObject({
  servicing: z.strictObject({
    state: z.string(),
    outstanding: z.int(),
    paid: z.int(),
    reported: z.int(),
  }),
});

const REPAY = 'mutation ($id: ID!) { repayInstantSettlement(id: $id, reference: "TRANSFER-1") { status } }';

const STATEMENT =
  'query ($id: ID!) { instantSettlement(id: $id) { statement(first: 20) { items { kind } } } }';
const Statement = z.strictObject({
  statement: z.strictObject({ items: z.array(z.strictObject({ kind: z.string() })) }),
});
const KINDS = ['DISBURSEMENT', 'REPAYMENT', 'REPAYMENT', 'REVERSAL', 'REPAYMENT'];

interface Callers {
  readonly operator: Client;
  readonly partner: Client['graphql'];
  readonly partnerId: string;
}

/** A settlement from its payout until it is repaid: three shares of sales, one declined, one reversed. */
export async function walkServicing(
  { operator, partner, partnerId }: Callers,
  id: string,
  step: Step,
): Promise<void> {
  const servicing = async () =>
    field(await partner(SERVICING, { id }), 'instantSettlement', Serviced).servicing;

  await step('let the partner report repayments', async () =>
    field(await operator.graphql(LET_REPORT, { id: partnerId }), 'updatePartner', Reporting),
  );

  const [first, declined, reversed] = await step(
    'report three shares of sales as the partner',
    async () => {
      const report = async (reference: string) =>
        field(await partner(REPORT, { id, reference }), 'reportRepayment', Reported).id;
      return [await report('SHARE-1'), await report('SHARE-2'), await report('SHARE-3')] as const;
    },
    (ids) => ids.join(', '),
  );

  await step(
    'confirm two of them and decline one',
    async () => {
      for (const repayment of [first, reversed])
        field(await operator.graphql(CONFIRM, { id: repayment }), 'confirmRepayment', inStatus('RECEIVED'));
      field(await operator.graphql(DECLINE, { id: declined }), 'declineRepayment', inStatus('DECLINED'));
      const { paid, reported } = await servicing();
      demand(paid === 2000 && reported === 0, `${paid} is paid and ${reported} reported.`);
      return paid;
    },
    (paid) => `${paid} paid`,
  );

  await step(
    'reverse one that the bank took back',
    async () => {
      field(await operator.graphql(REVERSE, { id: reversed }), 'reverseRepayment', inStatus('REVERSED'));
      const { paid, outstanding } = await servicing();
      demand(paid === 1000, `${paid} is paid.`);
      return outstanding;
    },
    (outstanding) => `${outstanding} outstanding`,
  );

  await step(
    'note that the rest is repaid',
    async () => {
      field(await operator.graphql(REPAY, { id }), 'repayInstantSettlement', inStatus('REPAID'));
      const { state, outstanding } = await servicing();
      demand(state === 'SETTLED' && outstanding === 0, `it is ${state} with ${outstanding} outstanding.`);
      return state;
    },
    (state) => state,
  );

  await step(
    'read its statement as the partner',
    async () => {
      const { statement } = field(await partner(STATEMENT, { id }), 'instantSettlement', Statement);
      const kinds = statement.items.map(({ kind }) => kind);
      demand(isDeepStrictEqual(kinds, KINDS), `its statement is ${kinds.join(', ')}.`);
      return kinds;
    },
    (kinds) => kinds.join(', '),
  );
}
