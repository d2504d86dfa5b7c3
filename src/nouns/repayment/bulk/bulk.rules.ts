import type { Problem } from '../../../kernel/errors.ts';

/** Repayments of one transaction. It takes less than a second, and other writers on SQLite wait for it. */
export const BULK_MAX = 500;

/** An item of a bulk before its fields are checked. */
export interface RawItem {
  readonly funding_id: string;
  readonly [member: string]: unknown;
}

/** An item, or its faults if it cannot be read. `row` counts from 1, or is the row of a file. */
export type BulkRow =
  | { readonly row: number; readonly item: RawItem }
  | { readonly row: number; readonly funding_id: string | null; readonly faults: readonly Problem[] };
