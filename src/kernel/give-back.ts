/**
 * Frees the memory of bytes that are used up: they are empty afterwards. V8 would free it at its next full collection,
 * and begins one for each few tens of megabytes. Bytes that share their buffer with others are left alone.
 */
export function giveBack({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
