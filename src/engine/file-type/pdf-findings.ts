/** Why a reader cannot open a PDF, or its pages do not show its content. */
export const PDF_FINDINGS = {
  password_required: 'The PDF opens only with a password.',
  no_pages: 'The PDF has no page.',
  attachments: 'The PDF has other files in it, which are not drawn: it is a portfolio, or has attachments.',
  xfa_form: 'The PDF is an XFA form. Most readers show only a page that asks to wait.',
} as const;
export type PdfFinding = keyof typeof PDF_FINDINGS;

/** Pages whose annotations are read: the first fields of a form are on them, and the attachments of a letter. */
const PAGES_SEEN = 20;

/** A PDF as pdf.js opened it, in a thread of the gateway or in a browser. */
interface OpenedPdf {
  /** The number that the file states; it may be zero or negative. */
  readonly numPages: number;
  getMetadata(): Promise<{ readonly info: object }>;
  getAttachments(): Promise<unknown>;
  getPage(page: number): Promise<PdfPage>;
}

interface PdfPage {
  getAnnotations(): Promise<readonly { readonly subtype?: unknown }[]>;
}

/** What the reader and the sender of a PDF should know about it, if it opens without a password. */
export async function findingsOf(pdf: OpenedPdf): Promise<readonly PdfFinding[]> {
  if (pdf.numPages < 1) return ['no_pages'];
  const { info } = await pdf.getMetadata();
  const kinds = await annotationsOf(pdf);
  const isCollection = Reflect.get(info, 'IsCollectionPresent') === true;
  const hasFiles = isCollection || kinds.has('FileAttachment') || (await pdf.getAttachments()) !== null;
  // If a form has both XFA and its own fields, readers draw the fields.
  const isXfa = Reflect.get(info, 'IsXFAPresent') === true && !kinds.has('Widget');
  return [...(hasFiles ? (['attachments'] as const) : []), ...(isXfa ? (['xfa_form'] as const) : [])];
}

/** The kinds of the annotations of the first pages. A damaged page has none. */
async function annotationsOf(pdf: OpenedPdf): Promise<ReadonlySet<unknown>> {
  const kinds = new Set<unknown>();
  for (let page = 1; page <= Math.min(pdf.numPages, PAGES_SEEN); page += 1) {
    const opened = await pdf.getPage(page).catch(() => null);
    const annotations = (await opened?.getAnnotations().catch(() => [])) ?? [];
    for (const { subtype } of annotations) kinds.add(subtype);
  }
  return kinds;
}
