import { useEffect, useRef, useState } from 'preact/hooks';
import { toApiError, type ApiError } from '../api.ts';
import { ErrorNote, Loading } from '../parts.tsx';
import type { Pdf } from './pdf.ts';

/**
 * Pages that are shown: far more than a document of a KYC has. A file states its number of pages itself, and the
 * number may be false.
 */
const PAGES_MAX = 500;
/** A page is drawn before it comes into sight. */
const AHEAD = '600px';
/** A page is drawn in a new width when the width has not changed for this long. */
const SETTLE_MS = 80;

interface PdfPagesOptions {
  readonly bytes: Uint8Array;
  readonly name: string;
  /** In degrees. */
  readonly turn: number;
  /** In percent of the room. */
  readonly zoom: number;
}

/** The pages of a PDF as pixels, each drawn when it is looked at. */
export function PdfPages({ bytes, name, turn, zoom }: PdfPagesOptions) {
  const [pdf, setPdf] = useState<Pdf | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  useEffect(() => {
    let opened: Pdf | null = null;
    let isGone = false;
    const open = async () => {
      const { openPdf } = await import('./pdf.ts');
      // A copy, since the worker takes the bytes that it gets.
      const pages = await openPdf(bytes.slice());
      if (isGone) return pages.close();
      opened = pages;
      setPdf(pages);
    };
    void open().catch((failure: unknown) => setError(toApiError(failure)));
    return () => {
      isGone = true;
      opened?.close();
    };
  }, [bytes]);
  if (error !== null) return <ErrorNote error={error} />;
  if (pdf === null) return <Loading lines={6} />;
  const shown = Math.min(pdf.pageCount, PAGES_MAX);
  return (
    <div class="pages" style={{ width: `${zoom}%` }}>
      {Array.from({ length: shown }, (_, at) => (
        <Page
          key={at}
          pdf={pdf}
          page={at + 1}
          turn={turn}
          name={`${name}, page ${at + 1} of ${pdf.pageCount}`}
        />
      ))}
      {shown < pdf.pageCount && <p class="faint">The file has more pages. Save it to see all.</p>}
    </div>
  );
}

interface PageOptions {
  readonly pdf: Pdf;
  readonly page: number;
  readonly turn: number;
  readonly name: string;
}

function Page({ pdf, page, turn, name }: PageOptions) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isNear, setNear] = useState(false);
  const [width, setWidth] = useState(0);
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    const element = canvas.current;
    if (element === null) return undefined;
    const sight = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), {
      root: element.closest('.canvas'),
      rootMargin: AHEAD,
    });
    let timer = 0;
    const size = new ResizeObserver(() => {
      clearTimeout(timer);
      timer = window.setTimeout(() => setWidth(element.clientWidth), SETTLE_MS);
    });
    sight.observe(element);
    size.observe(element);
    return () => {
      clearTimeout(timer);
      sight.disconnect();
      size.disconnect();
    };
  }, []);
  useEffect(() => {
    const element = canvas.current;
    if (element === null || width === 0) return undefined;
    if (!isNear) {
      // A canvas out of sight keeps its place and gives its memory back.
      element.width = 0;
      return undefined;
    }
    const given = new AbortController();
    const show = async () => {
      const size = await pdf.sizeOf(page, turn);
      element.style.aspectRatio = `${size.width} / ${size.height}`;
      await pdf.draw(element, page, { degrees: turn, width, signal: given.signal });
    };
    void show().catch(() => setBroken(!given.signal.aborted));
    return () => given.abort();
  }, [pdf, page, turn, width, isNear]);
  return (
    <>
      <canvas ref={canvas} class="page" role="img" aria-label={name} />
      {isBroken && <p class="warning">This page cannot be drawn.</p>}
    </>
  );
}
