import { type Client, field, inForm } from '../client.ts';
import { Settlement } from '../forms.ts';
import { settlementOf } from '../samples.ts';
import { demand, type Step } from '../step.ts';
import { APPROVE, Approved, DISBURSE, Disbursed } from './decisions.ts';

interface Parties {
  readonly operator: Client;
  /** Of a partner under manual review. */
  readonly fundgate: Client['fundgate'];
}

/** Leaves a case in each queue of the console: to review, an offer, to disburse, to repay. */
export async function leaveCases({ operator, fundgate }: Parties, customerId: string, step: Step) {
  const submit = async () => {
    const json = settlementOf(customerId);
    const settlement = inForm(await fundgate.instantSettlements.create(json), Settlement);
    demand(settlement.status === 'submitted', `the status is ${settlement.status} and not submitted.`);
    return settlement.funding_id;
  };
  const offer = async () => {
    const id = await submit();
    field(await operator.graphql(APPROVE, { id }), 'approveInstantSettlement', Approved);
    return id;
  };
  const accept = async () => {
    const id = await offer();
    await fundgate.instantSettlements.decide(id, { type: 'accept' });
    return id;
  };
  const pay = async () => {
    const id = await accept();
    field(await operator.graphql(DISBURSE, { id }), 'disburseInstantSettlement', Disbursed);
    return id;
  };

  await step(
    'leave cases in the queues of the console',
    async () => [await submit(), await offer(), await accept(), await pay()] as const,
    ([review, offered, accepted, paid]) =>
      `${review} to review, ${offered} offered, ${accepted} to disburse, ${paid} to be repaid`,
  );
}
