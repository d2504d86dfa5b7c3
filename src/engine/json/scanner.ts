import { type Path, PROBLEMS_MAX } from '../../kernel/errors.ts';
import { CODE } from './characters.ts';
import { codeUnitsOf, type CodeUnits } from './code-units.ts';
import { hasBadEscape } from './escapes.ts';
import { MalformedJson } from './malformed.ts';
import { pastNumber, pastSpace, pastText, pastWord } from './scan.ts';

/** Why JSON cannot be stored: nesting, a number that is not finite, NUL or an unpaired surrogate in a text or name. */
export interface JsonFlaw {
  readonly kind: 'depth' | 'number' | 'text';
  readonly path: Path;
}

/** Ends the scan at a flaw, if the rest does not matter. */
export class Stopped extends Error {}

/** Stands in the path for an item of a list, which has no name. */
const IN_LIST = -1;

/**
 * Buffers for the path. They are reused, because allocating them takes as long as scanning a small body. Scans never
 * overlap.
 */
let levels: readonly [Int32Array, Int32Array] = [new Int32Array(), new Int32Array()];

function levelsFor(depthMax: number): readonly [Int32Array, Int32Array] {
  if (levels[0].length <= depthMax) levels = [new Int32Array(depthMax + 1), new Int32Array(depthMax + 1)];
  return levels;
}

/**
 * Scans JSON and finds its flaws. It creates no values, so a million empty lists leave no garbage and take ten
 * milliseconds. A subclass moves `at` through the text and creates the values that it needs.
 */
export class JsonScanner {
  readonly text: string;
  readonly flaws: JsonFlaw[] = [];
  protected at = 0;
  protected depth = 0;
  readonly #units: CodeUnits;
  readonly #depthMax: number;
  /** The path to the value, by depth: begin and end of the name in the text, or `IN_LIST` and the index. */
  readonly #from: Int32Array;
  readonly #to: Int32Array;

