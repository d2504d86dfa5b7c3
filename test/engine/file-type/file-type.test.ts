import { expect, test } from 'vitest';
import { fileTypeOf } from '../../../src/engine/file-type/file-type.ts';

const typeOf = (text: string) => {
  const bytes = Buffer.from(text, 'latin1');
  return fileTypeOf({ head: bytes.subarray(0, 1_024), tail: bytes.subarray(-1_024) });
};

const MAIL_HEAD =
  'Content-Type: application/pdf; name="form.pdf"\r\nContent-Transfer-Encoding: binary\r\n\r\n';
const FORM_PART = '--5d9f\r\nContent-Disposition: form-data; name="file"; filename="scan.pdf"\r\n\r\n';

test.each([
  ['a JPEG', '\xff\xd8\xff\xe0\0\x10JFIF', 'image/jpeg'],
  ['a PNG', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'image/png'],
  ['a PDF', '%PDF-1.7\n%%EOF', 'application/pdf'],
  ['a PDF of version 2', '%PDF-2.0\nstartxref\n9\n', 'application/pdf'],
  ['a PDF behind blank lines', `${'\r\n'.repeat(9)}%PDF-1.7\n%%EOF`, 'application/pdf'],
  ['a PDF behind a byte-order mark', '\xef\xbb\xbf%PDF-1.7\n%%EOF', 'application/pdf'],
  ['a PDF behind the head of a mail', `${MAIL_HEAD}%PDF-1.7\n%%EOF`, 'application/pdf'],
  ['a PDF behind the head of a part of a form', `${FORM_PART}%PDF-1.7\n%%EOF`, 'application/pdf'],
  ['a PDF before a kilobyte less its end', `%PDF-1.7\n%%EOF${'\0'.repeat(1_019)}`, 'application/pdf'],
  ['a picture with the words of a PDF', '\xff\xd8\xff%PDF-1.7 %%EOF', 'image/jpeg'],
])('%s is known by its ends', (_what, text, type) => {
  expect(typeOf(text)).toBe(type);
});

test.each([
  ['a page that speaks of PDFs', '<!DOCTYPE html><html>Session expired. <!-- %PDF-1.4 --></html>'],
  ['a PDF that was cut off', `%PDF-1.7\n${'1 0 obj\n'.repeat(400)}`],
  ['a PDF that begins too late', `${' '.repeat(1_019)}%PDF-1.7\n%%EOF`],
  ['a PDF that ends too early', `%PDF-1.7\n%%EOF${'\0'.repeat(1_020)}`],
  ['a beginning without a version', '%PDF-\n%%EOF'],
  ['the beginning of a PNG', '\x89PNG'],
  ['a JPEG behind a line end', '\n\xff\xd8\xff'],
  ['nothing', ''],
])('%s has no type', (_what, text) => {
  expect(typeOf(text)).toBe(null);
});
