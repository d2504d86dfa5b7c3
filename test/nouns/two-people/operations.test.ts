import { afterEach, describe, expect, test } from 'vitest';
import { SETTABLE_OPERATIONS } from '../../../src/kernel/two-people.ts';
import { approvePending, openPeople, type People, queueOf, told } from '../../support/fixtures/people.ts';
import { tryPolicy } from '../../support/fixtures/policy-trial.ts';

const ON = `twoPeople: [${SETTABLE_OPERATIONS.map((each) => `{ operation: ${each.toUpperCase()}, rule: ALWAYS }`).join(', ')}]`;

let people: People;
const closeAfterEach = () => afterEach(() => people.close());

interface Change {
  readonly operation: string;
  /** Brings about what the change needs, alone, before two people are needed; the id that the mutation gets. */
  readonly prepare: () => Promise<string | null>;
  readonly mutation: string;
  /** What the first person's answer shows, and the second one's to the same call. */
  readonly before: unknown;
  readonly after: unknown;
}

const ask = (by: People['ann'], { mutation }: Change, id: string | null) =>
  told(by.graphql(`mutation ($id: ID${id === null ? '' : '!'}) { done: ${mutation} }`, { id }));

const alone = async (text: string, id: string): Promise<ReturnType<typeof JSON.parse>> =>
  (await people.ann.graphql(`mutation ($id: ID!) { done: ${text} }`, { id })).json.data.done;

const RECORD = 'recordRepayment(id: $id, input: { amount: 100, source: TRANSFER, reference: "r 1" })';
const item = (id: string) => `{ fundingId: "${id}", amount: 100, source: TRANSFER, reference: "b 1" }`;

const received = async (): Promise<string> =>
  (await alone(`${RECORD} { id }`, await people.bring('funded'))).id;

async function reported(): Promise<string> {
  await alone('updatePartner(id: $id, input: { reportsRepayments: true }) { id }', people.partner.partnerId);
  const path = `/v1/instant-settlements/${await people.bring('funded')}/repayments`;
  const body = { amount: 100, received_on: '2026-03-01', source: 'transfer', reference: 'r 2' };
  return (await people.partner.rest('POST', path, body)).json.repayment_id;
}

async function waiverEntry(): Promise<string> {
  const id = await people.bring('funded');
  await alone('waiveFee(id: $id, amount: 10, reason: "r") { id }', id);
  const { id: entry } = await people.gateway.database.reads
    .selectFrom('ledger_entry')
    .select('id')
    .where('settlement_id', '=', id)
    .where('kind', '=', 'waiver')
    .executeTakeFirstOrThrow();
  return entry;
}

async function withExcess(): Promise<string> {
  const id = await people.bring('funded');
  const record = 'recordRepayment(id: $id, input: { amount: 2000000, source: TRANSFER, reference: "x" })';
  await alone(`${record} { id }`, id);
  return id;
}

const held = async (): Promise<string> =>
  (await alone('hold(kind: PARTNER, id: $id, reason: "r") { id }', people.partner.partnerId)).id;

async function drafted(): Promise<string> {
  const { json } = await people.ann.graphql(
    'mutation { createPolicy(input: { otherwise: REVIEW, rules: [{ key: "k", when: "amount > 1", then: DENY }] }) { id } }',
  );
  await tryPolicy(people.ann, json.data.createPolicy.id);
  return json.data.createPolicy.id;
}

