import { CODE, isJsonSpace, SPACE } from './characters.ts';
import { type CodeUnits, comparedNames, insertionSorted, merge, unitsFor } from './member-order.ts';

/** Code units that are sorted in one turn, which takes a few milliseconds. */
const UNITS_A_TURN = 262_144;
/** Members that are sorted in one turn. */
const MEMBERS_A_TURN = 8_192;

/**
 * Well-formed JSON with the members of every object sorted and without white space. Strings and numbers keep their
 * spelling. Where a name occurs more than once, the last member counts. Written in one pass over the code units,
 * without a string or a value for each part, so that two megabytes of small objects take tens of milliseconds.
 */
export function canonicalText(text: string): string {
  const writer = new CanonicalWriter(text);
  for (const _turn of writer.turns());
  return writer.written();
}

/** The same, with a pause after each turn, in which the event loop serves other requests. */
export async function canonicalTextInTurns(text: string, pause: () => Promise<unknown>): Promise<string> {
  const writer = new CanonicalWriter(text);
  for (const _turn of writer.turns()) await pause();
  return writer.written();
}

/** Objects with up to this many members, which is nearly all, are sorted by insertion. */
const FEW = 16;
/** Up to this many code units, copying one by one is faster than a call. */
const SHORT = 64;

/** An object or a list whose end is not reached yet; one for each level of nesting, reused for all on that level. */
interface Open {
  isObject: boolean;
  /** The index of its first member in `#members`. */
  first: number;
  isSorted: boolean;
}

class CanonicalWriter {
  readonly #text: string;
  #at = 0;
  /** The output is never longer than the input. */
  readonly #out: CodeUnits;
  #length = 0;
  #isReordered = false;
  readonly #levels: Open[] = [];
  #depth = 0;
  /** Whether the next string is the name of a member. */
  #awaitsName = false;
  /** The offsets in the output at which the members of all open objects begin. */
  readonly #members: number[] = [];
  /** A copy of the members that are being sorted. */
  #aside: CodeUnits = new Uint8Array(0);

  constructor(text: string) {
    this.#text = text;
    this.#out = unitsFor(text);
  }

