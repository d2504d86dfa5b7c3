import { refusal } from '../../../kernel/errors.ts';
import { CsvFault } from '../../../engine/sheets/read-csv.ts';
import { defineCommand, nothing } from '../../../pipeline/operation.ts';
import { readRepayments } from './repayment-csv.ts';
import { ImportRepaymentsInput, RecordRepaymentsInput } from './bulk.input.ts';
import type { BulkView } from './bulk.present.ts';
import type { BulkRow } from './bulk.rules.ts';
import { recordRows } from './record-rows.ts';

/** A result without a recorded item is not kept, so that the same request can be sent again. */
const isKept = ({ recorded }: BulkView): boolean => recorded > 0;

/** Records many repayments in one transaction: all of them, or only the valid ones if the caller says so. */
export const recordRepayments = defineCommand({
  name: 'recordRepayments',
  roles: ['operator'],
  input: RecordRepaymentsInput,
  locate: nothing,
  isKept,
  run: (context, { input: { items, ...how } }): Promise<BulkView> =>
    recordRows(
      context,
      items.map((item, at) => ({ row: at + 1, item })),
      how,
    ),
});

/** The same for the rows of a CSV file. */
export const importRepayments = defineCommand({
  name: 'importRepayments',
  roles: ['operator'],
  input: ImportRepaymentsInput,
  locate: nothing,
  isKept,
  run: async (context, { input: { csv, dry_run, only_valid, ...writing } }): Promise<BulkView> =>
    recordRows(context, await rowsOf(csv, writing), { dry_run, only_valid }),
});

/** The rows of a file. Throws `parameter_invalid` if it cannot be read as a whole. */
const rowsOf = (...[csv, writing]: Parameters<typeof readRepayments>): Promise<readonly BulkRow[]> =>
  readRepayments(csv, writing).catch((error: unknown) => {
    if (error instanceof CsvFault) throw refusal('parameter_invalid', error.message, { path: ['csv'] });
    throw error;
  });
