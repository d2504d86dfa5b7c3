import type { NewEntry } from '../../ledger/entries.ts';
import type { ServicingRow, ServicingStep } from './servicing-mac.ts';

/** What a settlement is serviced by: the terms of the settlement, and the settings of the provider. */
export interface ServicingRules {
  /** The day in the country of the customer. */
  readonly today: string;
  /** The part of a settlement, in minor units, that closes it although it is outstanding. */
  readonly smallDifference: number;
  readonly feeRecognition: 'over_period' | 'at_disbursement';
  readonly holidays: ReadonlySet<string>;
}

/** How a repayment is divided, in minor units. */
export interface Allocation {
  readonly refund: number;
  readonly fee: number;
  readonly principal: number;
  readonly recovery: number;
  readonly excess: number;
}

/** Why what was outstanding is written off. */
export const WRITE_OFF_CODES = ['insolvency', 'fraud', 'dispute', 'uneconomic', 'other'] as const;
export type WriteOffCode = (typeof WRITE_OFF_CODES)[number];

export type Source = 'transfer' | 'sales_share' | 'instalment' | 'offset';

/** One thing that happens to the money of a settlement. Amounts are in minor units, days `YYYY-MM-DD`. */
export type Fact =
  | {
      readonly kind: 'repayment';
      readonly repaymentId: string;
      readonly amount: number;
      readonly source: Source;
      readonly effectiveOn: string;
    }
  | {
      readonly kind: 'reversal';
      readonly repaymentId: string;
      /** The entry of the repayment, which the reversal undoes. */
      readonly entryId: string;
      readonly source: Source;
      readonly allocated: Allocation;
      readonly effectiveOn: string;
      readonly reason: string;
    }
  | { readonly kind: 'report'; readonly change: number }
  | { readonly kind: 'waive'; readonly amount: number; readonly reason: string }
  | { readonly kind: 'writeOff'; readonly code: WriteOffCode; readonly reason: string | null }
  | { readonly kind: 'refund'; readonly amount: number; readonly reason: string }
  | { readonly kind: 'return'; readonly returnedOn: string; readonly reason: string }
  | { readonly kind: 'correct'; readonly paidOn: string; readonly reason: string }
  | { readonly kind: 'extend'; readonly dueOn: string; readonly reason: string }
  | {
      readonly kind: 'undo';
      readonly entryId: string;
      readonly undone: 'waiver' | 'write_off' | 'refund';
      readonly legs: NewEntry['legs'];
      readonly reason: string;
    }
  | { readonly kind: 'earn'; readonly until: string }
  | { readonly kind: 'notice'; readonly notice: 'due_soon' | 'overdue' };

/** What a fact changes. */
export interface Change {
  readonly after: ServicingRow;
  readonly entries: readonly NewEntry[];
  /** The event that records it; null if only what is reported changes. */
  readonly step: ServicingStep | null;
  readonly data: Readonly<Record<string, unknown>>;
  /** Events that follow from it, after the step: `funding.overdue_ended`. */
  readonly follows: readonly 'funding.overdue_ended'[];
  /** The event of the settlement's machine that follows from it. */
  readonly move: 'repay' | 'reopen' | 'return' | null;
  /** How a repayment was divided; null for other facts. */
  readonly allocation: Allocation | null;
}
