import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';

/** Parts of the file that a page does not show, or shows although the file does not draw them. */
export interface PageNotes {
  /** Whether fields have values but no drawing of their own. */
  readonly hasOwnValues: boolean;
  /** Stamps and notes that cannot be drawn, in words. */
  readonly undrawn: readonly string[];
}

interface Annotation {
  readonly id?: unknown;
  readonly subtype?: unknown;
  readonly fieldType?: unknown;
  readonly fieldValue?: unknown;
  readonly hasAppearance?: unknown;
  readonly checkBox?: unknown;
  readonly radioButton?: unknown;
  readonly exportValue?: unknown;
  readonly buttonValue?: unknown;
  readonly contentsObj?: { readonly str?: unknown };
}

/** Annotations that are visible only by their own drawing. pdf.js draws most other kinds without one. */
const PICTURED: ReadonlySet<unknown> = new Set(['Stamp', 'FreeText', 'Text', 'Caret']);
/** Characters of a note that are shown. */
const NOTE_LENGTH_MAX = 200;

/**
 * Looks at the annotations of a page before it is drawn, and gives pdf.js the values of fields that a program filled
 * in without drawing them. Otherwise the form would look empty here, but not in other readers.
 */
export async function readNotes(pdf: PDFDocumentProxy, page: PDFPageProxy): Promise<PageNotes> {
  const annotations: readonly Annotation[] = await page.getAnnotations().catch(() => []);
  const bare = annotations.filter(({ hasAppearance }) => hasAppearance !== true);
  let hasOwnValues = false;
  for (const field of bare) {
    const value = valueOf(field);
    if (value === null || typeof field.id !== 'string') continue;
    pdf.annotationStorage.setValue(field.id, { value });
    hasOwnValues = true;
  }
  const undrawn = bare.filter(({ subtype }) => PICTURED.has(subtype)).map(wordsOf);
  return { hasOwnValues, undrawn };
}

/** What pdf.js draws for a field; null for one without a value. */
function valueOf({ subtype, fieldType, fieldValue, ...field }: Annotation): string | string[] | true | null {
  if (subtype !== 'Widget') return null;
  if (field.checkBox === true) return fieldValue === field.exportValue ? true : null;
  if (field.radioButton === true) return fieldValue === field.buttonValue ? true : null;
  if (fieldType !== 'Tx' && fieldType !== 'Ch') return null;
  const values = [fieldValue].flat().filter((each) => typeof each === 'string' && each !== '');
  if (values.length === 0) return null;
  return Array.isArray(fieldValue) ? values.map(String) : String(fieldValue);
}

function wordsOf({ subtype, contentsObj }: Annotation): string {
  const kind = subtype === 'Stamp' ? 'a stamp' : 'a note';
  const text = typeof contentsObj?.str === 'string' ? contentsObj.str.trim() : '';
  return text === '' ? kind : `${kind} (“${text.slice(0, NOTE_LENGTH_MAX)}”)`;
}
