import { letterOf, type Message, textsOf } from './messages.ts';

/** The texts of statements that change rows. */
const CHANGE = /^(?:insert|update|delete|with|copy)\b/i;
const COMMIT = /^commit\b/i;

/** What the messages of one connection mean, as far as a fault depends on it. */
export class Statements {
  /** The texts of the prepared statements by their names. */
  readonly #texts = new Map<string, string>();

  /** Whether messages commit a change if the server gets them. `isInTransaction`: an earlier message has begun one. */
  commits(messages: readonly Message[], isInTransaction: boolean): boolean {
    let isCommit = false;
    for (const text of messages.flatMap((message) => this.#textOf(message) ?? []))
      isCommit ||= COMMIT.test(text) || (!isInTransaction && CHANGE.test(text));
    return isCommit;
  }

  #textOf(message: Message): string | undefined {
    const [first = '', second = ''] = textsOf(message);
    const letter = letterOf(message);
    if (letter === 'P') this.#texts.set(first, second);
    if (letter === 'Q') return first;
    // A run names its portal, which has no name here, and its statement.
    return letter === 'B' ? this.#texts.get(second) : undefined;
  }
}
