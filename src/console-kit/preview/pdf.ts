import {
  getDocument,
  GlobalWorkerOptions,
  PasswordResponses,
  type PDFDocumentProxy,
  type PDFPageProxy,
  version,
} from 'pdfjs-dist';
import { ApiError } from '../api.ts';
import { base } from '../base.ts';

/*
 * Draws PDFs by pdf.js. This file is loaded at the first PDF and is not part of the first bundle. A PDF is parsed in a
 * worker and becomes pixels: its scripts, forms, links and embedded files do nothing here.
 */
const files = new URL(`${base}/console/assets/pdf-${version}/`, location.href);
const folder = (name: string): string => new URL(`${name}/`, files).href;

GlobalWorkerOptions.workerSrc = new URL('build/pdf.worker.min.mjs', files).href;

/** Pixels of a picture inside a PDF: four pages scanned at 1,200 dpi. A larger one stays blank. */
const IMAGE_PIXELS_MAX = 600_000_000 / 4;
/** Pixels of a page as it is drawn: about four times a screen. */
const PAGE_PIXELS_MAX = 16_000_000;

export interface Pdf {
  readonly pageCount: number;
  /** The size of a page that is turned by so many degrees. */
  sizeOf(page: number, degrees: number): Promise<{ readonly width: number; readonly height: number }>;
  /** Draws a page into a canvas, as wide as it is shown. */
  draw(canvas: HTMLCanvasElement, page: number, options: DrawOptions): Promise<void>;
  /** Ends the worker. */
  close(): void;
}

interface DrawOptions {
  readonly degrees: number;
  readonly width: number;
  readonly signal: AbortSignal;
}

export async function openPdf(bytes: Uint8Array): Promise<Pdf> {
  const loading = getDocument({
    data: bytes,
    cMapUrl: folder('cmaps'),
    standardFontDataUrl: folder('standard_fonts'),
    wasmUrl: folder('wasm'),
    iccUrl: folder('iccs'),
    useWasm: false,
    enableXfa: false,
    maxImageSize: IMAGE_PIXELS_MAX,
    verbosity: 0,
  });
  loading.onPassword = (_answer: unknown, reason: number) => {
    if (reason === PasswordResponses.NEED_PASSWORD) void loading.destroy();
  };
  const pdf = await loading.promise.catch(() => {
    void loading.destroy();
    throw new ApiError('The PDF is damaged, or asks for a password. Save it to look at it.', 'content', null);
  });
  return {
    pageCount: pdf.numPages,
    async sizeOf(page, degrees) {
      const { width, height } = viewportOf(await pdf.getPage(page), degrees, 1);
      return { width, height };
    },
    draw: (canvas, page, options) => draw(pdf, canvas, page, options),
    close: () => void loading.destroy(),
  };
}

const viewportOf = (page: PDFPageProxy, degrees: number, scale: number) =>
  page.getViewport({ scale, rotation: (page.rotate + degrees) % 360 });

async function draw(
  pdf: PDFDocumentProxy,
  canvas: HTMLCanvasElement,
  number: number,
  { degrees, width, signal }: DrawOptions,
): Promise<void> {
  const page = await pdf.getPage(number);
  if (signal.aborted) return;
  const whole = viewportOf(page, degrees, 1);
  const largest = Math.sqrt(PAGE_PIXELS_MAX / (whole.width * whole.height));
  const viewport = viewportOf(page, degrees, Math.min((width * devicePixelRatio) / whole.width, largest));
  // Drawn beside and shown when it is whole, so that a larger page does not flash.
  const drawn = document.createElement('canvas');
  drawn.width = Math.max(1, Math.floor(viewport.width));
  drawn.height = Math.max(1, Math.floor(viewport.height));
  const task = page.render({ canvas: drawn, viewport });
  signal.addEventListener('abort', () => task.cancel(), { once: true });
  try {
    await task.promise;
  } catch (error) {
    if (signal.aborted) return;
    throw error;
  }
  if (signal.aborted) return;
  canvas.width = drawn.width;
  canvas.height = drawn.height;
  canvas.getContext('2d')?.drawImage(drawn, 0, 0);
}
