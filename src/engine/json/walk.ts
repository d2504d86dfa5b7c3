import { CODE, isJsonSpace } from './characters.ts';
import { type CodeUnits, codeUnitsOf } from './code-units.ts';
import { pastSpace, pastText } from './scan.ts';
import { unquoted } from './scanner.ts';

/** Called with each member or item; false ends the walk. */
type Visit<Found extends readonly unknown[]> = (...found: Found) => boolean;

/**
 * Reads parts of a well-formed JSON text, and makes no values of the rest. `JSON.parse` would hold the event loop for
 * some 100 ms for an object that has two megabytes of members.
 */
export class JsonWalk {
  readonly #text: string;
  readonly #units: CodeUnits;
  /** Where the whole value begins. */
  readonly start: number;

  constructor(text: string) {
    this.#text = text;
    this.#units = codeUnitsOf(text);
    this.start = pastSpace(this.#units, 0);
  }

  /** Visits the members of the object at an offset. If there is no object, it visits nothing. */
  members(at: number, visit: Visit<[name: string, value: number]>): void {
    this.#inside(at, CODE.openObject, (nameAt) => {
      const nameEnd = Math.abs(pastText(this.#units, nameAt));
      const value = pastSpace(this.#units, pastSpace(this.#units, nameEnd) + 1);
      const goesOn = visit(unquoted(this.#text.slice(nameAt, nameEnd)), value);
      return goesOn ? this.#pastValue(value) : null;
    });
  }

  /** Visits the items of the list at an offset. If there is no list, it visits nothing. */
  items(at: number, visit: Visit<[item: number]>): void {
    this.#inside(at, CODE.openList, (item) => (visit(item) ? this.#pastValue(item) : null));
  }

  /** The text, the number or the word at an offset; null for an object and a list. */
  scalar(at: number): unknown {
    const code = this.#units[at];
    if (code === CODE.openObject || code === CODE.openList) return null;
    return JSON.parse(this.#text.slice(at, this.#pastValue(at)));
  }

  /** `pastEach` gets the offset of each part and returns the offset of its end, or null to end the walk. */
  #inside(at: number, opening: number, pastEach: (at: number) => number | null): void {
    if (this.#units[at] !== opening) return;
    for (let next = pastSpace(this.#units, at + 1); !isClosing(this.#units[next] ?? 0);) {
      const end = pastEach(next);
      if (end === null) return;
      const after = pastSpace(this.#units, end);
      next = this.#units[after] === CODE.comma ? pastSpace(this.#units, after + 1) : after;
    }
  }

  #pastValue(start: number): number {
    let [at, depth] = [start, 0];
    do {
      const code = this.#units[at] ?? 0;
      if (code === CODE.quote) at = Math.abs(pastText(this.#units, at));
      else if (code === CODE.openObject || code === CODE.openList) [at, depth] = [at + 1, depth + 1];
      else if (isClosing(code)) [at, depth] = [at + 1, depth - 1];
      else at = depth === 0 ? this.#pastWord(at) : at + 1;
    } while (depth > 0);
    return at;
  }

  /** The end of a number or a word. */
  #pastWord(start: number): number {
    let at = start;
    for (let code = this.#units[at] ?? 0; !isEnd(code); code = this.#units[at] ?? 0) at += 1;
    return at;
  }
}

/** Also true at the end of the text, so that each loop stops there. */
const isClosing = (code: number): boolean =>
  code === CODE.closeObject || code === CODE.closeList || code === 0;

const isEnd = (code: number): boolean => code === CODE.comma || isClosing(code) || isJsonSpace(code);
