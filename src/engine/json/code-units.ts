/** The code units of a text, in bytes if the text is ASCII: they are read several times as fast as a string. */
export type CodeUnits = Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer>;

/** The code units of a text with a 0 behind them, so that a reader stays within bounds. */
export function codeUnitsOf(text: string): CodeUnits {
  if (Buffer.byteLength(text) !== text.length) {
    const units = new Uint16Array(text.length + 1);
    Buffer.from(units.buffer).write(text, 'utf16le');
    return units;
  }
  // Small buffers come from Node's pool: a separate allocation takes as long as reading a small text.
  const bytes = Buffer.allocUnsafe(text.length + 1);
  bytes[bytes.write(text, 'latin1')] = 0;
  // Not a Buffer, because `slice` of a Buffer is no copy.
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
}
