import { AMOUNT, dayAfter, type Story } from './story.ts';
import type { Answered } from './stage.ts';

const VIEW = `{ id status servicing { outstanding paid excess reported state claim closedOn } }`;
const REPAYMENT = '{ id status amount allocated { principal fee excess recovery } }';

/** The amount that is owed or was. */
const around = async (story: Story): Promise<number> => {
  const { servicing } = await story.settlement();
  return servicing === null ? AMOUNT : Math.max(servicing.outstanding + servicing.claim, 5_000);
};

const fundedOn = async (story: Story): Promise<string> =>
  (await story.settlement()).servicing?.funded_on ?? story.stage.today();

async function receipt(story: Story) {
  const reference = story.reference();
  return {
    amount: story.partOf(await around(story)),
    source: story.pick(['TRANSFER', 'SALES_SHARE', 'INSTALMENT', 'OFFSET']),
    receivedOn: story.dayFrom(await fundedOn(story)),
    ...(reference !== null && { reference }),
    allowDuplicate: story.chance.below(2) === 0,
  };
}

/** The id of a repayment in a status; seldom of any. */
async function repaymentIn(story: Story, status: string): Promise<string | null> {
  const all = await story.repayments();
  const fitting = all.filter((each) => each.status === status);
  return story.pick(story.chance.below(8) === 0 ? all : fitting)?.repayment_id ?? null;
}

const ofSettlement = (story: Story, mutation: string, args = ''): Promise<Answered> =>
  story.operator(`mutation ($id: ID!) { ${mutation}(id: $id${args}) ${VIEW} }`, { id: story.id });

type Act = (story: Story) => Promise<Answered | null>;

/** What can happen to a settlement. Null if there is nothing that it could happen to. */
export const ACTS: Readonly<Record<string, Act>> = {
  report: async (story) =>
    story.ofPartner(
      `mutation ($id: ID!, $input: ReportRepaymentInput!) { reportRepayment(id: $id, input: $input) ${REPAYMENT} }`,
      { id: story.id, input: await receipt(story) },
    ),
  record: async (story) =>
    story.operator(
      `mutation ($id: ID!, $input: RecordRepaymentInput!) { recordRepayment(id: $id, input: $input) ${REPAYMENT} }`,
      { id: story.id, input: await receipt(story) },
    ),
  bulk: async (story) => {
    const items = [await receipt(story), await receipt(story)].map(
      ({ allowDuplicate: _allowed, ...item }) => ({
        reference: 'bulk',
        ...item,
        fundingId: story.id,
      }),
    );
    return story.operator(
      'mutation ($input: RecordRepaymentsInput!) { recordRepayments(input: $input) { recorded refused } }',
      { input: { items, onlyValid: story.chance.below(2) === 0 } },
    );
  },
  repay: (story) => ofSettlement(story, 'repayInstantSettlement'),
  async confirm(story) {
    const id = await repaymentIn(story, 'reported');
    if (id === null) return null;
    const { amount, receivedOn } = await receipt(story);
    const input = story.pick([{}, { amount }, { amount, receivedOn }]);
    return story.operator(
      `mutation ($id: ID!, $input: ConfirmRepaymentInput) { confirmRepayment(id: $id, input: $input) ${REPAYMENT} }`,
      { id, input },
    );
  },
  async decline(story) {
    const id = await repaymentIn(story, 'reported');
    if (id === null) return null;
    return story.operator(
      `mutation ($id: ID!) { declineRepayment(id: $id, reason: "never came") ${REPAYMENT} }`,
      { id },
    );
  },
  async cancel(story) {
    const id = await repaymentIn(story, 'reported');
    if (id === null) return null;
    return story.ofPartner(`mutation ($id: ID!) { cancelRepayment(id: $id) ${REPAYMENT} }`, { id });
  },
  async reverse(story) {
    const id = await repaymentIn(story, 'received');
    if (id === null) return null;
    const kind = story.pick(['RETURNED', 'MISTAKE']);
    const isLate = kind === 'RETURNED' && story.chance.below(3) === 0;
    const reversedOn = isLate ? story.dayFrom(await fundedOn(story)) : null;
    return story.operator(
      `mutation ($id: ID!, $kind: ReversalKind, $reversedOn: LocalDate) {
        reverseRepayment(id: $id, kind: $kind, reversedOn: $reversedOn, reason: "it bounced") ${REPAYMENT}
      }`,
      { id, kind, reversedOn },
    );
  },
  waive: (story) => ofSettlement(story, 'waiveFee', `, amount: ${story.partOf(3_000)}`),
  writeOff: (story) => ofSettlement(story, 'writeOffInstantSettlement', ', code: FRAUD'),
  async refund(story) {
    const { servicing } = await story.settlement();
    return ofSettlement(story, 'refundExcess', `, amount: ${story.partOf(servicing?.excess ?? 0)}`);
  },
  async undo(story) {
    const entries = await story.entries();
    const undoable = entries.filter(({ kind }) => ['waiver', 'write_off', 'refund'].includes(kind));
    const entry = story.pick(story.chance.below(8) === 0 ? entries : undoable);
    if (entry === null) return null;
    return story.operator(`mutation ($id: ID!) { undoEntry(entryId: $id, reason: "wrong case") ${VIEW} }`, {
      id: entry.id,
    });
  },
  async extend(story) {
    const dueOn = (await story.settlement()).servicing?.due_on ?? story.stage.today();
    const day = dayAfter(dueOn, story.chance.below(40));
    return ofSettlement(story, 'extendInstantSettlement', `, dueOn: "${day}", reason: "asked"`);
  },
  async return(story) {
    const day = story.dayFrom(await fundedOn(story));
    return ofSettlement(story, 'returnDisbursement', `, returnedOn: "${day}", reason: "account closed"`);
  },
  async disburse(story) {
    const paidOn = story.pick(['', `, paidOn: "${dayAfter(story.stage.today(), -story.chance.below(3))}"`]);
    return ofSettlement(story, 'disburseInstantSettlement', `, reference: "payment 7"${paidOn}`);
  },
  async correct(story) {
    const day = story.dayFrom(dayAfter(await fundedOn(story), -2));
    return ofSettlement(story, 'correctDisbursement', `, paidOn: "${day}", reason: "value date"`);
  },
  closeBooks: (story) =>
    story.operator('mutation ($until: LocalDate!) { closeBooks(until: $until) { booksClosedUntil } }', {
      until: dayAfter(story.stage.today(), -story.chance.below(6)),
    }),
  settings: (story) =>
    story.operator(
      'mutation ($input: UpdateProviderSettingsInput!) { updateProviderSettings(input: $input) { feeRecognition } }',
      {
        input: {
          feeRecognition: story.pick(['OVER_PERIOD', 'AT_DISBURSEMENT']),
          smallDifference: [{ currency: 'HKD', amount: story.pick([0, 0, 60]) }],
        },
      },
    ),
};