  written(): string {
    if (this.#length === this.#text.length && !this.#isReordered) return this.#text;
    const written = this.#out.subarray(0, this.#length);
    const bytes = Buffer.from(written.buffer, 0, written.byteLength);
    return bytes.toString(written instanceof Uint8Array ? 'latin1' : 'utf16le');
  }

  /** Writes everything, in turns; the caller decides what happens between two turns. */
  *turns(): Generator<void> {
    for (let until = UNITS_A_TURN; this.#at < this.#text.length; until += UNITS_A_TURN) {
      while (this.#at < until && this.#at < this.#text.length) {
        const wide = this.#token();
        if (wide !== null) yield* this.#closeWide(wide);
      }
      if (this.#at < this.#text.length) yield;
    }
  }

  /** Writes the next token. Returns the object that ended with it, if sorting its members takes several turns. */
  #token(): Open | null {
    while (isJsonSpace(this.#text.charCodeAt(this.#at))) this.#at += 1;
    const code = this.#text.charCodeAt(this.#at);
    const open = this.#levels[this.#depth - 1];
    switch (code) {
      case CODE.quote:
        if (this.#awaitsName && open !== undefined) this.#name(open);
        else this.#string();
        return null;
      case CODE.openObject:
      case CODE.openList:
        this.#begin(code);
        return null;
      case CODE.closeObject:
        return this.#close();
      case CODE.closeList:
        this.#depth -= 1;
        this.#pass(code);
        return null;
      case CODE.comma:
      case CODE.colon:
        this.#awaitsName = code === CODE.comma && open?.isObject === true;
        this.#pass(code);
        return null;
      default:
        this.#scalar();
        return null;
    }
  }

  #begin(code: number): void {
    const level = this.#levels[this.#depth] ?? { isObject: false, first: 0, isSorted: true };
    this.#levels[this.#depth] = level;
    this.#depth += 1;
    level.isObject = code === CODE.openObject;
    level.first = this.#members.length;
    level.isSorted = true;
    this.#awaitsName = level.isObject;
    this.#pass(code);
  }

  #name(open: Open): void {
    const members = this.#members;
    const start = this.#length;
    this.#string();
    const last = members.length > open.first ? members[members.length - 1] : undefined;
    if (last !== undefined && comparedNames(this.#out, last, start) >= 0) open.isSorted = false;
    members.push(start);
  }

  /** Every member has a comma behind it until the object is closed, so that members can change places. */
  #close(): Open | null {
    this.#depth -= 1;
    const open = this.#levels[this.#depth];
    if (open === undefined) throw new SyntaxError('An object ends that did not begin.');
    this.#awaitsName = false;
    const count = this.#members.length - open.first;
    if (count > 0) this.#out[this.#length++] = CODE.comma;
    this.#at += 1;
    if (!open.isSorted) {
      this.#putAside(open.first);
      if (count > FEW) return open;
      this.#putBackAll(insertionSorted(this.#members, open.first, this.#aside));
    }
    this.#closed(open);
    return null;
  }

  #closed({ first }: Open): void {
    if (this.#members.length > first) this.#length -= 1;
    this.#out[this.#length++] = CODE.closeObject;
    this.#members.length = first;
  }

  *#closeWide(open: Open): Generator<void> {
    const { first } = open;
    const aside = this.#aside;
    const members = this.#members;
    const compared = (a: number, b: number) => comparedNames(aside, members[a] ?? 0, members[b] ?? 0);
    const count = members.length - first;
    let order = Uint32Array.from({ length: count }, (_, at) => first + at);
    let other = new Uint32Array(count);
    for (let from = 0; from < count; from += MEMBERS_A_TURN) {
      order.set(order.subarray(from, from + MEMBERS_A_TURN).toSorted(compared), from);
      yield;
    }
    for (let size = MEMBERS_A_TURN; size < count; size *= 2) {
      for (let from = 0; from < count; from += 2 * size) {
        merge(order, other, { from, size }, compared);
        yield;
      }
      [order, other] = [other, order];
    }
    this.#putBackAll(order);
    this.#closed(open);
  }

  #string(): void {
    const [text, out] = [this.#text, this.#out];
    let [at, length] = [this.#at + 1, this.#length];
    out[length++] = CODE.quote;
    for (let code = text.charCodeAt(at); code !== CODE.quote; code = text.charCodeAt(at)) {
      if (code === CODE.backslash) {
        out[length++] = code;
        code = text.charCodeAt((at += 1));
      }
      out[length++] = code;
      at += 1;
    }
    out[length++] = CODE.quote;
    [this.#at, this.#length] = [at + 1, length];
  }

  /** A number or a word. */
  #scalar(): void {
    const [text, out] = [this.#text, this.#out];
    let [at, length] = [this.#at, this.#length];
    for (let code = text.charCodeAt(at); isOfScalar(code); code = text.charCodeAt(at)) {
      out[length++] = code;
      at += 1;
    }
    [this.#at, this.#length] = [at, length];
  }

  #pass(code: number): void {
    this.#at += 1;
    this.#out[this.#length++] = code;
  }

  #putAside(first: number): void {
    const out = this.#out;
    const end = this.#length;
    const begin = this.#members[first] ?? end;
    if (this.#aside.length === 0) this.#aside = unitsFor(this.#text);
    const aside = this.#aside;
    if (end - begin > SHORT) aside.set(out.subarray(begin, end), begin);
    else for (let at = begin; at < end; at += 1) aside[at] = out[at] ?? 0;
  }

  /** Writes members from the copy to the output, in this order of `#members`; of those with one name only the last. */
  #putBackAll(order: ArrayLike<number>): void {
    const members = this.#members;
    const aside = this.#aside;
    const end = this.#length;
    this.#length = members[members.length - order.length] ?? end;
    for (let at = 0; at < order.length; at += 1) {
      const place = order[at] ?? 0;
      const start = members[place] ?? end;
      const next = at + 1 < order.length ? members[order[at + 1] ?? 0] : undefined;
      if (next !== undefined && comparedNames(aside, start, next) === 0) continue;
      this.#putBack(start, members[place + 1] ?? end);
    }
    this.#isReordered = true;
  }

  #putBack(start: number, end: number): void {
    const [out, aside] = [this.#out, this.#aside];
    let length = this.#length;
    if (end - start > SHORT) {
      out.set(aside.subarray(start, end), length);
      length += end - start;
    } else for (let at = start; at < end; at += 1) out[length++] = aside[at] ?? 0;
    this.#length = length;
  }
}

const isOfScalar = (code: number) =>
  code > SPACE && code !== CODE.comma && code !== CODE.closeList && code !== CODE.closeObject;
