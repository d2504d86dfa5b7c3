/**
 * Frees the memory of bytes that are no longer needed, and leaves them empty. Otherwise V8 frees it at a full garbage
 * collection, and runs one for each few tens of megabytes. Bytes that share their buffer with others are left alone.
 */
export function giveBack({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
