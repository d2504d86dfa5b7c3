import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import {
  rowXml,
  contentTypes,
  PARTS,
  sheetBegin,
  SHEET_END,
  workbookRelations,
  workbookXml,
} from './xlsx-parts.ts';

/** Rows of a sheet, the headings among them; programs for spreadsheets read no more. */
const SHEET_ROWS_MAX = 1_048_576;
/** Little time for each page, since others wait for the same thread: twice the size of the best would be half as fast. */
const COMPRESSION_LEVEL = 3;

/**
 * A file of Office Open XML (ECMA-376) that is made while it is sent: each call answers the bytes that are ready, and
 * nothing of earlier rows is kept. Each cell is a text, since a program for spreadsheets would change numbers of 16 digits
 * and leading zeros. A list that is longer than a sheet goes on in a further one, with its headings.
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
  function part(path: string, xml: string): void {
    const file = new ZipPassThrough(path);
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
