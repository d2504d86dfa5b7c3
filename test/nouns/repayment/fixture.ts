import { openStages } from '../../support/fixtures/settlement-stages.ts';

export const DAY_MS = 86_400_000;

/** A whole repayment. */
const REPAYMENT = `id fundingId customerId currency amount receivedOn source reference status
  allocated { principal fee excess recovery } reported { amount receivedOn reference }
  reversal { reversedOn kind reason } declineReason createdAt updatedAt`;

const documents = {
  report: `mutation ($id: ID!, $input: ReportRepaymentInput!) { done: reportRepayment(id: $id, input: $input) { ${REPAYMENT} } }`,
  record: `mutation ($id: ID!, $input: RecordRepaymentInput!) { done: recordRepayment(id: $id, input: $input) { ${REPAYMENT} } }`,
  cancel: `mutation ($id: ID!) { done: cancelRepayment(id: $id) { ${REPAYMENT} } }`,
  confirm: `mutation ($id: ID!, $input: ConfirmRepaymentInput) { done: confirmRepayment(id: $id, input: $input) { ${REPAYMENT} } }`,
  decline: `mutation ($id: ID!, $reason: String!) { done: declineRepayment(id: $id, reason: $reason) { ${REPAYMENT} } }`,
  reverse: `mutation ($id: ID!, $reason: String!, $kind: ReversalKind, $reversedOn: LocalDate) {
    done: reverseRepayment(id: $id, reason: $reason, kind: $kind, reversedOn: $reversedOn) { ${REPAYMENT} } }`,
} as const;
type Verb = keyof typeof documents;

const SETTLEMENT = `query ($id: ID!) { instantSettlement(id: $id) {
  status
  servicing { principalOutstanding feeOutstanding outstanding paid excess reported }
  repayments { totalCount nodes { id } }
} }`;

/** What a mutation answered: the repayment, or the error of the catalogue. */
interface Done {
  readonly repayment: ReturnType<typeof JSON.parse>;
  readonly error: { readonly code: string; readonly param?: string } | null;
  readonly text: string;
}

export type Repayments = Awaited<ReturnType<typeof openRepayments>>;

/** A gateway with a partner that may report repayments, an operator, and the mutations of repayments. */
export async function openRepayments() {
  const stages = await openStages({ review: 'manual', reports_repayments: true });
  let made = 0;

  async function run(verb: Verb, variables: Readonly<Record<string, unknown>>, headers = {}): Promise<Done> {
    const caller = verb === 'report' || verb === 'cancel' ? stages.partner : stages.operator;
    const { json, text } = await caller.graphql(documents[verb], variables, headers);
    const extensions = json.errors?.[0].extensions ?? null;
    return {
      repayment: json.data?.done ?? null,
      error: extensions && { code: extensions.code, ...(extensions.param && { param: extensions.param }) },
      text,
    };
  }

  /** The input of a new repayment, with a reference of its own. */
  const input = (changes: Readonly<Record<string, unknown>> = {}) => ({
    amount: 1_000,
    source: 'TRANSFER',
    reference: `ref ${(made += 1)}`,
    ...changes,
  });
  const report = (id: string, changes = {}, headers = {}) =>
    run('report', { id, input: input(changes) }, headers);
  const record = (id: string, changes = {}, headers = {}) =>
    run('record', { id, input: input(changes) }, headers);
  const settlement = async (id: string) =>
    (await stages.partner.graphql(SETTLEMENT, { id })).json.data.instantSettlement;

  /** The types of the events of a record, in their order. */
  async function eventsOf(subject: string): Promise<readonly string[]> {
    const { reads } = stages.gateway.database;
    const rows = await reads
      .selectFrom('event')
      .select('type')
      .where('subject', '=', subject)
      .orderBy('sequence')
      .execute();
    return rows.map(({ type }) => type);
  }

  return { ...stages, run, input, report, record, settlement, eventsOf };
}
