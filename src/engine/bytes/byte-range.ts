/** The first and the last byte, both included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}
