/** The first bytes of each file type. */
const beginnings = {
  'image/jpeg': Buffer.from([0xff, 0xd8, 0xff]),
  'image/png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  'application/pdf': Buffer.from('%PDF-'),
} as const;

/** A media type that can be recognised by the first bytes of a file. */
type KnownContentType = keyof typeof beginnings;

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
/** Tab, line feed, form feed, carriage return and space. */
const WHITE_SPACE: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0c, 0x0d, 0x20]);

/** Whether a body that begins with `head` can be of the media type. */
export function looksLike(mimeType: KnownContentType, head: Uint8Array): boolean {
  const beginning = beginnings[mimeType];
  const start = mimeType === 'application/pdf' ? startOfPdf(head) : 0;
  return beginning.equals(head.subarray(start, start + beginning.length));
}

/** Where a PDF begins: some programs write a byte-order mark or white space before it, and every reader opens those. */
function startOfPdf(head: Uint8Array): number {
  const { length } = BYTE_ORDER_MARK;
  let at = BYTE_ORDER_MARK.equals(head.subarray(0, length)) ? length : 0;
  while (WHITE_SPACE.has(head[at] ?? 0)) at += 1;
  return at;
}
