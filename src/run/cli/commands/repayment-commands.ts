import { createHash } from 'node:crypto';
import { z } from 'zod';
import { spellProblem } from '../../../kernel/errors.ts';
import { CSV_BYTES_MAX, ImportRepaymentsInput } from '../../../nouns/repayment/bulk/bulk.input.ts';
import type { Verdict } from '../../../nouns/repayment/bulk/bulk.present.ts';
import { importRepayments } from '../../../nouns/repayment/bulk/record-repayments.operations.ts';
import { rowsTable } from '../output/tables.ts';
import { command } from './command.ts';
import { readTextFile } from './text-file.ts';

const { csv: _text, ...HOW } = ImportRepaymentsInput.shape;

export default {
  says: 'money that came back for settlements',
  commands: [
    command({
      name: 'import',
      says: 'record the repayments of a CSV file, all of them or none; the same file twice is one import',
      takes: z.strictObject({ file: z.string().describe('The file.'), ...HOW }),
      places: ['file'],
      async run(session, { file, ...how }) {
        const { bytes, text: csv } = await readTextFile(file, CSV_BYTES_MAX);
        // A dry run changes nothing, so it can be run again.
        const idempotencyKey = how.dry_run ? null : createHash('sha256').update(bytes).digest('hex');
        const { items, ...counts } = await session.operate((perform) =>
          perform(importRepayments, {}, { csv, ...how }, { idempotencyKey }),
        );
        const shown = items.map(({ faults, ...item }) => ({ ...item, errors: faults.map(sentenceOf) }));
        session.print({ ...counts, items: shown }, rowsTable(items, COLUMNS));
        const { refused } = counts;
        if (refused > 0 && !how.only_valid)
          session.fail([`Nothing was recorded, because ${refused} of ${items.length} rows are refused.`]);
      },
    }),
  ],
};

const sentenceOf = (fault: Verdict['faults'][number]): string => spellProblem(fault, (name) => name);

const COLUMNS = [
  'row',
  'outcome',
  'funding_id',
  'received_on',
  'reference',
  ['repayment_id', ({ repayment }: Verdict) => repayment?.repayment_id],
  ['errors', ({ faults }: Verdict) => faults.map(sentenceOf).join(' ')],
] as const;
