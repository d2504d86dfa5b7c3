import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sharedDatabase } from '../../support/database/shared-database.ts';
import { checkpointAll, verify } from '../../support/fixtures/audit-fixture.ts';
import { openTestGateway, settlementBody, type TestGateway } from '../../support/gateway.ts';

const ROUNDS = Array.from({ length: 4 }, (_, round) => round);
const OWED = 1_002_000;
const START = new Date('2026-03-02T02:00:00Z');
const [PAID_ON, TODAY] = ['2026-03-02', '2026-03-03'];

let now = START;
const database = await sharedDatabase();
let gateways: readonly [TestGateway, TestGateway];
let keys: { readonly partner: string; readonly operator: string };
let customerId: string;
beforeAll(async () => {
  const open = () => openTestGateway({ DATABASE_URL: database.url }, () => now);
  gateways = [await open(), await open()];
  const [first] = gateways;
  const partner = await first.partner({ review: 'manual', reports_repayments: true });
  const operator = await first.key(partner.partnerId, { role: 'operator' });
  keys = { partner: partner.apiKey, operator: operator.apiKey };
  customerId = await partner.completeCustomer('HK');
});
afterAll(async () => {
  for (const gateway of gateways) await gateway.close();
  await database.drop();
});

/** A mutation on one of the processes: its result, or the code of its error. */
async function run(process: 0 | 1, by: 'partner' | 'operator', mutation: string, headers = {}) {
  const client = gateways[process].withKey(keys[by]);
  const { json, text } = await client.graphql(`mutation { done: ${mutation} }`, {}, headers);
  return { code: json.errors?.[0].extensions.code ?? 'done', done: json.data?.done, text };
}
const operator = (process: 0 | 1, mutation: string, headers = {}) =>
  run(process, 'operator', mutation, headers);
const codesOf = (answers: readonly { readonly code: string }[]) => answers.map(({ code }) => code).toSorted();

async function fund(): Promise<string> {
  now = START;
  const partner = gateways[0].withKey(keys.partner);
  const { json } = await partner.rest('POST', '/v1/instant-settlements', settlementBody(customerId));
  const { funding_id: id } = json;
  await operator(0, `approveInstantSettlement(id: "${id}") { id }`);
  await run(0, 'partner', `acceptInstantSettlement(id: "${id}") { id }`);
  const sent = await operator(0, `disburseInstantSettlement(id: "${id}", reference: "payment 7") { id }`);
  expect(sent.code).toBe('done');
  now = new Date(START.getTime() + 86_400_000);
  return id;
}

let made = 0;
const inputOf = (amount: number, more = '') =>
  `{ amount: ${amount}, source: TRANSFER, reference: "ref ${(made += 1)}"${more} }`;
const recording = (id: string, amount: number, more = '') =>
  `recordRepayment(id: "${id}", input: ${inputOf(amount, more)}) { id status allocated { excess recovery } }`;
const record = async (id: string, amount: number) => (await operator(0, recording(id, amount))).done.id;
const report = async (id: string) =>
  (await run(0, 'partner', `reportRepayment(id: "${id}", input: ${inputOf(1_000)}) { id }`)).done.id;
const settlement = async (id: string) =>
  (await gateways[1].withKey(keys.partner).rest('GET', `/v1/instant-settlements/${id}`)).json;

/** The types of the events of a subject in their order. */
async function eventsOf(subject: string): Promise<readonly string[]> {
  const rows = await gateways[0].gateway.database.reads
    .selectFrom('event')
    .select('type')
    .where('subject', '=', subject)
    .orderBy('sequence')
    .execute();
  return rows.map(({ type }) => type);
}

/** The legs of a settlement added up by account; each entry must be balanced. */
async function sums(id: string): Promise<Readonly<Record<string, number>>> {
  const rows = await gateways[0].gateway.database.reads
    .selectFrom('ledger_entry')
    .select('legs')
    .where('settlement_id', '=', id)
    .execute();
  const found: Record<string, number> = {};
  for (const { legs } of rows) {
    let sum = 0;
    for (const [account, amount] of JSON.parse(legs)) {
      sum += amount;
      found[account] = (found[account] ?? 0) + amount;
    }
    expect(sum).toBe(0);
  }
  return found;
}

