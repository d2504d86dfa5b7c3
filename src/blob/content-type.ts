/** The first bytes of each file type. */
const beginnings = {
  'image/jpeg': Buffer.from([0xff, 0xd8, 0xff]),
  'image/png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  'application/pdf': Buffer.from('%PDF-'),
} as const;

/** A media type that can be recognised by the first bytes of a file. */
type KnownContentType = keyof typeof beginnings;

/** Whether a body that begins with `head` can be of the media type. */
export function looksLike(mimeType: KnownContentType, head: Uint8Array): boolean {
  const beginning = beginnings[mimeType];
  return beginning.equals(head.subarray(0, beginning.length));
}
