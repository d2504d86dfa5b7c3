import { CODE, isDigit, isJsonSpace } from './characters.ts';

/** A position in a JSON text that moves over well-formed tokens. Throws SyntaxError at anything else. */
export class JsonCursor {
  readonly text: string;
  at = 0;

  constructor(text: string) {
    this.text = text;
  }

  /** Skips one character if it is the expected one, and returns whether it was. */
  take(code: number): boolean {
    if (this.text.charCodeAt(this.at) !== code) return false;
    this.at += 1;
    return true;
  }

  skipSpace(): void {
    while (isJsonSpace(this.text.charCodeAt(this.at))) this.at += 1;
  }

  word<Value>(word: string, value: Value): Value {
    if (!this.text.startsWith(word, this.at)) throw new SyntaxError('A word is none of JSON.');
    this.at += word.length;
    return value;
  }

  /** Skips a number and returns whether it has an exponent. */
  passNumber(): boolean {
    this.take(CODE.minus);
    if (!this.take(CODE.zero)) this.#passDigits();
    if (this.take(CODE.dot)) this.#passDigits();
    const hasExponent = this.take(CODE.lowerE) || this.take(CODE.upperE);
    if (!hasExponent) return false;
    if (!this.take(CODE.plus)) this.take(CODE.minus);
    this.#passDigits();
    return true;
  }

  #passDigits(): void {
    const start = this.at;
    while (isDigit(this.text.charCodeAt(this.at))) this.at += 1;
    if (this.at === start) throw new SyntaxError('A digit is missing.');
  }
}
