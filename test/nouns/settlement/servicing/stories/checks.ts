import { expect } from 'vitest';
import { AMOUNT, dayAfter, type Story } from './story.ts';

type Sums = Readonly<Record<string, number>>;

/** All that must hold after each step. */
export async function check(story: Story): Promise<void> {
  const settlement = await story.settlement();
  const entries = await story.entries();
  for (const { legs } of entries) expect(legs.reduce((sum, [, amount]) => sum + amount, 0)).toBe(0);
  const sums: Record<string, number> = {};
  for (const [account, amount] of entries.flatMap(({ legs }) => legs))
    sums[account] = (sums[account] ?? 0) + amount;
  // No entry is undone twice.
  const mirrors = entries.flatMap((entry) => entry.mirrors ?? []);
  expect(new Set(mirrors).size).toBe(mirrors.length);

  const repayments = await story.repayments();
  const { servicing } = settlement;
  const isSent = settlement.status === 'funded' || settlement.status === 'repaid';
  expect(servicing !== null).toBe(isSent);
  checkMoney({ sums, isSent, repayments, entries });
  if (servicing === null) {
    for (const account of ['principal_receivable', 'fee_receivable', 'refund_receivable', 'excess_payable'])
      expect(sums[account] ?? 0).toBe(0);
    return;
  }
  checkBalances(servicing, sums);
  // A settlement that owes something owes the small differences too.
  if (settlement.status === 'funded' && servicing.written_off === null)
    expect(sums['small_difference'] ?? 0).toBe(0);
  const reported = repayments.filter(({ status }) => status === 'reported');
  expect(servicing.reported).toBe(reported.reduce((sum, { amount }) => sum + amount, 0));
  // Money that counts came after it was sent.
  for (const { status, received_on } of repayments)
    if (status === 'received') expect(received_on >= servicing.funded_on).toBe(true);
  checkState(story, settlement);
  checkDays(servicing, { repayments, entries });
  await checkStatement(story, servicing);
}

/** Balances are the sums of their legs. */
function checkBalances(servicing: ReturnType<typeof JSON.parse>, sums: Sums): void {
  const on = (account: string) => sums[account] ?? 0;
  const owed = on('principal_receivable') + on('fee_receivable') + on('refund_receivable');
  const writtenOff = servicing.written_off;
  expect(servicing).toMatchObject({
    principal_outstanding: on('principal_receivable'),
    fee_outstanding: on('fee_receivable'),
    refund_receivable: on('refund_receivable'),
    outstanding: owed,
    excess: 0 - on('excess_payable'),
    claim: writtenOff === null ? 0 : writtenOff.principal + writtenOff.fee + on('recovery'),
  });
  expect(servicing.principal_outstanding).toBeLessThanOrEqual(AMOUNT);
  // Of the fee, what is not earned is unearned, written off or given back.
  expect(on('fee_unearned')).toBeLessThanOrEqual(0);
  expect(on('fee_income')).toBeLessThanOrEqual(0);
}

interface Money {
  readonly sums: Sums;
  readonly isSent: boolean;
  readonly repayments: Awaited<ReturnType<Story['repayments']>>;
  readonly entries: Awaited<ReturnType<Story['entries']>>;
}

/** Money is where it came from: what was sent, what was received and stands, and what was paid back. */
function checkMoney({ sums, isSent, repayments, entries }: Money): void {
  const received = repayments.filter(({ status }) => status === 'received');
  const refunds = entries
    .filter(({ kind }) => kind === 'refund' || kind === 'refund_undone')
    .flatMap(({ legs }) => legs)
    .reduce((sum, [account, amount]) => (account === 'cash' ? sum + amount : sum), 0);
  const money = (sums['cash'] ?? 0) + (sums['partner_clearing'] ?? 0) + (sums['offset_clearing'] ?? 0);
  const sent = isSent ? AMOUNT : 0;
  expect(money).toBe(received.reduce((sum, { amount }) => sum + amount, 0) - sent + refunds);
  for (const { allocated, amount, status } of repayments) {
    const parts = allocated.principal + allocated.fee + allocated.excess + allocated.recovery;
    expect(parts).toBe(status === 'received' || status === 'reversed' ? amount : 0);
  }
}

/** The state follows from the balance and the day. */
function checkState(story: Story, { status, servicing }: ReturnType<typeof JSON.parse>): void {
  const { outstanding, claim, excess, pay_by, written_off, closed_on } = servicing;
  const owed = outstanding + claim;
  expect(claim).toBeGreaterThanOrEqual(0);
  // Never is something owed while excess is held.
  expect(owed > 0 && excess > 0).toBe(false);
  expect(status).toBe(owed > 0 ? 'funded' : 'repaid');
  expect(closed_on === null).toBe(owed > 0);
  const today = story.stage.today();
  const isSoon = today >= dayAfter(pay_by, -3);
  const open = today > pay_by ? 'overdue' : isSoon ? 'due_soon' : 'current';
  expect(servicing.state).toBe(written_off !== null ? 'written_off' : outstanding === 0 ? 'settled' : open);
}

/** Nothing that stands is from before the payout, and the day of the last payment is the one on which all was paid. */
function checkDays(
  servicing: ReturnType<typeof JSON.parse>,
  { repayments, entries }: Pick<Money, 'repayments' | 'entries'>,
): void {
  const lastReturn = entries.findLastIndex(({ kind }) => kind === 'disbursement_returned');
  const undone = new Set(entries.map(({ mirrors }) => mirrors));
  const standing = entries
    .slice(lastReturn + 1)
    .filter(({ id, kind, mirrors }) => mirrors === null && !undone.has(id) && kind !== 'fee_earned');
  for (const { effective_on } of standing)
    expect(effective_on >= servicing.funded_on, effective_on).toBe(true);
  // Only repayments of one payout, and all of them stand or never were.
  const isPlain =
    standing.every(({ kind }) => ['disbursement', 'repayment'].includes(kind)) &&
    repayments.every(({ reversal }) => reversal === null || reversal.kind === 'mistake');
  if (servicing.closed_on === null || !isPlain) return;
  let owed = servicing.paid;
  for (const { amount, received_on } of repayments
    .filter(({ status }) => status === 'received')
    .toSorted((one, other) => (one.received_on < other.received_on ? -1 : 1))) {
    owed -= amount;
    if (owed > 0) continue;
    expect(servicing.closed_on).toBe(received_on);
    return;
  }
}

/** The statement ends with what is owed, and each line has the balance of its moment. */
async function checkStatement(story: Story, servicing: ReturnType<typeof JSON.parse>): Promise<void> {
  const { json } = await story.partner.rest('GET', story.statementPath());
  const owed = servicing.outstanding - servicing.excess;
  expect(json.closing_balance).toBe(String(owed));
  const lines: readonly { entry_id: string; amount: number; balance: number }[] = json.items;
  let balance = 0;
  for (const line of lines.toSorted((one, other) => (one.entry_id < other.entry_id ? -1 : 1))) {
    balance += line.amount;
    expect(line.balance).toBe(balance);
  }
}

/** A statement of an earlier moment is what it was then. */
export async function checkMoment(story: Story): Promise<void> {
  const moment = story.pick(story.moments);
  if (moment === null) return;
  expect((await story.partner.rest('GET', moment.path)).text).toBe(moment.text);
}

/** A change that is sent again with its key answers the same bytes. */
export async function checkReplay(story: Story): Promise<void> {
  const done = story.pick(story.stage.replayable());
  if (done !== null) expect(await done.again()).toBe(done.text);
}
