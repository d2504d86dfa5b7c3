/** Byte positions; both are included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}
