import { strToU8, Zip, ZipDeflate } from 'fflate';
import {
  rowXml,
  contentTypes,
  PARTS,
  sheetBegin,
  SHEET_END,
  workbookRelations,
  workbookXml,
} from './xlsx-parts.ts';

/** The most rows of a sheet, with the headings. Spreadsheet programs read no more. */
const SHEET_ROWS_MAX = 1_048_576;
/** A fast level, because others wait for the same thread. */
const COMPRESSION_LEVEL = 3;

/**
 * A file of Office Open XML (ECMA-376) that is made while it is sent. Each call returns the bytes that are ready, and
 * earlier rows are not kept. Each cell is a text, because spreadsheet programs would change numbers of 16 digits and
 * leading zeros. A list that is longer than a sheet continues on another sheet, with the headings.
 */
export function openXlsx(name: string, headings: readonly string[], rowsMax = SHEET_ROWS_MAX) {
  let ready: Uint8Array[] = [];
  const zip = new Zip((error, bytes) => {
    if (error !== null) throw error;
    ready.push(bytes);
  });
  let sheet = new ZipDeflate('');
  let sheets = 0;
  let row = 0;

  function take(): Uint8Array {
    const bytes = Buffer.concat(ready);
    ready = [];
    return bytes;
  }
  /** Deflated, however small: in a file that is made while it is sent, many programs refuse entries that are stored. */
  function part(path: string, xml: string): void {
    const file = new ZipDeflate(path, { level: COMPRESSION_LEVEL });
    zip.add(file);
    file.push(strToU8(xml), true);
  }
  const nextRow = (cells: readonly string[]): string => rowXml(cells, (row += 1));
  function beginSheet(): void {
    sheets += 1;
    row = 0;
    sheet = new ZipDeflate(`xl/worksheets/sheet${sheets}.xml`, { level: COMPRESSION_LEVEL });
    zip.add(sheet);
    sheet.push(strToU8(sheetBegin(headings.length)));
    sheet.push(strToU8(nextRow(headings)));
  }
  return {
    head(): Uint8Array {
      beginSheet();
      return take();
    },
    rows(rows: readonly (readonly string[])[]): Uint8Array {
      let xml = '';
      for (const cells of rows) {
        if (row === rowsMax) {
          sheet.push(strToU8(xml + SHEET_END), true);
          xml = '';
          beginSheet();
        }
        xml += nextRow(cells);
      }
      sheet.push(strToU8(xml));
      return take();
    },
    end(): Uint8Array {
      sheet.push(strToU8(SHEET_END), true);
      part('xl/workbook.xml', workbookXml(name, sheets));
      part('xl/_rels/workbook.xml.rels', workbookRelations(sheets));
      for (const [path, xml] of PARTS) part(path, xml);
      part('[Content_Types].xml', contentTypes(sheets));
      zip.end();
      return take();
    },
  };
}
