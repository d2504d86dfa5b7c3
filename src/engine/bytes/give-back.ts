/**
 * Frees the memory of bytes that are no longer needed, and leaves them empty. Otherwise V8 runs a full garbage
 * collection every few tens of megabytes to free it. Bytes that share their buffer with others stay.
 */
export function giveBack({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
