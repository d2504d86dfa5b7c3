import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { OperationError } from '../../../../src/kernel/errors.ts';
import { daysAfter } from '../../../../src/kernel/days.ts';
import type { NewEntry } from '../../../../src/nouns/ledger/entries.ts';
import { applyFact } from '../../../../src/nouns/settlement/servicing/apply-fact.ts';
import { claimOf, outstandingOf } from '../../../../src/nouns/settlement/servicing/balances.ts';
import type {
  Allocation,
  Fact,
  Source,
  Undone,
} from '../../../../src/nouns/settlement/servicing/servicing.facts.ts';
import type { ServicingRow } from '../../../../src/nouns/settlement/servicing/servicing-mac.ts';
import { FUNDED, RULES } from './books.ts';

/** What a random step does; numbers choose amounts, days and records. */
const Step = fc.record({
  what: fc.constantFrom(
    'repay',
    'repay',
    'repay',
    'reverse',
    'reverse',
    'waive',
    'writeOff',
    'refund',
    'undo',
    'extend',
    'correct',
    'earn',
    'days',
  ),
  part: fc.integer({ min: 1, max: 130 }),
  pick: fc.nat(20),
  source: fc.constantFrom<Source>('transfer', 'sales_share', 'instalment', 'offset'),
});
type RandomStep = typeof Step extends fc.Arbitrary<infer Value> ? Value : never;

interface Posted extends NewEntry {
  readonly id: string;
}

interface Received {
  readonly id: string;
  readonly entryId: string;
  readonly source: Source;
  readonly allocated: Allocation;
}

/** A settlement that is played step by step: its row, its entries, and the repayments that stand. */
class Play {
  row: ServicingRow;
  today: string = RULES.today;
  readonly entries: Posted[];
  readonly received: Received[] = [];

  constructor(order: string) {
    this.row = { ...FUNDED, repayment_order: order };
    this.entries = [
      {
        id: 'ent_0',
        kind: 'disbursement',
        effectiveOn: FUNDED.funded_on,
        legs: [
          ['principal_receivable', 100_000],
          ['fee_receivable', 6_000],
          ['cash', -100_000],
          ['fee_unearned', -6_000],
        ],
      },
    ];
  }

  /** Applies the fact of a step; a refusal changes nothing. */
  take(step: RandomStep): void {
    if (step.what === 'days') {
      this.today = daysAfter(this.today, step.pick * 3);
      return;
    }
    const fact = this.factOf(step);
    if (fact === null) return;
    try {
      const { after, entries, allocation } = applyFact(this.row, fact, { ...RULES, today: this.today });
      this.row = after;
      for (const entry of entries) this.entries.push({ ...entry, id: `ent_${this.entries.length}` });
      if (fact.kind === 'repayment' && allocation !== null) this.receive(fact, allocation);
      if (fact.kind === 'reversal')
        this.received.splice(
          this.received.findIndex(({ id }) => id === fact.repaymentId),
          1,
        );
    } catch (error) {
      if (!(error instanceof OperationError)) throw error;
    }
  }

  private receive({ repaymentId: id, source }: Fact<'repayment'>, allocated: Allocation): void {
    const entry = this.entries.findLast((each) => each.repaymentId === id);
    if (entry !== undefined) this.received.push({ id, entryId: entry.id, source, allocated });
  }

