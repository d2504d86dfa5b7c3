import { CODE, isJsonSpace, SPACE } from './characters.ts';

/**
 * Valid JSON with the members of every object sorted and without white space; texts and numbers stay as they are
 * written. Where a name occurs twice, the last member counts. It is written in one pass, by code units and without a
 * text or a value for each part, so that two megabytes of small objects take tens of milliseconds.
 */
export function canonicalText(text: string): string {
  return new CanonicalWriter(text).write();
}

/** Objects of so few members, which is nearly all, are sorted by insertion. */
const FEW = 16;
/** Up to so many code units are copied faster one by one than by a call. */
const SHORT = 64;
const ONE_BYTE_MAX = 0xff;

/** The caller has bounded the nesting, so recursion is safe. */
class CanonicalWriter {
  readonly #text: string;
  #at = 0;
  /** What is written is never longer than what is read. */
  readonly #out: Uint16Array<ArrayBuffer>;
  #length = 0;
  /** All code units in one, which tells whether each is a byte. */
  #units = 0;
  #isReordered = false;
  /** Where the members begin that were written of the objects that are open. */
  readonly #members: number[] = [];
  /** For what is put in order. */
  #aside: Uint16Array<ArrayBuffer> = new Uint16Array(0);

  constructor(text: string) {
    this.#text = text;
    this.#out = new Uint16Array(text.length);
  }

  write(): string {
    this.#skipSpace();
    this.#value();
    if (this.#length === this.#text.length && !this.#isReordered) return this.#text;
    const written = this.#out.subarray(0, this.#length);
    if (this.#units <= ONE_BYTE_MAX) return Buffer.from(new Uint8Array(written).buffer).toString('latin1');
    return Buffer.from(written.buffer, 0, written.byteLength).toString('utf16le');
  }

  #value(): void {
    switch (this.#text.charCodeAt(this.#at)) {
      case CODE.openObject:
        return this.#object();
      case CODE.openList:
        return this.#list();
      case CODE.quote:
        return this.#string();
      default:
        return this.#scalar();
    }
  }

  #list(): void {
    this.#pass(CODE.openList);
    for (;;) {
      this.#skipSpace();
      const next = this.#text.charCodeAt(this.#at);
      if (next === CODE.comma) this.#pass(next);
      else if (next === CODE.closeList || this.#at >= this.#text.length) break;
      else this.#value();
    }
    this.#pass(CODE.closeList);
  }

  /** Each member is written with a comma behind it, so that members can change places; the last is overwritten. */
  #object(): void {
    const members = this.#members;
    const first = members.length;
    let isSorted = true;
    this.#pass(CODE.openObject);
    for (;;) {
      this.#skipSpace();
      const next = this.#text.charCodeAt(this.#at);
      if (next === CODE.closeObject || this.#at >= this.#text.length) break;
      if (next === CODE.comma) {
        this.#at += 1;
        continue;
      }
      const start = this.#length;
      this.#string();
      this.#skipSpace();
      this.#pass(CODE.colon);
      this.#skipSpace();
      this.#value();
      this.#out[this.#length++] = CODE.comma;
      const last = members.length > first ? members[members.length - 1] : undefined;
      if (last !== undefined && comparedNames(this.#out, last, start) >= 0) isSorted = false;
      members.push(start);
    }
    this.#at += 1;
    if (!isSorted) this.#reorder(first);
    if (members.length > first) this.#length -= 1;
    this.#out[this.#length++] = CODE.closeObject;
    members.length = first;
  }

  #string(): void {
    const [text, out] = [this.#text, this.#out];
    let [at, length, units] = [this.#at + 1, this.#length, this.#units];
    out[length++] = CODE.quote;
    for (let code = text.charCodeAt(at); code !== CODE.quote; code = text.charCodeAt(at)) {
      if (code === CODE.backslash) {
        out[length++] = code;
        code = text.charCodeAt((at += 1));
      }
      out[length++] = code;
      units |= code;
      at += 1;
    }
    out[length++] = CODE.quote;
    [this.#at, this.#length, this.#units] = [at + 1, length, units];
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

  #skipSpace(): void {
    while (isJsonSpace(this.#text.charCodeAt(this.#at))) this.#at += 1;
  }

  /** Puts the members of an object in order, those from `first` on; of those of one name only the last stays. */
  #reorder(first: number): void {
    const members = this.#members;
    const end = this.#length;
    const begin = members[first] ?? end;
    this.#putAside(begin, end);
    const aside = this.#aside;
    const order = this.#inOrder(first);
    this.#length = begin;
    for (let at = 0; at < order.length; at += 1) {
      const start = members[order[at] ?? 0] ?? end;
      const next = at + 1 < order.length ? members[order[at + 1] ?? 0] : undefined;
      if (next !== undefined && comparedNames(aside, start, next) === 0) continue;
      this.#putBack(start, members[(order[at] ?? 0) + 1] ?? end);
    }
    this.#isReordered = true;
  }

  /** The places in `#members` of those from `first` on, by their names. */
  #inOrder(first: number): readonly number[] {
    const [members, aside] = [this.#members, this.#aside];
    const order: number[] = [];
    for (let at = first; at < members.length; at += 1) order.push(at);
    if (order.length > FEW) {
      return order.toSorted((a, b) => comparedNames(aside, members[a] ?? 0, members[b] ?? 0));
    }
    for (let at = 1; at < order.length; at += 1) {
      const one = order[at] ?? 0;
      const start = members[one] ?? 0;
      let place = at;
      for (; place > 0; place -= 1) {
        const before = order[place - 1] ?? 0;
        if (comparedNames(aside, members[before] ?? 0, start) <= 0) break;
        order[place] = before;
      }
      order[place] = one;
    }
    return order;
  }

  #putAside(start: number, end: number): void {
    const out = this.#out;
    if (this.#aside.length === 0) this.#aside = new Uint16Array(out.length);
    const aside = this.#aside;
    if (end - start > SHORT) aside.set(out.subarray(start, end), start);
    else for (let at = start; at < end; at += 1) aside[at] = out[at] ?? 0;
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

/** Compares two names by their code units as they are spelled; `a` and `b` are where their quotes begin. */
function comparedNames(units: Uint16Array, a: number, b: number): number {
  let isEscaped = false;
  for (let at = 1; ; at += 1) {
    const left = units[a + at] ?? 0;
    const right = units[b + at] ?? 0;
    const isEnd = left === CODE.quote && !isEscaped;
    if (left === right) {
      if (isEnd) return 0;
      isEscaped = left === CODE.backslash && !isEscaped;
      continue;
    }
    if (isEnd) return -1;
    return right === CODE.quote && !isEscaped ? 1 : left - right;
  }
}
