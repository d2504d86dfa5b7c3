/**
 * The text of a file that a spreadsheet saved: UTF-8, or UTF-16 with a byte-order mark. Null if it is neither. Nothing
 * else is guessed, because a wrong guess would change names unnoticed.
 */
export function decodeText(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return 'utf-8';
}
