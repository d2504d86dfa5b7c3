import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openServicing } from './fixture.ts';

let fixture: Awaited<ReturnType<typeof openServicing>>;
let id: string;
beforeAll(async () => {
  fixture = await openServicing();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  // HKD 110,000.00 with the fee, from 2 March 2026.
  id = await fixture.fund();
});

const eventsOf = (subject: string) =>
  fixture.gateway.database.reads
    .selectFrom('event')
    .select('type')
    .where('subject', '=', subject)
    .orderBy('sequence')
    .execute();

/** The types of the events of the settlement, without their first word. */
const events = async (): Promise<readonly string[]> =>
  (await eventsOf(`funding/${id}`)).map(({ type }) => type.replace('funding.', ''));

const pay = (amount: number) => fixture.record(id, amount, '2026-03-02');
const change = async (mutation: string, args: string) => {
  expect(await fixture.refused(mutation, id, args)).toBeNull();
};

/** Undoes the last entry of a kind. */
async function undo(kind: string): Promise<void> {
  const entry = (await fixture.entries(id)).findLast((each) => each.kind === kind);
  const document = 'mutation ($id: ID!) { undoEntry(entryId: $id, reason: "wrong case") { id } }';
  const { json } = await fixture.operator.graphql(document, { id: entry?.id });
  expect(json.errors).toBeUndefined();
}

/** Reverses the repayment that was recorded last. */
async function goesBack(): Promise<void> {
  const { json } = await fixture.partner.rest('GET', `/v1/instant-settlements/${id}/repayments?limit=1`);
  await fixture.reverse(json.items[0].repayment_id);
}

const ACTS = {
  'a part is paid': () => pay(1),
  'all but the fee is paid': () => pay(10_000_000),
  'all is paid': () => pay(11_000_000),
  'more than all is paid': () => pay(11_000_005),
  'the payment goes back': goesBack,
  'a part of the fee is waived': () => change('waiveFee', 'amount: 1'),
  'the fee is waived': () => change('waiveFee', 'amount: 1000000'),
  'the waiver is undone': () => undo('waiver'),
  'it is written off': () => change('writeOffInstantSettlement', 'code: FRAUD'),
  'the write-off is undone': () => undo('write_off'),
  'excess is paid back': () => change('refundExcess', 'amount: 5'),
  'the refund is undone': () => undo('refund'),
  'the due day is moved': () => change('extendInstantSettlement', 'dueOn: "2026-04-02", reason: "asked"'),
  'the payout comes back': () => change('returnDisbursement', 'reason: "account closed"'),
  'the payout is corrected': () =>
    change('correctDisbursement', 'paidOn: "2026-03-02", reason: "value date"'),
} as const;
type Act = keyof typeof ACTS;

/** What happened before, what happens, the events of the settlement, and its status after it. */
const CASES: readonly (readonly [readonly Act[], Act, readonly string[], string])[] = [
  [[], 'a part is paid', ['balance_changed'], 'funded'],
  [[], 'all is paid', ['balance_changed', 'repaid'], 'repaid'],
  [['all is paid'], 'a part is paid', ['balance_changed'], 'repaid'],
  [['a part is paid'], 'the payment goes back', ['balance_changed'], 'funded'],
  [['all is paid'], 'the payment goes back', ['balance_changed', 'reopened'], 'funded'],
  [[], 'a part of the fee is waived', ['fee_waived'], 'funded'],
  [['all but the fee is paid'], 'the fee is waived', ['fee_waived', 'repaid'], 'repaid'],
  [['all is paid'], 'the fee is waived', ['fee_waived'], 'repaid'],
  [['a part of the fee is waived'], 'the waiver is undone', ['balance_changed'], 'funded'],
  [
    ['all but the fee is paid', 'the fee is waived'],
    'the waiver is undone',
    ['balance_changed', 'reopened'],
    'funded',
  ],
  [[], 'it is written off', ['written_off'], 'funded'],
  [['it is written off'], 'the write-off is undone', ['balance_changed'], 'funded'],
  [['it is written off'], 'all is paid', ['balance_changed', 'repaid'], 'repaid'],
  [['it is written off', 'all is paid'], 'the payment goes back', ['balance_changed', 'reopened'], 'funded'],
  [['a part is paid', 'it is written off'], 'the payment goes back', ['balance_changed'], 'funded'],
  [['more than all is paid'], 'excess is paid back', ['excess_refunded'], 'repaid'],
  [['more than all is paid', 'excess is paid back'], 'the refund is undone', ['balance_changed'], 'repaid'],
  [[], 'the due day is moved', ['due_on_changed'], 'funded'],
  [[], 'the payout comes back', ['disbursement_returned'], 'accepted'],
  [[], 'the payout is corrected', ['disbursement_corrected'], 'funded'],
];