  constructor(text: string, depthMax: number) {
    this.text = text;
    this.#units = codeUnitsOf(text);
    this.#depthMax = depthMax;
    [this.#from, this.#to] = levelsFor(depthMax);
  }

  protected skipSpace(): void {
    this.at = pastSpace(this.#units, this.at);
  }

  /** The code of the next character; 0 at the end. */
  protected get code(): number {
    return this.#units[this.at] ?? 0;
  }

  /** Skips the value that begins here. */
  protected skipValue(): void {
    this.#skipUpTo(this.depth);
  }

  /** Skips the values of the present object or list from here to its end. */
  protected skipMembers(): void {
    this.#skipUpTo(this.depth - 1);
  }

  /**
   * Skips values in a loop until the depth is `outside` again. It uses local variables for speed: there may be a
   * million values.
   */
  #skipUpTo(outside: number): void {
    const units = this.#units;
    const from = this.#from;
    const to = this.#to;
    let { at, depth } = this;
    do {
      const code = units[at] ?? 0;
      if (code === CODE.openObject || code === CODE.openList) {
        at = this.#open(at, depth, code);
        depth += 1;
        if (units[at] !== closingOf(from, depth)) {
          if (code === CODE.openObject) at = this.#pastName(at, depth);
          continue;
        }
        at += 1;
        depth -= 1;
      } else at = this.#pastScalar(at, depth, code);
      while (depth > outside) {
        at = pastSpace(units, at);
        const next = units[at] ?? 0;
        if (next === CODE.comma && from[depth] === IN_LIST) {
          at = pastSpace(units, at + 1);
          to[depth] = (to[depth] ?? 0) + 1;
          break;
        }
        if (next !== closingOf(from, depth)) {
          at = this.#pastComma(at, depth);
          break;
        }
        at += 1;
        depth -= 1;
      }
    } while (depth > outside);
    this.at = at;
    this.depth = depth;
  }

  /** Skips a text, a number or a word. */
  protected skipScalar(code: number): void {
    this.at = this.#pastScalar(this.at, this.depth, code);
  }

  /** Skips the beginning of an object or list, up to its first value; false if it has no value. */
  protected beginMembers(code: number): boolean {
    this.at = this.#open(this.at, this.depth, code);
    this.depth += 1;
    if (this.#end()) return false;
    if (code === CODE.openObject) this.at = this.#pastName(this.at, this.depth);
    return true;
  }

  /** Skips from the end of a value to the next value of the present object or list; false if it has ended. */
  protected nextMember(): boolean {
    this.skipSpace();
    if (this.#end()) return false;
    this.at = this.#pastComma(this.at, this.depth);
    return true;
  }

  #end(): boolean {
    if (this.code !== closingOf(this.#from, this.depth)) return false;
    this.at += 1;
    this.depth -= 1;
    return true;
  }

  #open(at: number, depth: number, code: number): number {
    if (depth === this.#depthMax) this.#stop('depth', depth);
    this.#from[depth + 1] = code === CODE.openList ? IN_LIST : at;
    this.#to[depth + 1] = 0;
    return pastSpace(this.#units, at + 1);
  }

  /** From the comma behind a value to the next value. */
  #pastComma(at: number, depth: number): number {
    if (this.#units[at] !== CODE.comma) throw new MalformedJson('comma', at);
    const next = pastSpace(this.#units, at + 1);
    if (this.#from[depth] !== IN_LIST) return this.#pastName(next, depth);
    this.#to[depth] = (this.#to[depth] ?? 0) + 1;
    return next;
  }

  #pastName(at: number, depth: number): number {
    const units = this.#units;
    if (units[at] !== CODE.quote) throw new MalformedJson('name', at);
    this.#from[depth] = at;
    const end = this.#pastText(at, depth - 1);
    this.#to[depth] = end;
    const colon = pastSpace(units, end);
    if (units[colon] !== CODE.colon) throw new MalformedJson('colon', colon);
    return pastSpace(units, colon + 1);
  }

  #pastScalar(at: number, depth: number, code: number): number {
    if (code === CODE.quote) return this.#pastText(at, depth);
    if (code === CODE.t || code === CODE.f || code === CODE.n) return pastWord(this.#units, at);
    const end = pastNumber(this.#units, at);
    if (end < 0 && !Number.isFinite(Number(this.text.slice(at, -end)))) this.#stop('number', depth);
    return Math.abs(end);
  }

  /** `stepsShown`: how many steps the path in an error has. If a name is at fault, the path ends at its object. */
  #pastText(at: number, stepsShown: number): number {
    const end = pastText(this.#units, at);
    if (end > 0) return end;
    // Reported one by one, up to the number of problems that an error lists.
    if (hasBadEscape(this.#units, at, -end) && this.flaws.length < PROBLEMS_MAX)
      this.flaws.push({ kind: 'text', path: this.#path(stepsShown) });
    return -end;
  }

  /** The name of the member that is being read. */
  protected get memberName(): string {
    return unquoted(this.text.slice(this.#from[this.depth], this.#to[this.depth]));
  }

  #stop(kind: 'depth' | 'number', depth: number): never {
    this.flaws.splice(0, this.flaws.length, { kind, path: this.#path(depth) });
    throw new Stopped();
  }

  #path(steps: number): Path {
    return Array.from({ length: steps }, (_, step) => {
      const [from = 0, to = 0] = [this.#from[step + 1], this.#to[step + 1]];
      return from === IN_LIST ? to : unquoted(this.text.slice(from, to));
    });
  }
}

const closingOf = (from: Int32Array, depth: number): number =>
  from[depth] === IN_LIST ? CODE.closeList : CODE.closeObject;

/** The text without its quotes and escapes. */
export const unquoted = (quoted: string): string =>
  quoted.includes('\\') ? String(JSON.parse(quoted)) : quoted.slice(1, -1);
