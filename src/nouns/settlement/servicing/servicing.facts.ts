import type { Encrypted } from '../../../engine/crypto/encryption.ts';
import type { Leg, NewEntry } from '../../ledger/entries.ts';
import type { WriteOffCode } from '../write-off.rules.ts';
import type { ServicingRow, ServicingStep } from './servicing-mac.ts';

/** The rules for the servicing of a settlement: its terms, and the settings of the provider. */
export interface ServicingRules {
  /** The day in the country of the customer. */
  readonly today: string;
  /** The part of a settlement, in minor units, that closes it although it is outstanding. */
  readonly smallDifference: number;
  readonly feeRecognition: 'over_period' | 'at_disbursement';
  readonly holidays: ReadonlySet<string>;
  /** The day since which nothing is owed, if it is not the day of the fact (`closing-day.ts`). */
  readonly closedOn?: string;
  /** The small differences that were given up. A settlement that owes something again owes them too. */
  readonly forgiven?: readonly Forgiven[];
  /** The notices that were written before, by the last day for the payment (`written-notices.ts`). */
  readonly notices?: ReadonlyMap<string, 'due_soon' | 'overdue'>;
}

/** An entry by which a small difference was given up. */
interface Forgiven {
  readonly id: string;
  readonly effectiveOn: string;
  readonly legs: readonly Leg[];
}

/** How a repayment is divided, in minor units. */
export interface Allocation {
  readonly refund: number;
  readonly fee: number;
  readonly principal: number;
  readonly recovery: number;
  readonly excess: number;
}

export type Source = 'transfer' | 'sales_share' | 'instalment' | 'offset';

/** What can happen to the money of a settlement. Amounts are in minor units, days `YYYY-MM-DD`. */
export interface Facts {
  readonly repayment: {
    readonly repaymentId: string;
    readonly amount: number;
    readonly source: Source;
    readonly effectiveOn: string;
  };
  readonly reversal: {
    readonly repaymentId: string;
    /** The entry of the repayment, which the reversal undoes. */
    readonly entryId: string;
    readonly source: Source;
    readonly allocated: Allocation;
    readonly effectiveOn: string;
    readonly reason: string;
  };
  /** The sum of open reports changes. */
  readonly report: { readonly change: number };
  readonly waive: { readonly amount: number; readonly reason: string | null };
  readonly writeOff: { readonly code: WriteOffCode; readonly reason: string | null };
  readonly refund: { readonly amount: number; readonly reason: string | null };
  readonly return: {
    readonly returnedOn: string;
    /** The entry of the payout. */
    readonly entryId: string;
    readonly reason: string;
  };
  readonly correct: {
    readonly paidOn: string;
    /** The entry of the payout. */
    readonly entryId: string;
    readonly reason: string;
  };
  /** No entry has the reason, so it is kept in the row. */
  readonly extend: { readonly dueOn: string; readonly reason: Encrypted };
  readonly undo: {
    readonly undone: Undone;
    /** The entry. For a write-off also the later entries that wrote off what reversals brought back. */
    readonly entries: readonly { readonly id: string; readonly legs: readonly Leg[] }[];
    readonly reason: string;
  };
  /** Each last day of a month that has come earns its part of the fee. */
  readonly earn: object;
  readonly notice: { readonly notice: 'due_soon' | 'overdue' };
  /** The holidays changed, so the last day for the payment is looked up again. */
  readonly holidays: object;
}

/** The kinds of entries that can be undone. */
export type Undone = 'waiver' | 'write_off' | 'refund';

/** One thing that happens to the money of a settlement. */
export type Fact<Kind extends keyof Facts = keyof Facts> = {
  readonly [Each in Kind]: { readonly kind: Each } & Facts[Each];
}[Kind];

/** An event that records a change of the row. */
export interface Step {
  readonly type: ServicingStep;
  /** Words, days and ids; never a personal value. */
  readonly data?: Readonly<Record<string, unknown>>;
}

/** What a fact changes. */
export interface Change {
  readonly after: ServicingRow;
  readonly entries: readonly NewEntry[];
  /** None if only the sum of reports changes. */
  readonly steps: readonly Step[];
  /** Whether it is not overdue any more. */
  readonly endsOverdue: boolean;
  /** The event of the settlement's machine that follows from it. */
  readonly move: 'repay' | 'reopen' | 'return' | null;
  /** How a repayment was divided; null for other facts. */
  readonly allocation: Allocation | null;
}
