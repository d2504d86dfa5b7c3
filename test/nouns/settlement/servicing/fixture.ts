import { openStages } from '../../../support/fixtures/settlement-stages.ts';

const DAY_MS = 86_400_000;

/** What is owed, as GraphQL shows it. */
const SERVICING = `servicing {
  fundedOn dueOn originalDueOn payBy principalOutstanding feeOutstanding refundReceivable outstanding paid excess
  reported daysPastDue state writtenOff { principal fee on code } claim closedOn
}`;

/** A gateway whose clock begins on 2 March 2026 at 10:00 in Hong Kong, and its settlements of HKD 100,000.00 at 10 %. */
export async function openServicing() {
  const stages = await openStages({ review: 'manual' });
  stages.wait(DAY_MS + 2 * 3_600_000);
  const { operator, partner } = stages;
  let made = 0;

  async function accept(changes: Readonly<Record<string, unknown>> = {}): Promise<string> {
    const id = await stages.submit({ amount: 10_000_000, settlement_period: 30, ...changes });
    await operator.graphql(
      'mutation ($id: ID!) { approveInstantSettlement(id: $id, interestRate: 0.1) { id } }',
      { id },
    );
    await stages.cause('accept', id);
    return id;
  }

  /** A mutation of an operator on a settlement. `args` are further arguments, such as `amount: 5`. */
  async function change(mutation: string, id: string, args = '') {
    const { json } = await operator.graphql(
      `mutation ($id: ID!) { ${mutation}(id: $id${args === '' ? '' : `, ${args}`}) { id status ${SERVICING} } }`,
      { id },
    );
    return json;
  }

  /** The code of the error of a mutation; null if it succeeded. */
  async function refused(mutation: string, id: string, args = ''): Promise<string | null> {
    const { errors } = await change(mutation, id, args);
    return errors?.[0]?.extensions.code ?? null;
  }

  async function fund(paidOn: string | null = null): Promise<string> {
    const id = await accept();
    const day = paidOn === null ? '' : `, paidOn: "${paidOn}"`;
    const { errors } = await change('disburseInstantSettlement', id, `reference: "payment 7"${day}`);
    if (errors !== undefined) throw new Error(errors[0].message);
    return id;
  }

  /** The entries of a settlement in their order, each as its kind, its day and its legs. */
  async function entries(id: string) {
    const rows = await stages.gateway.database.reads
      .selectFrom('ledger_entry')
      .select(['id', 'kind', 'effective_on', 'posted_on', 'amount', 'balance', 'legs', 'mirrors'])
      .where('settlement_id', '=', id)
      .orderBy('id')
      .execute();
    return rows.map(({ legs, ...row }) => ({ ...row, legs: JSON.parse(legs) }));
  }

  /** Entries, written as `kind day account amount ...`. */
  const journal = async (id: string): Promise<readonly string[]> =>
    (await entries(id)).map(({ kind, effective_on, legs }) =>
      [
        kind,
        effective_on,
        ...legs.map(([account, amount]: readonly [string, number]) => `${account} ${amount}`),
      ].join(' · '),
    );

  /** Records a transfer; returns the id of the repayment. */
  async function record(id: string, amount: number, receivedOn: string): Promise<string> {
    made += 1;
    const input = { amount, source: 'TRANSFER', receivedOn, reference: `transfer ${made}` };
    const { json } = await operator.graphql(
      'mutation ($id: ID!, $input: RecordRepaymentInput!) { recordRepayment(id: $id, input: $input) { id } }',
      { id, input },
    );
    if (json.errors !== undefined) throw new Error(json.errors[0].message);
    return json.data.recordRepayment.id;
  }

  /** Reverses a repayment that went back; or one that was a mistake, from the day of the repayment on. */
  async function reverse(id: string, kind: 'RETURNED' | 'MISTAKE' = 'RETURNED'): Promise<void> {
    const { json } = await operator.graphql(
      'mutation ($id: ID!, $kind: ReversalKind) { reverseRepayment(id: $id, kind: $kind, reason: "it bounced") { id } }',
      { id, kind },
    );
    if (json.errors !== undefined) throw new Error(json.errors[0].message);
  }

  /** Moves the clock to the morning of a day in Hong Kong. */
  const onDay = (day: string) => stages.wait(new Date(`${day}T02:00:00Z`).getTime() - stages.now().getTime());

  /** What is owed, as REST shows it. */
  const servicing = async (id: string) =>
    (await partner.rest('GET', `/v1/instant-settlements/${id}`)).json.servicing;

  return {
    ...stages,
    accept,
    change,
    refused,
    fund,
    entries,
    journal,
    servicing,
    record,
    reverse,
    onDay,
    waitDays: (days: number) => stages.wait(days * DAY_MS),
  };
}
