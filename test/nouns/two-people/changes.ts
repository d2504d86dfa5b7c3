import { SETTABLE_OPERATIONS } from '../../../src/kernel/two-people.ts';
import { type People, told } from '../../support/fixtures/people.ts';
import { tryPolicy } from '../../support/fixtures/policy-trial.ts';

/** The settings under which each change needs two people. */
export const ALL_ON = `twoPeople: [${SETTABLE_OPERATIONS.map((each) => `{ operation: ${each.toUpperCase()}, rule: ALWAYS }`).join(', ')}]`;

export interface Change {
  readonly operation: string;
  /** Brings about what the change needs, alone, before two people are needed; the id that the mutation gets. */
  readonly prepare: (people: People) => Promise<string | null>;
  readonly mutation: string;
  /** The same change of the same object with another input; null if it has no input. */
  readonly other: string | null;
  /** What the first person's answer shows, and the second one's to the same call. */
  readonly before: unknown;
  readonly after: unknown;
  /** Whether the same request after it changes nothing, and so is no refusal. */
  readonly canRepeat?: true;
}

/** Sends a mutation; `$id` in its text is the id of what it changes. */
export const send = (by: Pick<People['ann'], 'graphql'>, mutation: string, id: string | null, headers = {}) =>
  told(
    by.graphql(
      `mutation ${mutation.includes('$id') ? '($id: ID!) ' : ''}{ done: ${mutation} }`,
      mutation.includes('$id') ? { id } : {},
      headers,
    ),
  );

const alone = async (
  people: People,
  text: string,
  id: string | null,
): Promise<ReturnType<typeof JSON.parse>> => {
  const { data, message } = await send(people.ann, text, id);
  if (data?.done === null || data?.done === undefined) throw new Error(message ?? 'Nothing was done.');
  return data.done;
};

const RECORD = 'recordRepayment(id: $id, input: { amount: 100, source: TRANSFER, reference: "r 1" })';

const received = async (people: People): Promise<string> =>
  (await alone(people, `${RECORD} { id }`, await people.bring('funded'))).id;

export async function reported(people: People): Promise<string> {
  const { partnerId } = people.partner;
  await alone(people, 'updatePartner(id: $id, input: { reportsRepayments: true }) { id }', partnerId);
  const path = `/v1/instant-settlements/${await people.bring('funded')}/repayments`;
  const body = { amount: 100, received_on: '2026-03-01', source: 'transfer', reference: 'r 2' };
  return (await people.partner.rest('POST', path, body)).json.repayment_id;
}

async function waiverEntry(people: People): Promise<string> {
  const id = await people.bring('funded');
  await alone(people, 'waiveFee(id: $id, amount: 10, reason: "r") { id }', id);
  const { id: entry } = await people.gateway.database.reads
    .selectFrom('ledger_entry')
    .select('id')
    .where('settlement_id', '=', id)
    .where('kind', '=', 'waiver')
    .executeTakeFirstOrThrow();
  return entry;
}

async function withExcess(people: People): Promise<string> {
  const id = await people.bring('funded');
  const record = 'recordRepayment(id: $id, input: { amount: 2000000, source: TRANSFER, reference: "x" })';
  await alone(people, `${record} { id }`, id);
  return id;
}

/** A hold that stops nothing of what else these tests do. */
async function held(people: People): Promise<string> {
  const { partnerId } = await people.newPartner();
  return (await alone(people, 'hold(kind: PARTNER, id: $id, reason: "r") { id }', partnerId)).id;
}

async function drafted(people: People): Promise<string> {
  const rule = '{ key: "k", when: "amount < 0", then: DENY }';
  const { id } = await alone(
    people,
    `createPolicy(input: { otherwise: REVIEW, rules: [${rule}] }) { id }`,
    null,
  );
  await tryPolicy({ gateway: people.gateway, operator: people.ann }, id);
  return id;
}

