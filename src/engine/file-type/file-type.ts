/** Bytes at either end of a file that show its type. Readers of PDFs look as far. */
export const FILE_END_BYTES = 1_024;

/** The two ends of a file: `FILE_END_BYTES` each, or the whole of a shorter file twice. */
export interface FileEnds {
  readonly head: Uint8Array;
  readonly tail: Uint8Array;
}

/** The first bytes of pictures. */
const PICTURES = [
  { type: 'image/jpeg', magic: [0xff, 0xd8, 0xff] },
  { type: 'image/png', magic: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
] as const;

/** A PDF may have mail headers, parts of forms and blank lines before its beginning, and any bytes after its end. */
const PDF_BEGINNING = /%PDF-\d/;
const PDF_END = /startxref|%%EOF/;

type FileType = (typeof PICTURES)[number]['type'] | 'application/pdf';

/** The media type that the bytes of a file show, for uploads and for the preview alike; null for every other file. */
export function fileTypeOf({ head, tail }: FileEnds): FileType | null {
  const picture = PICTURES.find(({ magic }) => magic.every((byte, at) => head[at] === byte));
  if (picture !== undefined) return picture.type;
  return beginsAsPdf(head) && PDF_END.test(latin1(tail)) ? 'application/pdf' : null;
}

/** Whether a file begins like a PDF. If the end is missing, it was cut off. */
export const beginsAsPdf = (head: Uint8Array): boolean => PDF_BEGINNING.test(latin1(head));

const latin1 = (bytes: Uint8Array): string => new TextDecoder('latin1').decode(bytes);
