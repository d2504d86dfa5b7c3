import { describe, expect, test } from 'vitest';
import { decodeText } from '../../../src/engine/file-type/decode-text.ts';

describe('the bytes of a file', () => {
  const text = 'reference\r\n陳大文 é\r\n';
  const utf16 = Buffer.from(`\u{FEFF}${text}`, 'utf16le');

  test.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a mark', Buffer.from(`\u{FEFF}${text}`)],
    ['UTF-16 as Excel writes it', utf16],
    ['UTF-16 with the high byte first', Buffer.from(utf16).swap16()],
  ])('may be %s', (_what, bytes) => {
    expect(decodeText(bytes)).toBe(text);
  });

  test.each([
    ['Big5', Buffer.from([0xb3, 0xaf])],
    ['half a character of UTF-16', Buffer.from([0xff, 0xfe, 0x00, 0xd8])],
  ])('are not guessed if they are %s', (_what, bytes) => {
    expect(decodeText(bytes)).toBeNull();
  });
});