  private factOf({ what, part, pick, source }: RandomStep): Fact | null {
    const share = (amount: number) => Math.max(1, Math.floor((amount * part) / 100));
    const reason = 'test';
    switch (what) {
      case 'repay':
        return {
          kind: 'repayment',
          repaymentId: `rep_${this.entries.length}`,
          amount: share(Math.max(outstandingOf(this.row), 5_000)),
          source,
          effectiveOn: this.today,
        };
      case 'reverse': {
        const chosen = this.received[pick % Math.max(1, this.received.length)];
        if (chosen === undefined) return null;
        const { id: repaymentId, ...rest } = chosen;
        return { kind: 'reversal', repaymentId, ...rest, effectiveOn: this.today, reason };
      }
      case 'waive':
        return { kind: 'waive', amount: share(FUNDED.fee), reason };
      case 'writeOff':
        return { kind: 'writeOff', code: 'fraud', reason };
      case 'refund':
        return { kind: 'refund', amount: share(this.row.excess), reason };
      case 'extend':
        return { kind: 'extend', dueOn: daysAfter(this.row.due_on, pick), reason: 'v1.test.test' };
      case 'correct': {
        const payout = this.standing('disbursement').at(-1);
        const paidOn = daysAfter(FUNDED.funded_on, pick % 5);
        return payout === undefined ? null : { kind: 'correct', paidOn, entryId: payout.id, reason };
      }
      case 'undo':
        return this.undoOf(pick, reason);
      default:
        return { kind: 'earn' };
    }
  }

  private undoOf(pick: number, reason: string): Fact | null {
    const undone = (['waiver', 'write_off', 'refund'] as const)[pick % 3] satisfies Undone | undefined;
    if (undone === undefined) return null;
    const standing = this.standing(undone);
    const entries = undone === 'write_off' ? standing : standing.slice(0, 1);
    return entries.length === 0 ? null : { kind: 'undo', undone, entries, reason };
  }

  private standing(kind: NewEntry['kind']): readonly Posted[] {
    const mirrored = new Set(this.entries.map(({ mirrors }) => mirrors));
    return this.entries.filter((entry) => entry.kind === kind && !mirrored.has(entry.id));
  }

  /** The sum of all legs on an account. */
  sumOn(account: string): number {
    return this.entries
      .flatMap(({ legs }) => legs)
      .reduce((sum, [name, amount]) => (name === account ? sum + amount : sum), 0);
  }
}

function check(play: Play): void {
  const { row, entries } = play;
  const sumOn = (account: string) => play.sumOn(account);
  for (const { legs } of entries) expect(legs.reduce((sum, [, amount]) => sum + amount, 0)).toBe(0);
  expect({
    principal: sumOn('principal_receivable'),
    fee: sumOn('fee_receivable'),
    refund: sumOn('refund_receivable'),
    excess: -sumOn('excess_payable') + 0,
    unearned: -sumOn('fee_unearned') + 0,
    earned: -sumOn('fee_income') + 0,
    waived: sumOn('fee_waived'),
    recovered: -sumOn('recovery') + 0,
  }).toEqual({
    principal: row.principal_outstanding,
    fee: row.fee_outstanding,
    refund: row.refund_receivable,
    excess: row.excess,
    unearned: row.fee_unearned,
    earned: row.fee_earned,
    waived: row.fee_waived,
    recovered: row.recovered,
  });
  expect(row.principal_outstanding).toBeLessThanOrEqual(row.amount);
  expect(row.fee_outstanding).toBeLessThanOrEqual(row.fee);
  const owed = outstandingOf(row) + claimOf(row);
  expect(claimOf(row)).toBeGreaterThanOrEqual(0);
  // Never is something owed while excess is held, and the state follows from the balances.
  expect(owed > 0 && row.excess > 0).toBe(false);
  expect(row.closed_on !== null).toBe(owed === 0);
  // No entry undoes one that another entry undid.
  const mirrors = entries.flatMap((entry) => entry.mirrors ?? []);
  expect(new Set(mirrors).size).toBe(mirrors.length);
}

test.each([['fee_first'], ['principal_first']])(
  'after any operations, legs sum to zero, balances are their sums, and the state follows (%s)',
  (order) => {
    fc.assert(
      fc.property(fc.array(Step, { minLength: 5, maxLength: 40 }), (steps) => {
        const play = new Play(order);
        for (const step of steps) {
          play.take(step);
          check(play);
        }
      }),
      { numRuns: 300, seed: 46 },
    );
  },
);
