import { useEffect, useState } from 'preact/hooks';
import { ApiError, toApiError } from '../api.ts';
import { givenName } from '../format.ts';
import { ErrorNote, Key, Loading, QuietButton } from '../parts.tsx';
import { PdfPages } from './pdf-pages.tsx';
import { Picture } from './picture.tsx';
import { loadPreview, type Preview } from './preview.ts';
import { type Keys, useKeys } from '../use-keys.ts';

interface DocumentFile {
  readonly id: string;
  readonly filename: string;
}

const QUARTER = 90;
const CIRCLE = 360;
/** In percent of the room. */
const ZOOMS = [50, 75, 100, 150, 200, 300, 400] as const;
const ZOOM_START = 2;

const NOT_SHOWN = new ApiError(
  'The file is neither a PDF nor a JPEG or PNG picture. Save it to look at it.',
  'content',
);
const CUT_OFF = new ApiError(
  'The file begins as a PDF and does not end as one: it was cut off, or is damaged. Save it to look at it.',
  'content',
);

/** One file, which can be rotated, made larger or smaller, and saved. Loading it is recorded in the trail. */
export function Viewer({ file, withKeys = false }: { file: DocumentFile | null; withKeys?: boolean }) {
  const [turn, setTurn] = useState(0);
  const [at, setAt] = useState(ZOOM_START);
  const { preview, error, retry } = usePreview(file?.id ?? null);
  const [opened, setOpened] = useState<{ readonly url: string; readonly pages: number } | null>(null);
  const pages = opened !== null && opened.url === preview?.url ? opened.pages : null;
  const zoom = ZOOMS[at] ?? 100;
  const rotate = () => setTurn((turn + QUARTER) % CIRCLE);
  const scale = (by: number) => setAt(Math.max(0, Math.min(ZOOMS.length - 1, at + by)));
  const keys: Keys = {
    o: { name: 'turn the document', run: rotate },
    '+': { name: 'make the document larger', run: () => scale(1) },
    '-': { name: 'make the document smaller', run: () => scale(-1) },
  };
  useKeys(withKeys ? keys : {});
  const name = file === null ? 'The document' : givenName(file.filename);
  return (
    <figure class="viewer">
      <figcaption>
        <span class="viewer-name">
          {name} {pages !== null && <span class="faint">{pages === 1 ? '1 page' : `${pages} pages`}</span>}
        </span>
        <QuietButton onClick={rotate} aria-label={`Rotate ${name}`}>
          Rotate {withKeys && <Key>o</Key>}
        </QuietButton>
        <QuietButton onClick={() => scale(-1)} aria-label={`Smaller ${name}`}>
          −
        </QuietButton>
        <span class="faint number">{zoom} %</span>
        <QuietButton onClick={() => scale(1)} aria-label={`Larger ${name}`}>
          +
        </QuietButton>
        {preview !== null && (
          <a class="button quiet" href={preview.url} download={name}>
            Save
          </a>
        )}
      </figcaption>
      <div class="canvas" role="group" tabIndex={0} aria-label={`Pages of ${name}`}>
        {error !== null && <ErrorNote error={error} retry={retry} />}
        {error === null && preview === null && <Loading lines={6} />}
        {preview?.kind === 'pdf' && (
          <PdfPages
            key={preview.url}
            bytes={preview.bytes}
            name={name}
            turn={turn}
            zoom={zoom}
            onOpened={(count) => setOpened({ url: preview.url, pages: count })}
          />
        )}
        {preview?.kind === 'other' && <ErrorNote error={NOT_SHOWN} />}
        {preview?.kind === 'cut-off' && <ErrorNote error={CUT_OFF} />}
        {preview?.kind === 'image' && (
          <Picture bytes={preview.bytes} url={preview.url} name={name} turn={turn} zoom={zoom} />
        )}
      </div>
    </figure>
  );
}

function usePreview(id: string | null) {
  const [preview, setPreview] = useState<Preview | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (id === null) return undefined;
    let made: Preview | null = null;
    setError(null);
    let isGone = false;
    void loadPreview(id).then(
      (loaded) => {
        made = loaded;
        if (isGone) URL.revokeObjectURL(loaded.url);
        else setPreview(loaded);
      },
      (failure: unknown) => setError(toApiError(failure)),
    );
    return () => {
      isGone = true;
      if (made !== null) URL.revokeObjectURL(made.url);
    };
  }, [id, attempt]);
  return { preview, error, retry: () => setAttempt(attempt + 1) };
}