const CHANGES: readonly Change[] = [
  {
    operation: 'APPROVE',
    prepare: () => people.submit(),
    mutation: 'approveInstantSettlement(id: $id) { status }',
    before: { status: 'SUBMITTED' },
    after: { status: 'APPROVED' },
  },
  {
    operation: 'DISBURSE',
    prepare: () => people.bring('accepted'),
    mutation: 'disburseInstantSettlement(id: $id, reference: "p") { status }',
    before: { status: 'ACCEPTED' },
    after: { status: 'FUNDED' },
  },
  {
    operation: 'RETURN',
    prepare: () => people.bring('funded'),
    mutation: 'returnDisbursement(id: $id, reason: "account closed") { status }',
    before: { status: 'FUNDED' },
    after: { status: 'ACCEPTED' },
  },
  {
    operation: 'CORRECT',
    prepare: async () => {
      const id = await people.bring('accepted');
      people.wait(86_400_000);
      await people.cause('disburse', id);
      return id;
    },
    mutation: 'correctDisbursement(id: $id, paidOn: "2026-03-01", reason: "r") { servicing { fundedOn } }',
    before: { servicing: { fundedOn: '2026-03-02' } },
    after: { servicing: { fundedOn: '2026-03-01' } },
  },
  {
    operation: 'EXTEND',
    prepare: () => people.bring('funded'),
    mutation: 'extendInstantSettlement(id: $id, dueOn: "2026-12-01", reason: "r") { servicing { dueOn } }',
    before: { servicing: { dueOn: '2026-03-15' } },
    after: { servicing: { dueOn: '2026-12-01' } },
  },
  {
    operation: 'WAIVE',
    prepare: () => people.bring('funded'),
    mutation: 'waiveFee(id: $id, amount: 10, reason: "r") { servicing { feeOutstanding } }',
    before: { servicing: { feeOutstanding: 2_000 } },
    after: { servicing: { feeOutstanding: 1_990 } },
  },
  {
    operation: 'WRITE_OFF',
    prepare: () => people.bring('funded'),
    mutation: 'writeOffInstantSettlement(id: $id, code: FRAUD) { servicing { state } }',
    before: { servicing: { state: 'CURRENT' } },
    after: { servicing: { state: 'WRITTEN_OFF' } },
  },
  {
    operation: 'REFUND',
    prepare: withExcess,
    mutation: 'refundExcess(id: $id, amount: 998000) { servicing { excess } }',
    before: { servicing: { excess: 998_000 } },
    after: { servicing: { excess: 0 } },
  },
  {
    operation: 'UNDO',
    prepare: waiverEntry,
    mutation: 'undoEntry(entryId: $id, reason: "r") { servicing { feeOutstanding } }',
    before: { servicing: { feeOutstanding: 1_990 } },
    after: { servicing: { feeOutstanding: 2_000 } },
  },
  {
    operation: 'RECORD',
    prepare: () => people.bring('funded'),
    mutation: `${RECORD} { status amount }`,
    before: null,
    after: { status: 'RECEIVED', amount: 100 },
  },
  {
    operation: 'CONFIRM',
    prepare: reported,
    mutation: 'confirmRepayment(id: $id) { status }',
    before: { status: 'REPORTED' },
    after: { status: 'RECEIVED' },
  },
  {
    operation: 'REPAY',
    prepare: () => people.bring('funded'),
    mutation: 'repayInstantSettlement(id: $id, reference: "all") { status }',
    before: { status: 'FUNDED' },
    after: { status: 'REPAID' },
  },
  {
    operation: 'REVERSE',
    prepare: received,
    mutation: 'reverseRepayment(id: $id, reason: "it bounced") { status }',
    before: { status: 'RECEIVED' },
    after: { status: 'REVERSED' },
  },
  {
    operation: 'CLOSE_BOOKS',
    prepare: () => Promise.resolve(null),
    mutation: 'closeBooks(until: "2026-02-28") { booksClosedUntil }',
    before: { booksClosedUntil: null },
    after: { booksClosedUntil: '2026-02-28' },
  },
  {
    operation: 'POLICY',
    prepare: drafted,
    mutation: 'publishPolicy(id: $id) { state }',
    before: { state: 'DRAFT' },
    after: { state: 'LIVE' },
  },
  {
    operation: 'LIFT_HOLD',
    prepare: held,
    mutation: 'liftHold(id: $id, reason: "cleared") { liftReason }',
    before: { liftReason: null },
    after: { liftReason: 'cleared' },
  },
];

const used = (change: Change): Change =>
  change.mutation.includes('$id')
    ? change
    : { ...change, mutation: `${change.mutation} unused: node(id: $id) { id }` };

describe('each change of the list', () => {
  closeAfterEach();

  test.for(CHANGES.map((change) => [change.operation, change] as const))(
    '%s waits, and is done by the same call of a second person',
    async ([operation, change]) => {
      people = await openPeople();
      const id = await change.prepare();
      await people.set(people.ann, ON);
      const send = (by: People['ann']) =>
        id === null ? told(by.graphql(`mutation { done: ${change.mutation} }`)) : ask(by, used(change), id);
      const asked = await send(people.ann);
      expect(asked).toMatchObject({ code: null, data: { done: change.before }, pending: { operation } });
      expect(await queueOf(people.bob)).toEqual([asked.pending.id]);
      expect((await send(people.ann)).pending).toEqual(asked.pending);
      expect(await send(people.bob)).toEqual({
        code: null,
        message: null,
        data: { done: change.after },
        pending: null,
      });
      expect(await queueOf(people.bob)).toEqual([]);
    },
  );

  test('those that keep money from going need one person', async () => {
    people = await openPeople();
    const [denied, withdrawn, revoked, report] = [
      await people.submit(),
      await people.bring('approved'),
      await people.bring('accepted'),
      await reported(),
    ];
    await people.set(people.ann, ON);
    const byOne = (text: string, id: string) =>
      told(people.ann.graphql(`mutation ($id: ID!) { done: ${text} { id } }`, { id }));
    const { partnerId } = people.partner;
    for (const done of [
      await byOne('denyInstantSettlement(id: $id, reason: HIGH_REFUND_RATE)', denied),
      await byOne('withdrawInstantSettlement(id: $id, reason: "r")', withdrawn),
      await byOne('revokeInstantSettlement(id: $id, reason: "r")', revoked),
      await byOne('declineRepayment(id: $id, reason: "r")', report),
      await byOne('hold(kind: PARTNER, id: $id, reason: "r")', partnerId),
    ])
      expect(done).toMatchObject({ code: null, pending: null });
  });
});

