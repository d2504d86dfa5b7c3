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

  /** The next bytes before the mark; null when the mark is reached, which is then skipped. */
  async before(mark: Buffer): Promise<Buffer | null> {
    for (;;) {
      const at = this.#ahead.indexOf(mark);
      if (at === 0) {
        this.#take(mark.length);
        return null;
      }
      const sure = at === -1 ? this.#ahead.length - beginningAtEnd(this.#ahead, mark) : at;
      if (sure > 0) return this.#take(sure);
      await this.#more();
    }
  }

  async startsWith(mark: Buffer): Promise<boolean> {
    while (this.#ahead.length < mark.length) await this.#more();
    return this.#ahead.subarray(0, mark.length).equals(mark);
  }

  #take(length: number): Buffer {
    const taken = this.#ahead.subarray(0, length);
    this.#ahead = this.#ahead.subarray(length);
    return taken;
  }

  async #more(): Promise<void> {
    // A chunk is valid until the next one is asked for.
    this.#ahead = Buffer.from(this.#ahead);
    const { done, value } = await this.#source.next();
    if (done) throw this.#endedEarly();
    const chunk = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    this.#ahead = this.#ahead.length === 0 ? chunk : Buffer.concat([this.#ahead, chunk]);
  }
}

/** Number of bytes at the end that may be the beginning of a mark, whose rest is in the next chunk. */
function beginningAtEnd(bytes: Buffer, mark: Buffer): number {
  const [first = 0] = mark;
  const from = Math.max(0, bytes.length - mark.length + 1);
  for (let at = bytes.indexOf(first, from); at !== -1; at = bytes.indexOf(first, at + 1)) {
    const length = bytes.length - at;
    if (mark.subarray(0, length).equals(bytes.subarray(at))) return length;
  }
  return 0;
}
