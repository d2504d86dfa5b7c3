import type { Problem } from '../../../kernel/errors.ts';
import type { RepaymentView } from '../repayment.present.ts';

/** What becomes of an item of a bulk. */
type Outcome = 'recorded' | 'valid' | 'refused';
export const OUTCOME_MEANINGS: Readonly<Record<Outcome, string>> = {
  recorded: 'It was recorded.',
  valid: 'It could be recorded, and was not.',
  refused: 'It cannot be recorded; see `errors`.',
};

/** Faults that are shown of one item. With more, a bulk of 500 would cost more than GraphQL allows. */
export const FAULTS_MAX = 2;

export interface Verdict {
  /** The place of the item from 1 on, or its row in the file. */
  readonly row: number;
  /** The settlement that the item names; null if none can be read. */
  readonly funding_id: string | null;
  readonly outcome: Outcome;
  /** The day on which the money came; null if it is refused. */
  readonly received_on: string | null;
  /** The reference of the payment; null if it is refused. */
  readonly reference: string | null;
  /** The currency of `allocated`; null if it is refused. */
  readonly currency: string | null;
  /** What it pays, or would pay; null if it is refused. */
  readonly allocated: RepaymentView['allocated'] | null;
  /** Null unless it was recorded. */
  readonly repayment: RepaymentView | null;
  readonly faults: readonly Problem[];
}

export interface BulkView {
  readonly recorded: number;
  readonly valid: number;
  readonly refused: number;
  readonly items: readonly Verdict[];
}

export const bulkView = (items: readonly Verdict[]): BulkView => {
  const count = (outcome: Outcome) => items.filter((item) => item.outcome === outcome).length;
  return { recorded: count('recorded'), valid: count('valid'), refused: count('refused'), items };
};
