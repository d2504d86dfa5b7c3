import { closeSync, openSync, writeSync } from 'node:fs';
import { openXlsx } from '../../../engine/sheets/xlsx.ts';
import { refusal } from '../../../kernel/errors.ts';
import { PRIVATE_FILE_MODE } from '../../../engine/files/private-folder.ts';

/** The name of the only sheet. */
const SHEET = 'fundgate';

/** A table that is written to a file row by row. */
export interface TableFile {
  row(cells: readonly string[]): void;
  end(): void;
}

/** Begins a file for spreadsheets. It never replaces a file. Throws `parameter_invalid` if the file cannot be made. */
export function beginWorkbook(path: string, headings: readonly string[]): TableFile {
  const file = openNew(path);
  const workbook = openXlsx(SHEET, headings);
  const write = (bytes: Uint8Array): void => {
    for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
  };
  write(workbook.head());
  return {
    row: (cells) => write(workbook.rows([cells])),
    end() {
      write(workbook.end());
      closeSync(file);
    },
  };
}

function openNew(path: string): number {
  try {
    return openSync(path, 'wx', PRIVATE_FILE_MODE);
  } catch (cause) {
    const isThere = cause instanceof Error && 'code' in cause && cause.code === 'EEXIST';
    const problem = isThere ? 'must be a file that is not there yet' : 'must be a file that can be created';
    throw refusal('parameter_invalid', problem, { path: ['xlsx'], cause });
  }
}
