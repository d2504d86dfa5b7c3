/** Reads a body up to a delimiter, keeping at most one chunk in memory. */
export class Lookahead {
  readonly #source: AsyncIterator<Uint8Array>;
  readonly #endedEarly: () => Error;
  #ahead: Buffer;

  /** `first` is put before the body. `endedEarly` makes the error for a body that ends too early. */
  constructor(first: string, source: AsyncIterator<Uint8Array>, endedEarly: () => Error) {
    this.#ahead = Buffer.from(first);
    this.#source = source;
    this.#endedEarly = endedEarly;
  }

  /** The next bytes before the delimiter. Null if the delimiter comes next; it is then consumed. */
  async before(delimiter: Buffer): Promise<Buffer | null> {
    for (;;) {
      const at = this.#ahead.indexOf(delimiter);
      if (at === 0) {
        this.#take(delimiter.length);
        return null;
      }
      const sure = at === -1 ? this.#ahead.length - beginningAtEnd(this.#ahead, delimiter) : at;
      if (sure > 0) return this.#take(sure);
      await this.#more();
    }
  }

  async startsWith(delimiter: Buffer): Promise<boolean> {
    while (this.#ahead.length < delimiter.length) await this.#more();
    return this.#ahead.subarray(0, delimiter.length).equals(delimiter);
  }

  #take(length: number): Buffer {
    const taken = this.#ahead.subarray(0, length);
    this.#ahead = this.#ahead.subarray(length);
    return taken;
  }

  async #more(): Promise<void> {
    // A chunk is valid until the next one is requested.
    this.#ahead = Buffer.from(this.#ahead);
    const { done, value } = await this.#source.next();
    if (done) throw this.#endedEarly();
    const chunk = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    this.#ahead = this.#ahead.length === 0 ? chunk : Buffer.concat([this.#ahead, chunk]);
  }
}

/** How many bytes at the end may be the beginning of a delimiter that continues in the next chunk. */
function beginningAtEnd(bytes: Buffer, delimiter: Buffer): number {
  const [first = 0] = delimiter;
  const from = Math.max(0, bytes.length - delimiter.length + 1);
  for (let at = bytes.indexOf(first, from); at !== -1; at = bytes.indexOf(first, at + 1)) {
    const length = bytes.length - at;
    if (delimiter.subarray(0, length).equals(bytes.subarray(at))) return length;
  }
  return 0;
}