const countOf = (types: readonly string[], type: string) => types.filter((each) => each === type).length;

describe('on two processes at once', () => {
  test.each(ROUNDS)('of two reversals with two keys one wins (round %d)', async () => {
    const id = await fund();
    const repayment = await record(id, OWED);
    const reversal = `reverseRepayment(id: "${repayment}", reason: "it bounced") { id }`;
    const answers = await Promise.all([
      operator(0, reversal, { 'idempotency-key': `one-${repayment}` }),
      operator(1, reversal, { 'idempotency-key': `two-${repayment}` }),
    ]);
    expect(codesOf(answers)).toEqual(['done', 'repayment_status_invalid']);
    expect(await eventsOf(`repayment/${repayment}`)).toEqual(['repayment.received', 'repayment.reversed']);
    expect(countOf(await eventsOf(`funding/${id}`), 'funding.reopened')).toBe(1);
    expect(await sums(id)).toMatchObject({ principal_receivable: 1_000_000, fee_receivable: 2_000 });
  });

  test.each(ROUNDS)('of two last repayments one pays, and the other one is excess (round %d)', async () => {
    const id = await fund();
    const answers = await Promise.all([operator(0, recording(id, OWED)), operator(1, recording(id, OWED))]);
    expect(codesOf(answers)).toEqual(['done', 'done']);
    expect(answers.map(({ done }) => done.allocated.excess).toSorted()).toEqual([0, OWED]);
    expect(countOf(await eventsOf(`funding/${id}`), 'funding.repaid')).toBe(1);
    expect(await sums(id)).toMatchObject({ principal_receivable: 0, excess_payable: -OWED });
  });

  test.each(ROUNDS)('a repayment comes before the write-off, or is a recovery (round %d)', async () => {
    const id = await fund();
    const [repaid, writtenOff] = await Promise.all([
      operator(0, recording(id, OWED)),
      operator(1, `writeOffInstantSettlement(id: "${id}", code: FRAUD) { id }`),
    ]);
    expect(repaid.code).toBe('done');
    const wasFirst = repaid.done.allocated.recovery === 0;
    expect(writtenOff.code).toBe(wasFirst ? 'funding_status_invalid' : 'done');
    expect((await settlement(id)).servicing).toMatchObject({ outstanding: 0, claim: 0, paid: OWED });
    expect(countOf(await eventsOf(`funding/${id}`), 'funding.repaid')).toBe(1);
    await sums(id);
  });

  test.each(ROUNDS)('of confirm, decline and cancel one wins (round %d)', async (round) => {
    const id = await fund();
    const repayment = await report(id);
    const [one, other] = round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const);
    const answers = await Promise.all([
      operator(one, `confirmRepayment(id: "${repayment}") { status }`),
      operator(other, `declineRepayment(id: "${repayment}", reason: "never came") { status }`),
      run(other, 'partner', `cancelRepayment(id: "${repayment}") { status }`),
    ]);
    expect(codesOf(answers)).toEqual(['done', 'repayment_status_invalid', 'repayment_status_invalid']);
    const winner = answers.find(({ code }) => code === 'done')?.done.status.toLowerCase();
    expect(await eventsOf(`repayment/${repayment}`)).toEqual(['repayment.reported', `repayment.${winner}`]);
    const paid = winner === 'received' ? 1_000 : 0;
    expect((await settlement(id)).servicing).toMatchObject({ reported: 0, paid });
    await sums(id);
  });

  test.each(ROUNDS)('of one bulk with two keys all is recorded once (round %d)', async () => {
    const ids = [await fund(), await fund(), await fund()];
    const items = ids.map((id) => `{ fundingId: "${id}", amount: 10, source: TRANSFER, reference: "same" }`);
    const bulk = `recordRepayments(input: { items: [${items.join(', ')}] }) { recorded refused }`;
    const answers = await Promise.all([operator(0, bulk), operator(1, bulk)]);
    expect(answers.map(({ done }) => done).toSorted((one, other) => one.recorded - other.recorded)).toEqual([
      { recorded: 0, refused: 3 },
      { recorded: 3, refused: 0 },
    ]);
    for (const id of ids) expect((await settlement(id)).servicing.paid).toBe(10);
  });

  test.each(ROUNDS)(
    'of one bulk with one key all is recorded once, and has one answer (round %d)',
    async () => {
      const id = await fund();
      const item = `{ fundingId: "${id}", amount: 10, source: TRANSFER, reference: "same" }`;
      const bulk = `recordRepayments(input: { items: [${item}] }) { recorded items { repayment { id } } }`;
      const headers = { 'idempotency-key': `bulk-${id}` };
      const send = (process: 0 | 1) => operator(process, bulk, headers);
      const answers = await Promise.all([send(0), send(1)]);
      // Of requests at once with one key, one may be asked to come again.
      for (const { code } of answers) expect(['done', 'idempotency_key_in_use']).toContain(code);
      const again = await Promise.all([send(0), send(1)]);
      const texts = [...answers, ...again].filter(({ code }) => code === 'done').map(({ text }) => text);
      expect([texts.length >= 3, new Set(texts).size]).toEqual([true, 1]);
      expect((await settlement(id)).servicing.paid).toBe(10);
    },
  );

  test.each(ROUNDS)('a reversal, a confirmation and a write-off leave one balance (round %d)', async () => {
    const id = await fund();
    const [received, reported] = [await record(id, 5_000), await report(id)];
    const answers = await Promise.all([
      operator(0, `reverseRepayment(id: "${received}", reason: "it bounced") { id }`),
      operator(1, `confirmRepayment(id: "${reported}") { id }`),
      operator(1, `writeOffInstantSettlement(id: "${id}", code: FRAUD) { id }`),
    ]);
    expect(codesOf(answers)).toEqual(['done', 'done', 'done']);
    // In each order 1,000 of 1,002,000 is paid, and the rest is a claim.
    expect((await settlement(id)).servicing).toMatchObject({
      outstanding: 0,
      claim: OWED - 1_000,
      paid: 1_000,
    });
    expect(countOf(await eventsOf(`funding/${id}`), 'funding.written_off')).toBe(1);
    await sums(id);
  });

  test.each(ROUNDS)('a waiver and the last repayment leave excess in each order (round %d)', async () => {
    const id = await fund();
    const answers = await Promise.all([
      operator(0, `waiveFee(id: "${id}", amount: 2000) { id }`),
      operator(1, recording(id, OWED)),
    ]);
    expect(codesOf(answers)).toEqual(['done', 'done']);
    const { status, servicing } = await settlement(id);
    expect([status, servicing.outstanding, servicing.excess]).toEqual(['repaid', 0, 2_000]);
    expect(countOf(await eventsOf(`funding/${id}`), 'funding.repaid')).toBe(1);
    await sums(id);
  });
});

test('while books are closed, a late fact is either in them or of today', async () => {
  const id = await fund();
  const closing = operator(0, `closeBooks(until: "${PAID_ON}") { booksClosedUntil }`);
  const late = operator(1, recording(id, 1_000, `, receivedOn: "${PAID_ON}"`));
  expect(codesOf(await Promise.all([closing, late]))).toEqual(['done', 'done']);
  await gateways[0].relay();
  const { reads } = gateways[0].gateway.database;
  const order = await reads
    .selectFrom('feed')
    .innerJoin('event', 'event.number', 'feed.event_number')
    .select('event.type')
    .where('event.type', 'in', ['provider.books_closed', 'funding.balance_changed'])
    .orderBy('feed.position')
    .execute();
  const wasOpen = order.at(-1)?.type === 'provider.books_closed';
  const { json } = await gateways[1]
    .withKey(keys.partner)
    .rest('GET', `/v1/instant-settlements/${id}/statement`);
  expect(json.items.at(-1)).toMatchObject({ effective_on: PAID_ON, posted_on: wasOpen ? PAID_ON : TODAY });
});

test('after all races the trail and the books of both processes are intact', async () => {
  await checkpointAll(gateways[0]);
  expect((await verify(gateways[1])).findings).toEqual([]);
});
