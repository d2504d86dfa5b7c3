import { useEffect, useState } from 'preact/hooks';
import { PDF_FINDINGS } from '../../../engine/file-type/pdf-findings.ts';
import { toApiError, type ApiError } from '../api.ts';
import { ErrorNote, Loading } from '../parts.tsx';
import { Page } from './page.tsx';
import type { DrawnPage, Pdf } from './pdf.ts';

/**
 * Pages that are shown: far more than a document of a KYC has. A file states its number of pages itself, and the
 * number may be false.
 */
const PAGES_MAX = 500;

interface PdfPagesOptions {
  readonly bytes: Uint8Array;
  readonly name: string;
  /** In degrees. */
  readonly turn: number;
  /** In percent of the room. */
  readonly zoom: number;
  /** Called with the number of pages when it is known. */
  readonly onOpened: (pageCount: number) => void;
}

/** The pages of a PDF as pixels, each drawn when it is in sight. A note above them names missing parts. */
export function PdfPages({ bytes, name, turn, zoom, onOpened }: PdfPagesOptions) {
  const [pdf, setPdf] = useState<Pdf | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const [drawn, setDrawn] = useState<ReadonlyMap<number, DrawnPage>>(new Map());
  useEffect(() => {
    let opened: Pdf | null = null;
    let isGone = false;
    const open = async () => {
      const { openPdf } = await import('./pdf.ts');
      // A copy, because the worker takes over the bytes that it gets.
      const pages = await openPdf(bytes.slice());
      if (isGone) return pages.close();
      opened = pages;
      setPdf(pages);
      onOpened(pages.pageCount);
    };
    void open().catch((failure: unknown) => !isGone && setError(toApiError(failure)));
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
      {sentencesOf(pdf, drawn).map((sentence) => (
        <p key={sentence} class="warning" role="status">
          {sentence}
        </p>
      ))}
      {Array.from({ length: shown }, (_, at) => (
        <Page
          key={at}
          pdf={pdf}
          page={at + 1}
          turn={turn}
          name={`${name}, page ${at + 1} of ${pdf.pageCount}`}
          onDrawn={(page, facts) => setDrawn((before) => new Map(before).set(page, facts))}
        />
      ))}
      {shown < pdf.pageCount && <p class="faint">The file has more pages. Save it to see all.</p>}
    </div>
  );
}

/** Notes about the drawn pages: parts of the file that they do not show, or show differently. */
function sentencesOf({ findings }: Pdf, drawn: ReadonlyMap<number, DrawnPage>): string[] {
  const pages = [...drawn].toSorted(([a], [b]) => a - b);
  return [
    ...findings.map((finding) => `${PDF_FINDINGS[finding]} Save it to look at all of it.`),
    ...(pages.some(([, { hasOwnValues }]) => hasOwnValues)
      ? ['A program filled in this form without drawing the values. They are drawn here as the fields say.']
      : []),
    ...pages.flatMap(([page, { undrawn }]) =>
      undrawn.map((what) => `On page ${page} ${what} is missing: the file has no drawing of it.`),
    ),
  ];
}
