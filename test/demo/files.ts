import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

/** A small file and what an upload says of it. */
export interface SampleFile {
  readonly filename: string;
  readonly mimeType: 'application/pdf' | 'image/png' | 'image/jpeg';
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly hash: string;
}

/** A PDF of one page that says `text`, letters and spaces, with a table of where its objects begin. */
function pdfFile(filename: string, text: string): SampleFile {
  const content = `BT /F1 24 Tf 72 720 Td (${text}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let body = '%PDF-1.4\n';
  const rows = objects.map((object, position) => {
    const row = `${String(body.length).padStart(10, '0')} 00000 n \n`;
    body += `${position + 1} 0 obj\n${object}\nendobj\n`;
    return row;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${rows.join('')}`;
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`;
  return sample(filename, 'application/pdf', Buffer.from(body + table + trailer, 'latin1'));
}

/** A square PNG of one shade of grey, with `text` as its title. */
function pngFile(filename: string, text: string): SampleFile {
  const side = 8;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 8; // bits a sample; the colour type, 0, is grey
  // Each row is a filter byte, 0 for none, and its pixels.
  const row = Buffer.concat([Buffer.of(0), Buffer.alloc(side, 0x99)]);
  const pixels = Buffer.concat(Array.from({ length: side }, () => row));
  const bytes = Buffer.concat([
    Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    pngChunk('IHDR', header),
    pngChunk('tEXt', Buffer.from(`Title\0${text}`, 'latin1')),
    pngChunk('IDAT', deflateSync(pixels)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
  return sample(filename, 'image/png', bytes);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const chunk = Buffer.alloc(named.length + 8);
  chunk.writeUInt32BE(data.length, 0);
  named.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(named), named.length + 4);
  return chunk;
}

/** A grey baseline JPEG of 8 by 8 pixels, with `text` as its comment. */
function jpegFile(filename: string, text: string): SampleFile {
  // A table with the single symbol 0, whose code is the bit 0: no difference, and the end of the block.
  const oneSymbol = [1, ...Array.from({ length: 15 }, () => 0), 0];
  const bytes = Buffer.concat([
    Buffer.of(0xff, 0xd8),
    jpegSegment(0xe0, [...Buffer.from('JFIF\0', 'latin1'), 1, 1, 0, 0, 1, 0, 1, 0, 0]),
    jpegSegment(0xfe, [...Buffer.from(text, 'latin1')]),
    jpegSegment(0xdb, [0, ...Array.from({ length: 64 }, () => 1)]),
    jpegSegment(0xc0, [8, 0, 8, 0, 8, 1, 1, 0x11, 0]),
    jpegSegment(0xc4, [0x00, ...oneSymbol]),
    jpegSegment(0xc4, [0x10, ...oneSymbol]),
    jpegSegment(0xda, [1, 1, 0, 0, 63, 0]),
    // The one block: both bits, filled up with ones.
    Buffer.of(0x3f, 0xff, 0xd9),
  ]);
  return sample(filename, 'image/jpeg', bytes);
}

function jpegSegment(marker: number, data: readonly number[]): Buffer {
  const length = data.length + 2;
  return Buffer.of(0xff, marker, length >> 8, length & 0xff, ...data);
}

function sample(filename: string, mimeType: SampleFile['mimeType'], buffer: Buffer): SampleFile {
  const bytes = new Uint8Array(buffer);
  return { filename, mimeType, bytes, hash: createHash('sha256').update(bytes).digest('hex') };
}

/** One file of each kind, or a PDF alone: what a partner has of a document type. */
export function filesFor(type: string): readonly SampleFile[] {
  const title = type.replaceAll('_', ' ');
  const first = pdfFile(type, title);
  return type.endsWith('_identity')
    ? [first, pngFile(`${type}-front`, `${title} front`), jpegFile(`${type}-back`, `${title} back`)]
    : [first];
}

export const blobOf = ({ bytes, mimeType }: SampleFile): Blob => new Blob([bytes], { type: mimeType });
