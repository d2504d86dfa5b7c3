import {
  AnnotationMode,
  getDocument,
  type PDFDocumentProxy,
  type PDFPageProxy,
  PDFWorker,
  VerbosityLevel,
  version,
} from 'pdfjs-dist';
import { findingsOf, PDF_FINDINGS, type PdfFinding } from '../../../engine/file-type/pdf-findings.ts';
import { ApiError } from '../api.ts';
import { base } from '../base.ts';
import { type PageNotes, readNotes } from './page-notes.ts';
import { startWorker, type WarningWorker } from './pdf-worker.ts';
import { PIXELS_MAX } from './picture-size.ts';

/*
 * Draws PDFs by pdf.js. This file is loaded at the first PDF and is not part of the first bundle. A PDF is parsed in a
 * worker and becomes pixels: its scripts, forms, links and embedded files do nothing here.
 */
const files = new URL(`${base}/console/assets/pdf-${version}/`, location.href);
const folder = (name: string): string => new URL(`${name}/`, files).href;

/** Pixels of a part of a page as it is drawn: about four times a screen. */
const PART_PIXELS_MAX = 16_000_000;
/** Pixels of a side of a canvas; browsers draw nothing in a longer one. */
const SIDE_MAX = 16_384;

export interface Pdf {
  readonly pageCount: number;
  /** What its pages do not show. */
  readonly findings: readonly PdfFinding[];
  /** The size of a page that is turned by so many degrees. */
  sizeOf(page: number, degrees: number): Promise<{ readonly width: number; readonly height: number }>;
  /** Draws a part of a page into a canvas, as wide as it is shown. One at a time. */
  draw(canvas: HTMLCanvasElement, page: number, options: DrawOptions): Promise<DrawnPage>;
  /** Ends the worker. */
  close(): void;
}

interface DrawOptions {
  readonly degrees: number;
  readonly width: number;
  /** Of the parts of the page, which are equally high; the first is 0. */
  readonly part: number;
  readonly parts: number;
  readonly signal: AbortSignal;
}

export interface DrawnPage extends PageNotes {
  /** Why pictures of the page are missing, each reason once. */
  readonly missing: readonly string[];
}

const NO_PAGES = new ApiError(
  `${PDF_FINDINGS.no_pages} There is nothing to show. Save it to look at it.`,
  'content',
);
const LOCKED = new ApiError(
  'The PDF asks for a password. Save it to open it with one, or request it again without.',
  'content',
);
const DAMAGED = new ApiError('The PDF is damaged. Save it to look at it.', 'content');

export async function openPdf(bytes: Uint8Array): Promise<Pdf> {
  const worker = startWorker(new URL('build/worker.mjs', files).href);
  const loading = getDocument({
    data: bytes,
    worker: PDFWorker.create({ port: worker.port, verbosity: VerbosityLevel.WARNINGS }),
    cMapUrl: folder('cmaps'),
    standardFontDataUrl: folder('standard_fonts'),
    wasmUrl: folder('wasm'),
    iccUrl: folder('iccs'),
    useWasm: false,
    enableXfa: false,
    maxImageSize: PIXELS_MAX,
    verbosity: VerbosityLevel.ERRORS,
  });
  const close = (): void => {
    void loading.destroy().finally(() => worker.port.terminate());
  };
  const locked = Promise.withResolvers<never>();
  loading.onPassword = () => locked.reject(LOCKED);
  try {
    const opened = loading.promise.catch(() => {
      throw DAMAGED;
    });
    const pdf = await Promise.race([opened, locked.promise, worker.failed]);
    const findings = await findingsOf(pdf);
    if (findings.includes('no_pages')) throw NO_PAGES;
    return { pageCount: pdf.numPages, findings, ...drawing(pdf, worker), close };
  } catch (error) {
    close();
    throw error;
  }
}

const viewportOf = (page: PDFPageProxy, degrees: number, scale: number, offsetY = 0) =>
  page.getViewport({ scale, rotation: (page.rotate + degrees) % 360, offsetY });

/** The pages of a PDF. Warnings of pdf.js about a page are kept, because pdf.js warns only once. */
function drawing(pdf: PDFDocumentProxy, worker: WarningWorker): Pick<Pdf, 'sizeOf' | 'draw'> {
  const notes = new Map<number, Promise<PageNotes>>();
  const missing = new Map<number, Set<string>>();
  let last: Promise<unknown> = Promise.resolve();

  async function drawNow(
    canvas: HTMLCanvasElement,
    number: number,
    options: DrawOptions,
  ): Promise<DrawnPage> {
    const page = await pdf.getPage(number);
    const read = notes.get(number) ?? readNotes(pdf, page);
    notes.set(number, read);
    const noted = await read;
    const reasons = missing.get(number) ?? new Set<string>();
    missing.set(number, reasons);
    const unlisten = worker.listen((warning) => {
      const reason = reasonOf(warning);
      if (reason !== null) reasons.add(reason);
    });
    try {
      if (!options.signal.aborted) await drawPart(page, canvas, options);
    } finally {
      unlisten();
    }
    return { ...noted, missing: [...reasons] };
  }

  return {
    async sizeOf(page, degrees) {
      const { width, height } = viewportOf(await pdf.getPage(page), degrees, 1);
      return { width, height };
    },
    draw(canvas, page, options) {
      const drawn = last.then(() => drawNow(canvas, page, options));
      last = drawn.catch(() => {});
      return drawn;
    },
  };
}

/** Warnings of pdf.js about pictures that it leaves out, each with the sentence for the operator. */
const REASONS = [
  {
    warning: /Image exceeded maximum allowed size/,
    reason: `A picture of this page has more than ${PIXELS_MAX / 1_000_000} megapixels and is not drawn. Save the file to see it.`,
  },
  {
    warning: /Unable to decode (?:inline )?image/,
    reason:
      'A picture of this page cannot be drawn: it is damaged, or of a kind that is not read here. Save the file to look at it.',
  },
] as const;

const reasonOf = (text: string): string | null =>
  REASONS.find(({ warning }) => warning.test(text))?.reason ?? null;

async function drawPart(
  page: PDFPageProxy,
  canvas: HTMLCanvasElement,
  { degrees, width, part, parts, signal }: DrawOptions,
): Promise<void> {
  const whole = viewportOf(page, degrees, 1);
  const height = whole.height / parts;
  const scale = Math.min(
    (width * devicePixelRatio) / whole.width,
    Math.sqrt(PART_PIXELS_MAX / (whole.width * height)),
    SIDE_MAX / Math.max(whole.width, height),
  );
  const viewport = viewportOf(page, degrees, scale, -part * height * scale);
  // Drawn beside and shown when it is whole, so that a larger page does not flash.
  const drawn = document.createElement('canvas');
  drawn.width = Math.max(1, Math.floor(viewport.width));
  drawn.height = Math.max(1, Math.floor(height * scale));
  const annotationMode = AnnotationMode.ENABLE_STORAGE;
  const task = page.render({ canvas: drawn, viewport, annotationMode });
  const onAbort = (): void => task.cancel();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    await task.promise;
  } catch (error) {
    if (signal.aborted) return;
    throw error;
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
  if (signal.aborted) return;
  canvas.width = drawn.width;
  canvas.height = drawn.height;
  canvas.getContext('2d')?.drawImage(drawn, 0, 0);
}
