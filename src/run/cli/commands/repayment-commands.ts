import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { z } from 'zod';
import { refusal, spellProblem } from '../../../kernel/errors.ts';
import { CSV_BYTES_MAX, ImportRepaymentsInput } from '../../../nouns/repayment/bulk/bulk.input.ts';
import type { Verdict } from '../../../nouns/repayment/bulk/bulk.present.ts';
import { importRepayments } from '../../../nouns/repayment/bulk/record-repayments.operations.ts';
import { decodeText } from '../../../engine/file-type/decode-text.ts';
import { rowsTable } from '../output/tables.ts';
import { command } from './command.ts';

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
        const bytes = await bytesOf(file);
        const csv = decodeText(bytes);
        if (csv === null)
          throw refusal('parameter_invalid', 'must be UTF-8, or UTF-16 with a byte-order mark', {
            path: ['file'],
          });
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
  ['repayment_id', ({ repayment }: Verdict) => repayment?.repayment_id],
  ['errors', ({ faults }: Verdict) => faults.map(sentenceOf).join(' ')],
] as const;

/** Looks at the size first, so that no large file is read. */
async function bytesOf(file: string): Promise<Uint8Array> {
  const unreadable = (cause: unknown) =>
    refusal('parameter_invalid', 'must be a file that can be read', { path: ['file'], cause });
  const { size } = await stat(file).catch((error: unknown) => {
    throw unreadable(error);
  });
  if (size > CSV_BYTES_MAX) throw refusal('parameter_invalid', 'must have at most 2 MiB', { path: ['file'] });
  return readFile(file).catch((error: unknown) => {
    throw unreadable(error);
  });
}
