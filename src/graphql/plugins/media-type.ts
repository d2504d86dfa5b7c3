/** The media types that an answer can have. The first is for clients that leave the choice. */
const offered = ['application/json', 'application/graphql-response+json'] as const;

export type MediaType = (typeof offered)[number];

/** The media type that a request asks its answer to have, or null when it takes none that there is. */
export function acceptedMediaType(request: Request): MediaType | null {
  const accept = request.headers.get('accept');
  if (accept === null || accept === '*/*') return offered[0];
  const ranges = accept
    .split(',')
    .map(readRange)
    .filter(({ quality, utf8 }) => quality > 0 && utf8);
  // A stable sort: among equals the client's order decides.
  for (const { type } of ranges.toSorted((a, b) => b.quality - a.quality)) {
    const match = offered.find(
      (candidate) => type === candidate || type === 'application/*' || type === '*/*',
    );
    if (match !== undefined) return match;
  }
  return null;
}

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
