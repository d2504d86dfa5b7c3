/**
 * The code units of a text, in bytes if the text is ASCII. Reading them is several times as fast as reading a string.
 */
export type CodeUnits = Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer>;

/** The code units of a text and a 0 after them, so a reader stays within bounds. */
export function codeUnitsOf(text: string): CodeUnits {
  if (Buffer.byteLength(text) !== text.length) {
    const units = new Uint16Array(text.length + 1);
    Buffer.from(units.buffer).write(text, 'utf16le');
    return units;
  }
  // Small buffers come from Node's pool, because a separate allocation takes as long as reading a small text.
  const bytes = Buffer.allocUnsafe(text.length + 1);
  bytes[bytes.write(text, 'latin1')] = 0;
  // A Uint8Array, because `slice` of a Buffer does not copy.
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
}
