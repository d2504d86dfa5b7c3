import { csvHead, csvLine } from '../../engine/sheets/csv.ts';

/** Makes the bytes of a file while it is sent; each part may be empty. */
export interface FileWriter {
  head(): Uint8Array;
  rows(rows: readonly (readonly string[])[]): Uint8Array;
  end(): Uint8Array;
}

interface FileFormat {
  readonly mediaType: string;
  readonly open: (name: string, headings: readonly string[]) => Promise<FileWriter>;
}

export const FORMAT_NAMES = ['csv', 'xlsx'] as const;
type FormatName = (typeof FORMAT_NAMES)[number];

/** The formats in which a list can be saved, by the ending of the file. */
export const FORMATS: Readonly<Record<FormatName, FileFormat>> = {
  csv: {
    mediaType: 'text/csv; charset=utf-8',
    open: async (_name, headings) => ({
      head: () => Buffer.from(csvHead(headings)),
      rows: (rows) => Buffer.from(rows.map(csvLine).join('')),
      end: () => new Uint8Array(),
    }),
  },
  xlsx: {
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    // Loaded at the first such file, because a start does not need it.
    open: async (name, headings) => (await import('../../engine/sheets/xlsx.ts')).openXlsx(name, headings),
  },
};