test.each(CASES.map((each) => [each[1], each[0].join(', ') || 'nothing', each] as const))(
  'if %s after %s, its events tell so',
  async (_act, _before, [before, act, told, status]) => {
    for (const each of before) await ACTS[each]();
    const place = (await events()).length;
    await ACTS[act]();
    expect((await events()).slice(place)).toEqual(told);
    expect((await fixture.read(id)).status).toBe(status);
  },
);

describe('money that did not come by transfer', () => {
  const record = async (source: string, amount: number) => {
    const { json } = await fixture.operator.graphql(
      'mutation ($id: ID!, $input: RecordRepaymentInput!) { recordRepayment(id: $id, input: $input) { id } }',
      { id, input: { amount, source, reference: source } },
    );
    expect(json.errors).toBeUndefined();
  };

  test.each([
    ['SALES_SHARE', 'partner_clearing'],
    ['INSTALMENT', 'partner_clearing'],
    ['OFFSET', 'offset_clearing'],
  ])('but by %s arrives on %s, goes back from there, and is recovered there', async (source, account) => {
    await record(source, 7);
    await goesBack();
    await change('writeOffInstantSettlement', 'code: FRAUD');
    await record(source, 9);
    await goesBack();
    expect((await fixture.journal(id)).filter((entry) => entry.includes('clearing'))).toEqual([
      `repayment · 2026-03-02 · ${account} 7 · fee_receivable -7`,
      `reversal · 2026-03-02 · fee_receivable 7 · ${account} -7`,
      `recovery · 2026-03-02 · ${account} 9 · recovery -9`,
      `reversal · 2026-03-02 · recovery 9 · ${account} -9`,
    ]);
  });
});

test('a settlement without a fee has no legs of a fee', async () => {
  const free = await fixture.submit({ amount: 500, settlement_period: 30 });
  await fixture.operator.graphql(
    'mutation ($id: ID!) { approveInstantSettlement(id: $id, interestRate: 0) { id } }',
    { id: free },
  );
  await fixture.cause('accept', free);
  await fixture.cause('disburse', free);
  await fixture.record(free, 500, '2026-03-02');
  expect(await fixture.journal(free)).toEqual([
    'disbursement · 2026-03-02 · principal_receivable 500 · cash -500',
    'repayment · 2026-03-02 · cash 500 · principal_receivable -500',
  ]);
});

/** Each operation with a reason, on a settlement with excess, a waiver, and a part that was repaid. */
const REASONS = {
  waiveFee: 'waiveFee(id: $id, amount: 1, reason: $reason) { id }',
  refundExcess: 'refundExcess(id: $id, amount: 1, reason: $reason) { id }',
  undoEntry: 'undoEntry(entryId: $entry, reason: $reason) { id }',
  reverseRepayment: 'reverseRepayment(id: $repayment, reason: $reason) { id }',
  extendInstantSettlement: 'extendInstantSettlement(id: $id, dueOn: "2026-04-02", reason: $reason) { id }',
  correctDisbursement: 'correctDisbursement(id: $id, paidOn: "2026-03-02", reason: $reason) { id }',
  writeOffInstantSettlement: 'writeOffInstantSettlement(id: $open, code: FRAUD, reason: $reason) { id }',
  returnDisbursement: 'returnDisbursement(id: $sent, reason: $reason) { id }',
} as const;

test('each reason has 1,000 characters at most, and none is stored in plain', async () => {
  const [open, sent] = [await fixture.fund(), await fixture.fund()];
  const repayment = await pay(11_000_005);
  await change('waiveFee', 'amount: 3');
  const entry = (await fixture.entries(id)).findLast(({ kind }) => kind === 'waiver')?.id;
  const secret = 'she-told-us-on-the-telephone';
  for (const [name, field] of Object.entries(REASONS)) {
    const used = ['id', 'entry', 'repayment', 'open', 'sent'].filter((each) => field.includes(`$${each}`));
    const document = `mutation (${used.map((each) => `$${each}: ID!`).join(', ')}, $reason: String!) { ${field} }`;
    const send = async (reason: string) => {
      const all = { id, entry, repayment, open, sent };
      const known = Object.entries(all).filter(([each]) => used.includes(each));
      const { json } = await fixture.operator.graphql(document, { ...Object.fromEntries(known), reason });
      const { code, param } = json.errors?.[0].extensions ?? {};
      return json.errors === undefined ? 'done' : `${code} ${param}`;
    };
    expect([name, await send('x'.repeat(1_001))]).toEqual([name, 'parameter_invalid reason']);
    expect([name, await send(secret.padEnd(1_000, '.'))]).toEqual([name, 'done']);
  }
  const { reads } = fixture.gateway.database;
  const stored = [
    await reads.selectFrom('ledger_entry').selectAll().execute(),
    await reads.selectFrom('repayment').selectAll().execute(),
    await reads.selectFrom('servicing').selectAll().execute(),
    await reads.selectFrom('event').selectAll().execute(),
  ];
  expect(JSON.stringify(stored)).not.toContain(secret);
});
