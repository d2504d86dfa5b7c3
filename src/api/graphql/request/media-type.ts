import { EVENT_STREAM } from '../stream/event-stream.ts';

/** The media types of a response. The first is the default. */
const offered = ['application/json', 'application/graphql-response+json'] as const;

export type MediaType = (typeof offered)[number];

/** The media type that the client prefers for its response; null if it accepts none of them. */
export function acceptedMediaType(request: Request): MediaType | null {
  const accept = request.headers.get('accept');
  if (accept === null || accept === '*/*') return offered[0];
  const ranges = rangesOf(accept);
  // The sort is stable, so among equal qualities the order of the client decides.
  for (const { type } of ranges.toSorted((a, b) => b.quality - a.quality)) {
    const match = offered.find(
      (candidate) => type === candidate || type === 'application/*' || type === '*/*',
    );
    if (match !== undefined) return match;
  }
  return null;
}

/** Whether the client accepts a stream of results. */
export function acceptsStream(request: Request): boolean {
  const accept = request.headers.get('accept');
  if (accept === null || accept === '*/*') return true;
  return rangesOf(accept).some(({ type }) => type === EVENT_STREAM || type === 'text/*' || type === '*/*');
}

const rangesOf = (accept: string) =>
  accept
    .split(',')
    .map(readRange)
    .filter(({ quality, utf8 }) => quality > 0 && utf8);

function readRange(range: string) {
  const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
  const parameter = (name: string) =>
    parameters
      .find((text) => text.startsWith(`${name}=`))
      ?.slice(name.length + 1)
      .replaceAll('"', '');
  const quality = Number(parameter('q') ?? 1);
  return {
    type,
    quality: Number.isNaN(quality) ? 0 : quality,
    utf8: (parameter('charset') ?? 'utf-8') === 'utf-8',
  };
}
