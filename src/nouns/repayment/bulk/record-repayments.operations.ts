import type { z } from 'zod';
import { refusal } from '../../../kernel/errors.ts';
import { CsvFault } from '../../../engine/sheets/read-csv.ts';
import { type CommandContext, defineCommand } from '../../../pipeline/operation.ts';
import type { Matter } from '../../../pipeline/matter.ts';
import { readRepayments } from './repayment-csv.ts';
import { ImportRepaymentsInput, RecordRepaymentsInput } from './bulk.input.ts';
import type { BulkView } from './bulk.present.ts';
import type { BulkRow } from './bulk.rules.ts';
import { type How, recordRows } from './record-rows.ts';

/** A result without a recorded item is not kept, so that the same request can be sent again. */
const isKept = (view: BulkView | null): boolean => view !== null && view.recorded > 0;

type ItemsInput = z.output<typeof RecordRepaymentsInput>;
const rowsOfItems = ({ items }: ItemsInput): readonly BulkRow[] =>
  items.map((item, at) => ({ row: at + 1, item }));

/** Records many repayments in one transaction: all of them, or only the valid ones if the caller says so. */
export const recordRepayments = defineCommand({
  name: 'recordRepayments',
  roles: ['operator'],
  input: RecordRepaymentsInput,
  isKept,
  twoPeople: {
    operation: 'bulk',
    matter: (context, { input }) => aboutBulk(context, rowsOfItems(input), { ...input, member: 'items' }),
    unchanged: () => null,
  },
  run: (context, { input }): Promise<BulkView | null> => recordRows(context, rowsOfItems(input), input),
});

/** The same for the rows of a CSV file. */
export const importRepayments = defineCommand({
  name: 'importRepayments',
  roles: ['operator'],
  input: ImportRepaymentsInput,
  isKept,
  twoPeople: {
    operation: 'bulk',
    matter: async (context, { input }) =>
      aboutBulk(context, await rowsOf(input), { ...input, member: 'csv' }),
    unchanged: () => null,
  },
  run: async (context, { input }): Promise<BulkView | null> =>
    recordRows(context, await rowsOf(input), input),
});

/** The rows of a file. Throws `parameter_invalid` if it cannot be read as a whole. */
const rowsOf = ({ csv, ...writing }: z.output<typeof ImportRepaymentsInput>): Promise<readonly BulkRow[]> =>
  readRepayments(csv, writing).catch((error: unknown) => {
    if (error instanceof CsvFault) throw refusal('parameter_invalid', error.message, { path: ['csv'] });
    throw error;
  });

interface Asked extends How {
  /** The member of the input that has the rows. */
  readonly member: string;
}

/**
 * The total that a bulk would record, by currency. Null if it would record nothing. Throws `parameter_invalid` if a
 * total is not exact, because the second person would see it.
 */
async function aboutBulk(
  context: CommandContext,
  rows: readonly BulkRow[],
  { dry_run, only_valid, member }: Asked,
): Promise<Matter | null> {
  if (dry_run) return null;
  const { items, refused } = await recordRows(context, rows, { dry_run: true, only_valid });
  if (refused > 0 && !only_valid) return null;
  const amounts = new Map(rows.flatMap((each) => ('item' in each ? [[each.row, each.item['amount']]] : [])));
  const totals = new Map<string, number>();
  for (const { row, currency } of items)
    if (currency !== null) totals.set(currency, (totals.get(currency) ?? 0) + Number(amounts.get(row)));
  if (totals.size === 0) return null;
  if (![...totals.values()].every(Number.isSafeInteger))
    throw refusal(
      'parameter_invalid',
      'must be sent in several parts: two people approve a total of at most 2^53-1 in one currency',
      { path: [member] },
    );
  return {
    object: null,
    settlement: null,
    partner: null,
    amounts: [...totals].map(([currency, amount]) => ({ currency, amount })),
    state: '',
  };
}
