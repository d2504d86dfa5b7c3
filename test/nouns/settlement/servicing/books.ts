import { applyFact } from '../../../../src/nouns/settlement/servicing/apply-fact.ts';
import type { Fact, ServicingRules } from '../../../../src/nouns/settlement/servicing/servicing.facts.ts';
import type { ServicingRow } from '../../../../src/nouns/settlement/servicing/servicing-mac.ts';

/** HKD 1,000.00 with a fee of HKD 60.00, sent on 2 March 2026 for 30 days. */
export const FUNDED: ServicingRow = {
  id: 'fun_1',
  partner_id: 'par_1',
  customer_id: 'cus_1',
  currency: 'HKD',
  country: 'HK',
  amount: 100_000,
  fee: 6_000,
  period_days: 30,
  repayment_order: 'fee_first',
  funded_on: '2026-03-02',
  due_on: '2026-04-01',
  original_due_on: '2026-04-01',
  pay_by: '2026-04-01',
  extensions: 0,
  extension_reason: null,
  principal_outstanding: 100_000,
  fee_outstanding: 6_000,
  refund_receivable: 0,
  excess: 0,
  reported: 0,
  paid: 0,
  fee_earned: 0,
  fee_unearned: 6_000,
  refunded: 0,
  applied_principal: 0,
  applied_fee: 0,
  applied_refund: 0,
  applied_recovery: 0,
  fee_waived: 0,
  written_off_principal: 0,
  written_off_fee: 0,
  written_off_on: null,
  written_off_code: null,
  recovered: 0,
  closed_on: null,
  excess_since: null,
  earned_until: '2026-03-02',
  notice: 'none',
  recorded_at: '2026-03-02T02:00:00Z',
  entries: 1,
  updated_at: '2026-03-02T02:00:00Z',
  steps: 1,
  mac: '',
};

export const RULES: ServicingRules = {
  today: '2026-03-10',
  smallDifference: 0,
  feeRecognition: 'over_period',
  holidays: new Set(),
};

interface Start {
  readonly row?: Partial<ServicingRow>;
  readonly rules?: Partial<ServicingRules>;
}

/** Applies facts one after another; each entry of the last fact as `kind day: account amount, ...`. */
export function posted(facts: readonly Fact[], { row = {}, rules = {} }: Start = {}) {
  let present: ServicingRow = { ...FUNDED, ...row };
  let entries: readonly string[] = [];
  let move: string | null = null;
  for (const fact of facts) {
    const change = applyFact(present, fact, { ...RULES, ...rules });
    present = change.after;
    move = change.move;
    entries = change.entries.map(
      ({ kind, effectiveOn, legs }) =>
        `${kind} ${effectiveOn}: ${legs.map(([account, amount]) => `${account} ${amount}`).join(', ')}`,
    );
  }
  return { row: present, entries, move };
}

export const repayment = (
  amount: number,
  more: Partial<Extract<Fact, { kind: 'repayment' }>> = {},
): Fact => ({
  kind: 'repayment',
  repaymentId: 'rep_1',
  amount,
  source: 'transfer',
  effectiveOn: '2026-03-10',
  ...more,
});

const NOTHING = { refund: 0, fee: 0, principal: 0, recovery: 0, excess: 0 };

export const reversal = (
  allocated: Partial<Extract<Fact, { kind: 'reversal' }>['allocated']>,
  more: Partial<Extract<Fact, { kind: 'reversal' }>> = {},
): Fact => ({
  kind: 'reversal',
  repaymentId: 'rep_1',
  entryId: 'ent_1',
  source: 'transfer',
  allocated: { ...NOTHING, ...allocated },
  effectiveOn: '2026-03-10',
  reason: 'it bounced',
  ...more,
});

export const waive = (amount: number): Fact => ({ kind: 'waive', amount, reason: 'late payout' });
export const refund = (amount: number): Fact => ({ kind: 'refund', amount, reason: 'paid twice' });
export const writeOff: Fact = { kind: 'writeOff', code: 'fraud', reason: null };
