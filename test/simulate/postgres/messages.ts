/** A message of PostgreSQL's protocol: a letter, the length of the rest, and the rest. The first one of a client has no letter. */
export type Message = Buffer;

const LENGTH_BYTES = 4;

/** Cuts what comes on one direction of a connection into its messages. */
export class Messages {
  #unread: Buffer = Buffer.alloc(0);
  #hasLetter: boolean;

  constructor(from: 'client' | 'server') {
    this.#hasLetter = from === 'server';
  }

  /** The messages that are complete with these bytes. */
  push(bytes: Buffer): readonly Message[] {
    this.#unread = this.#unread.length === 0 ? bytes : Buffer.concat([this.#unread, bytes]);
    const messages: Message[] = [];
    for (;;) {
      const head = this.#hasLetter ? 1 : 0;
      if (this.#unread.length < head + LENGTH_BYTES) return messages;
      const length = head + this.#unread.readInt32BE(head);
      if (this.#unread.length < length) return messages;
      messages.push(this.#unread.subarray(0, length));
      this.#unread = this.#unread.subarray(length);
      this.#hasLetter = true;
    }
  }
}

/** The letter of a message; of the first one of a client it is the byte 0. */
export const letterOf = (message: Message): string => String.fromCharCode(message[0] ?? 0);

/** The texts of a message that end with the byte 0, one after another. */
export const textsOf = (message: Message): readonly string[] =>
  message
    .subarray(1 + LENGTH_BYTES)
    .toString('latin1')
    .split('\0');
