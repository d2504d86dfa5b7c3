import { useEffect, useRef, useState } from 'preact/hooks';
import type { DrawnPage, Pdf } from './pdf.ts';
import { partsOf, widthOf } from './proportions.ts';

/** A page is drawn before it comes into sight. */
const AHEAD = '600px';
/** A page is drawn in a new width when the width has not changed for this long. */
const SETTLE_MS = 80;

interface PageOptions {
  readonly pdf: Pdf;
  readonly page: number;
  readonly turn: number;
  readonly name: string;
  readonly onDrawn: (page: number, drawn: DrawnPage) => void;
}

/** A page, drawn in parts if it is long, with a sentence for each reason why something on it is missing. */
export function Page({ name, ...options }: PageOptions) {
  const { pdf, page, turn, onDrawn } = options;
  const frame = useRef<HTMLDivElement>(null);
  const isNear = useNear(frame);
  const [size, setSize] = useState<{ readonly width: number; readonly height: number } | null>(null);
  const [isBroken, setBroken] = useState(false);
  const [missing, setMissing] = useState<readonly string[]>([]);
  useEffect(() => {
    if (!isNear) return undefined;
    let isGone = false;
    void pdf.sizeOf(page, turn).then(
      (found) => !isGone && setSize(found),
      () => !isGone && setBroken(true),
    );
    return () => {
      isGone = true;
    };
  }, [pdf, page, turn, isNear]);
  const height = size === null ? 1 : size.height / size.width;
  const parts = partsOf(height);
  return (
    <div ref={frame} style={{ width: `${widthOf(height) * 100}%` }}>
      {isBroken && <p class="warning">This page cannot be drawn. Save the file to look at it.</p>}
      {missing.map((reason) => (
        <p key={reason} class="warning">
          {reason}
        </p>
      ))}
      {size === null
        ? !isBroken && <p class="page faint">Still drawing…</p>
        : Array.from({ length: parts }, (_, part) => (
            <Part
              key={`${part}/${parts}`}
              {...options}
              name={parts === 1 ? name : `${name}, part ${part + 1} of ${parts}`}
              part={part}
              parts={parts}
              shape={`${size.width} / ${size.height / parts}`}
              onDrawn={(drawn) => {
                setMissing(drawn.missing);
                onDrawn(page, drawn);
              }}
              onBroken={() => setBroken(true)}
            />
          ))}
    </div>
  );
}

interface PartOptions extends Omit<PageOptions, 'onDrawn'> {
  readonly part: number;
  readonly parts: number;
  /** The aspect ratio of the part. */
  readonly shape: string;
  readonly onDrawn: (drawn: DrawnPage) => void;
  readonly onBroken: () => void;
}

function Part({ pdf, page, turn, name, part, parts, shape, onDrawn, onBroken }: PartOptions) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const isNear = useNear(canvas);
  const width = useWidth(canvas);
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => {
    const element = canvas.current;
    if (element === null || width === 0) return undefined;
    if (!isNear) {
      // A canvas out of sight keeps its place and gives its memory back.
      element.width = 0;
      setDrawn(false);
      return undefined;
    }
    const given = new AbortController();
    void pdf.draw(element, page, { degrees: turn, width, part, parts, signal: given.signal }).then(
      (drawn) => {
        if (given.signal.aborted) return;
        setDrawn(true);
        onDrawn(drawn);
      },
      () => {
        if (given.signal.aborted) return;
        setDrawn(true);
        onBroken();
      },
    );
    return () => given.abort();
  }, [pdf, page, turn, width, isNear, part, parts]);
  return (
    <div class="page-part" aria-busy={isNear && !isDrawn}>
      <canvas ref={canvas} class="page" role="img" aria-label={name} style={{ aspectRatio: shape }} />
      {isNear && !isDrawn && <p class="faint">Still drawing…</p>}
    </div>
  );
}

type Place = { readonly current: HTMLElement | null };

/** Whether an element is in sight, or nearly. */
function useNear(place: Place): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    const sight = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), {
      root: element.closest('.canvas'),
      rootMargin: AHEAD,
    });
    sight.observe(element);
    return () => sight.disconnect();
  }, []);
  return isNear;
}

/** The width that an element has had for a moment. */
function useWidth(place: Place): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    let timer = 0;
    const size = new ResizeObserver(() => {
      clearTimeout(timer);
      timer = window.setTimeout(() => setWidth(element.clientWidth), SETTLE_MS);
    });
    size.observe(element);
    return () => {
      clearTimeout(timer);
      size.disconnect();
    };
  }, []);
  return width;
}