/** A payout on this day can be corrected to the day before. The change that needs it is prepared last. */
const NEXT_DAY = new Date('2026-03-02T00:00:00Z');

/** One change of each kind, but bulks. */
export const CHANGES: readonly Change[] = [
  {
    operation: 'APPROVE',
    prepare: (people) => people.submit(),
    mutation: 'approveInstantSettlement(id: $id) { status }',
    other: 'approveInstantSettlement(id: $id, interestRate: 0.03) { status }',
    before: { status: 'SUBMITTED' },
    after: { status: 'APPROVED' },
  },
  {
    operation: 'DISBURSE',
    prepare: (people) => people.bring('accepted'),
    mutation: 'disburseInstantSettlement(id: $id, reference: "p") { status }',
    other: 'disburseInstantSettlement(id: $id, reference: "q") { status }',
    before: { status: 'ACCEPTED' },
    after: { status: 'FUNDED' },
  },
  {
    operation: 'RETURN',
    prepare: (people) => people.bring('funded'),
    mutation: 'returnDisbursement(id: $id, reason: "account closed") { status }',
    other: 'returnDisbursement(id: $id, reason: "wrong name") { status }',
    before: { status: 'FUNDED' },
    after: { status: 'ACCEPTED' },
  },
  {
    operation: 'CORRECT',
    prepare: async (people) => {
      const id = await people.bring('accepted');
      if (people.now() < NEXT_DAY) people.wait(NEXT_DAY.getTime() - people.now().getTime());
      await people.cause('disburse', id);
      return id;
    },
    mutation: 'correctDisbursement(id: $id, paidOn: "2026-03-01", reason: "r") { servicing { fundedOn } }',
    other: 'correctDisbursement(id: $id, paidOn: "2026-03-01", reason: "s") { servicing { fundedOn } }',
    before: { servicing: { fundedOn: '2026-03-02' } },
    after: { servicing: { fundedOn: '2026-03-01' } },
  },
  {
    operation: 'EXTEND',
    prepare: (people) => people.bring('funded'),
    mutation: 'extendInstantSettlement(id: $id, dueOn: "2026-12-01", reason: "r") { servicing { dueOn } }',
    other: 'extendInstantSettlement(id: $id, dueOn: "2026-12-02", reason: "r") { id }',
    before: { servicing: { dueOn: '2026-03-15' } },
    after: { servicing: { dueOn: '2026-12-01' } },
  },
  {
    operation: 'WAIVE',
    prepare: (people) => people.bring('funded'),
    mutation: 'waiveFee(id: $id, amount: 10, reason: "r") { servicing { feeOutstanding } }',
    other: 'waiveFee(id: $id, amount: 11, reason: "r") { id }',
    before: { servicing: { feeOutstanding: 2_000 } },
    after: { servicing: { feeOutstanding: 1_990 } },
  },
  {
    operation: 'WRITE_OFF',
    prepare: (people) => people.bring('funded'),
    mutation: 'writeOffInstantSettlement(id: $id, code: FRAUD) { servicing { state } }',
    other: 'writeOffInstantSettlement(id: $id, code: DISPUTE) { id }',
    before: { servicing: { state: 'CURRENT' } },
    after: { servicing: { state: 'WRITTEN_OFF' } },
  },
  {
    operation: 'REFUND',
    prepare: withExcess,
    mutation: 'refundExcess(id: $id, amount: 998000) { servicing { excess } }',
    other: 'refundExcess(id: $id, amount: 997999) { id }',
    before: { servicing: { excess: 998_000 } },
    after: { servicing: { excess: 0 } },
  },
  {
    operation: 'UNDO',
    prepare: waiverEntry,
    mutation: 'undoEntry(entryId: $id, reason: "r") { servicing { feeOutstanding } }',
    other: 'undoEntry(entryId: $id, reason: "s") { id }',
    before: { servicing: { feeOutstanding: 1_990 } },
    after: { servicing: { feeOutstanding: 2_000 } },
  },
  {
    operation: 'RECORD',
    prepare: (people) => people.bring('funded'),
    mutation: `${RECORD} { status amount }`,
    other: `${RECORD.replace('100', '101')} { status }`,
    before: null,
    after: { status: 'RECEIVED', amount: 100 },
  },
  {
    operation: 'CONFIRM',
    prepare: reported,
    mutation: 'confirmRepayment(id: $id) { status }',
    other: 'confirmRepayment(id: $id, input: { amount: 99 }) { status }',
    before: { status: 'REPORTED' },
    after: { status: 'RECEIVED' },
  },
  {
    operation: 'REPAY',
    prepare: (people) => people.bring('funded'),
    mutation: 'repayInstantSettlement(id: $id, reference: "all") { status }',
    other: 'repayInstantSettlement(id: $id, reference: "rest") { status }',
    before: { status: 'FUNDED' },
    after: { status: 'REPAID' },
  },
  {
    operation: 'REVERSE',
    prepare: received,
    mutation: 'reverseRepayment(id: $id, reason: "it bounced") { status }',
    other: 'reverseRepayment(id: $id, reason: "a mistake") { status }',
    before: { status: 'RECEIVED' },
    after: { status: 'REVERSED' },
  },
  {
    operation: 'CLOSE_BOOKS',
    prepare: () => Promise.resolve(null),
    mutation: 'closeBooks(until: "2026-02-28") { booksClosedUntil }',
    other: 'closeBooks(until: "2026-02-27") { booksClosedUntil }',
    before: { booksClosedUntil: null },
    after: { booksClosedUntil: '2026-02-28' },
  },
  {
    operation: 'POLICY',
    prepare: drafted,
    mutation: 'publishPolicy(id: $id) { state }',
    other: null,
    before: { state: 'DRAFT' },
    after: { state: 'LIVE' },
  },
  {
    operation: 'LIFT_HOLD',
    prepare: held,
    mutation: 'liftHold(id: $id, reason: "cleared") { liftReason }',
    other: 'liftHold(id: $id, reason: "s") { liftReason }',
    before: { liftReason: null },
    after: { liftReason: 'cleared' },
  },
  {
    operation: 'PROVIDER_SETTINGS',
    prepare: () => Promise.resolve(null),
    mutation: 'updateProviderSettings(input: { feeRecognition: AT_DISBURSEMENT }) { feeRecognition }',
    other: 'updateProviderSettings(input: { separateRoles: true }) { feeRecognition }',
    before: { feeRecognition: 'OVER_PERIOD' },
    after: { feeRecognition: 'AT_DISBURSEMENT' },
    canRepeat: true,
  },
  {
    operation: 'PARTNER_SETTINGS',
    prepare: async (people) => (await people.newPartner({ review: 'manual' })).partnerId,
    mutation: 'updatePartner(id: $id, input: { review: AUTO }) { review }',
    other: 'updatePartner(id: $id, input: { review: MANUAL, autoAccept: true }) { review }',
    before: { review: 'MANUAL' },
    after: { review: 'AUTO' },
    canRepeat: true,
  },
  {
    operation: 'OPERATOR',
    prepare: async (people) => (await people.person('Eve')).operatorId,
    mutation: 'updateOperator(id: $id, input: { scopes: [READ] }) { scopes }',
    other: 'updateOperator(id: $id, input: { scopes: [READ, ADMIN] }) { scopes }',
    before: { scopes: ['READ', 'WRITE', 'ADMIN'] },
    after: { scopes: ['READ'] },
    canRepeat: true,
  },
  {
    operation: 'OPERATOR_KEY',
    prepare: async (people) => (await people.person('Fay')).keyId,
    mutation: 'rotateApiKey(id: $id) { apiKey }',
    other: null,
    before: null,
    after: { apiKey: null },
  },
];