describe('a bulk', () => {
  closeAfterEach();

  const bulk = (by: People['ann'], items: string, more = '') =>
    told(
      by.graphql(
        `mutation { done: recordRepayments(input: { items: [${items}]${more} }) { recorded valid refused } }`,
      ),
    );

  test('waits as a whole by its total, and a dry run needs nobody', async () => {
    people = await openPeople();
    const [one, two] = [await people.bring('funded'), await people.bring('funded')];
    await people.set(
      people.ann,
      'twoPeople: [{ operation: BULK, rule: FROM }], twoPeopleFrom: [{ operation: BULK, currency: "HKD", amount: 200 }]',
    );
    const both = `${item(one)}, ${item(two)}`;
    expect(await bulk(people.ann, both, ', dryRun: true')).toMatchObject({ pending: null });
    const asked = await bulk(people.ann, both);
    expect(asked).toMatchObject({ data: { done: null }, pending: { operation: 'BULK', maker: 'Ann' } });
    const { json } = await people.bob.graphql(
      '{ pendingApprovals { nodes { objectId amounts { currency amount } } } }',
    );
    expect(json.data.pendingApprovals.nodes).toEqual([
      { objectId: null, amounts: [{ currency: 'HKD', amount: 200 }] },
    ]);
    // Another bulk is another change, and one below the amount needs one person.
    expect(await bulk(people.bob, item(one))).toMatchObject({ data: { done: { recorded: 1 } } });
    expect(await approvePending(people.bob, asked.pending.id)).toMatchObject({ code: 'conflict' });
    expect(await bulk(people.ann, item(two).replace('b 1', 'b 2'))).toMatchObject({
      data: { done: { recorded: 1 } },
    });
    // Split over several calls, the amounts add up.
    expect(await bulk(people.ann, item(two).replace('b 1', 'b 3'))).toMatchObject({
      pending: { operation: 'BULK' },
    });
  });

  test('is recorded once by a second person, also from a file', async () => {
    people = await openPeople('twoPeople: [{ operation: BULK, rule: ALWAYS }]');
    const id = await people.bring('funded');
    const csv = `funding_id,amount,currency,received_on,reference,source\n${id},1.00,HKD,2026-03-01,c 1,transfer\n`;
    const send = (by: People['ann']) =>
      told(
        by.graphql('mutation ($csv: String!) { done: importRepayments(input: { csv: $csv }) { recorded } }', {
          csv,
        }),
      );
    expect(await send(people.ann)).toMatchObject({ data: { done: null }, pending: { operation: 'BULK' } });
    expect(await send(people.bob)).toMatchObject({ data: { done: { recorded: 1 } }, pending: null });
    expect(await send(people.cat)).toMatchObject({ data: { done: { recorded: 0 } }, pending: null });
  });

  test('whose total is not exact is sent in parts, but only if two people are needed', async () => {
    people = await openPeople();
    const { MAX_SAFE_INTEGER: most } = Number;
    let [one, two] = [await people.bring('funded'), await people.bring('funded')];
    const large = (name: string) =>
      `${item(one).replace('100', String(most))}, ${item(two)}`.replaceAll('b 1', name);
    expect(await bulk(people.ann, large('b 2'))).toMatchObject({ data: { done: { recorded: 2 } } });
    [one, two] = [await people.bring('funded'), await people.bring('funded')];
    await people.set(people.ann, 'twoPeople: [{ operation: BULK, rule: ALWAYS }]');
    expect(await bulk(people.ann, large('b 3'))).toMatchObject({ code: 'parameter_invalid', pending: null });
    expect(await queueOf(people.ann)).toEqual([]);
  });

  test('that would record nothing tells so at once', async () => {
    people = await openPeople('twoPeople: [{ operation: BULK, rule: ALWAYS }]');
    const id = await people.bring('submitted');
    expect(await bulk(people.ann, item(id))).toMatchObject({
      data: { done: { recorded: 0, refused: 1 } },
      pending: null,
    });
    expect(await queueOf(people.ann)).toEqual([]);
  });
});

test('the table has every change but bulks, which have tests of their own', () => {
  expect(CHANGES.map(({ operation }) => operation.toLowerCase()).toSorted()).toEqual(
    SETTABLE_OPERATIONS.filter((each) => each !== 'bulk').toSorted(),
  );
});
