/** The parts of a file of Office Open XML that `openXlsx` needs, as texts. */

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The most characters of a cell; spreadsheet programs call a file with a longer one damaged. */
const CELL_CHARACTERS_MAX = 32_767;
/** The most characters in the name of a sheet. */
const NAME_CHARACTERS_MAX = 31;
/** The width of a column in characters: most ids and times fit. */
const COLUMN_WIDTH = 30;

/** The format of cells: a cell stays a text, even if a person types into it. Headings are bold. */
const TEXT_FORMAT = '@';
const STYLES = `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="${TEXT_FORMAT}"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="164" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

/** The parts that are the same in each file, by their paths. */
export const PARTS: readonly (readonly [path: string, xml: string])[] = [
  ['xl/styles.xml', STYLES],
  [
    '_rels/.rels',
    `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ],
];

const each = (sheets: number, xml: (sheet: number) => string): string =>
  Array.from({ length: sheets }, (_, index) => xml(index + 1)).join('');

export const contentTypes = (sheets: number): string =>
  `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/>${each(sheets, (sheet) => `<Override PartName="/xl/worksheets/sheet${sheet}.xml" ContentType="${TYPES}.worksheet+xml"/>`)}</Types>`;

/** `name` is the name of the first sheet. Further sheets have a number after it. */
export const workbookXml = (name: string, sheets: number): string =>
  `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${each(sheets, (sheet) => `<sheet name="${escaped(sheetName(name, sheet))}" sheetId="${sheet}" r:id="rId${sheet}"/>`)}</sheets></workbook>`;

function sheetName(name: string, sheet: number): string {
  const number = sheet === 1 ? '' : ` ${sheet}`;
  return name.replaceAll(/[[\]:*?/\\]/g, ' ').slice(0, NAME_CHARACTERS_MAX - number.length) + number;
}

export const workbookRelations = (sheets: number): string =>
  `${XML}<Relationships xmlns="${PACKAGE}/relationships">${each(sheets, (sheet) => `<Relationship Id="rId${sheet}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${sheet}.xml"/>`)}<Relationship Id="rId${sheets + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`;

/** A sheet up to its rows. Its first row is frozen. */
export const sheetBegin = (columns: number): string =>
  `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols><col min="1" max="${columns}" width="${COLUMN_WIDTH}" style="1" customWidth="1"/></cols><sheetData>`;

export const SHEET_END = '</sheetData></worksheet>';

export const rowXml = (cells: readonly string[], row: number): string =>
  `<row r="${row}">${cells.map((text, column) => cellXml(text, column, row)).join('')}</row>`;

/** A cell with a text; no program takes it for a number or a formula. The first row is bold. */
const cellXml = (text: string, column: number, row: number): string =>
  `<c r="${letters(column)}${row}" s="${row === 1 ? 2 : 1}" t="inlineStr"><is><t xml:space="preserve">${escaped(shortened(text))}</t></is></c>`;

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** The name of a column: A, B, ... Z, AA, AB. */
const letters = (column: number): string =>
  (column < ALPHABET.length ? '' : letters(Math.floor(column / ALPHABET.length) - 1)) +
  ALPHABET.charAt(column % ALPHABET.length);

const shortened = (text: string): string =>
  text.length <= CELL_CHARACTERS_MAX ? text : `${text.slice(0, CELL_CHARACTERS_MAX - 1).toWellFormed()}…`;

/** Characters that XML cannot contain. */
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
/** A text that looks like an escape of the file format. */
const LIKE_ESCAPE = /_(?=x[0-9a-fA-F]{4}_)/g;
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
};

const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(NOT_IN_XML, '\u{fffd}')
    .replaceAll(LIKE_ESCAPE, '_x005F_')
    .replaceAll(/[&<>"\r]/g, (character) => ENTITIES[character] ?? character);
