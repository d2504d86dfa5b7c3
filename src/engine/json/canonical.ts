import { CODE, SPACE } from './characters.ts';
import { codeUnitsOf, type CodeUnits, textOfUnits } from './code-units.ts';
import { comparedNames, insertionSort, merge } from './member-order.ts';
import { pastText } from './scan.ts';

/** Code units that are processed in one turn of the event loop, which takes a few milliseconds. */
const UNITS_A_TURN = 262_144;

/**
 * Valid JSON in canonical form: members sorted, no white space, texts and numbers as they are spelled. Of duplicate names
 * the last one wins. Written in one pass over code units, without a string or value for each part, so that two megabytes
 * of small objects take tens of milliseconds.
 */
export function canonicalText(text: string): string {
  const writer = new CanonicalWriter(text);
  for (const _turn of writer.turns());
  return textOfUnits(writer.written());
}

/** The same in pieces, for a hash; yields to the event loop after each turn. */
export async function* canonicalPieces(
  text: string,
  pause: () => Promise<unknown>,
): AsyncGenerator<string | Uint8Array> {
  const writer = new CanonicalWriter(text);
  for (const _turn of writer.turns()) await pause();
  const written = writer.written();
  for (let from = 0; from < written.length;) {
    const to = endOfPiece(written, from + UNITS_A_TURN);
    const piece = written.subarray(from, to);
    yield piece instanceof Uint8Array ? piece : textOfUnits(piece);
    await pause();
    from = to;
  }
}

/** A piece does not end within a surrogate pair. */
function endOfPiece(units: CodeUnits, end: number): number {
  const last = units[end - 1] ?? 0;
  return last >= 0xd8_00 && last < 0xdc_00 ? end + 1 : end;
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

/** Rewrites valid JSON in canonical form, in the same buffer, since the output is never longer than the input. */
class CanonicalWriter {
  readonly #units: CodeUnits;
  readonly #end: number;
  #at = 0;
  #length = 0;
  readonly #levels: Open[] = [];
  #depth = 0;
  /** Whether the next string is the name of a member. */
  #awaitsName = false;
  /** The offsets in the output at which the members of all open objects begin. */
  readonly #members: number[] = [];
  /** The order of the members of an object that has few of them. */
  readonly #order = new Uint32Array(FEW);
  /** Code units that were merged in this turn of the event loop. */
  #merged = 0;
  /** A copy of the members that are being sorted. */
  #aside: CodeUnits = new Uint8Array(0);

  constructor(text: string) {
    this.#units = codeUnitsOf(text);
    this.#end = text.length;
  }

  written(): CodeUnits {
    return this.#units.subarray(0, this.#length);
  }

  /** Writes everything in turns, with a `yield` between two of them. */
  *turns(): Generator<void> {
    for (let until = UNITS_A_TURN; this.#at < this.#end; until += UNITS_A_TURN) {
      while (this.#at < until && this.#at < this.#end) {
        const wide = this.#write(Math.min(until, this.#end));
        if (wide !== null) yield* this.#closeWide(wide);
      }
      if (this.#at < this.#end) yield;
    }
  }

  /**
   * Writes the tokens that begin before `until`. Stops earlier after an object whose members may need several turns to
   * be sorted, and returns that object. The position is kept in local variables, because this runs for each of a million
   * characters.
   */
  #write(until: number): Open | null {
    const units = this.#units;
    let [at, length, awaitsName] = [this.#at, this.#length, this.#awaitsName];
    let wide: Open | null = null;
    while (at < until && wide === null) {
      const code = units[at] ?? 0;
      at += 1;
      if (code <= SPACE) continue;
      units[length] = code;
      length += 1;
      if (code === CODE.quote) {
        const start = length - 1;
        const end = Math.abs(pastText(units, at - 1));
        for (; at < end; at += 1) units[length++] = units[at] ?? 0;
        if (awaitsName) this.#noteName(start);
        awaitsName = false;
      } else if (code === CODE.comma) awaitsName = this.#levels[this.#depth - 1]?.isObject === true;
      else if (code === CODE.openObject || code === CODE.openList) {
        awaitsName = code === CODE.openObject;
        this.#begin(awaitsName);
      } else if (code === CODE.closeList) this.#depth -= 1;
      else if (code === CODE.closeObject) {
        this.#length = length - 1;
        wide = this.#close();
        length = this.#length;
        awaitsName = false;
      }
    }
    [this.#at, this.#length, this.#awaitsName] = [at, length, awaitsName];
    return wide;
  }

  #begin(isObject: boolean): void {
    const level = this.#levels[this.#depth] ?? { isObject: false, first: 0, isSorted: true };
    this.#levels[this.#depth] = level;
    this.#depth += 1;
    level.isObject = isObject;
    level.first = this.#members.length;
    level.isSorted = true;
  }

  /** Notes a member by the name that was written. */
  #noteName(start: number): void {
    const open = this.#levels[this.#depth - 1];
    if (open === undefined) throw new SyntaxError('A member is in no object.');
    const members = this.#members;
    const last = members.length > open.first ? members[members.length - 1] : undefined;
    if (last !== undefined && comparedNames(this.#units, last, start) >= 0) open.isSorted = false;
    members.push(start);
  }

  /**
   * Ends an object; returns it if sorting its members may take several turns. Until it is sorted every member has a comma
   * behind it, so that members can be swapped.
   */
  #close(): Open | null {
    this.#depth -= 1;
    const open = this.#levels[this.#depth];
    if (open === undefined) throw new SyntaxError('An object ends that did not begin.');
    const count = this.#members.length - open.first;
    if (count > 0) this.#units[this.#length++] = CODE.comma;
    if (!open.isSorted) {
      this.#putAside(open.first);
      if (count > FEW) return open;
      insertionSort(this.#members, open.first, this.#aside, this.#order);
      this.#putBackAll(this.#order, count);
    }
    this.#closed(open);
    return null;
  }

  #closed({ first }: Open): void {
    if (this.#members.length > first) this.#length -= 1;
    this.#units[this.#length++] = CODE.closeObject;
    this.#members.length = first;
  }

  /**
   * Sorts members by merging pairs, then pairs of pairs, and so on: the work of a merge is bounded by the length of what it
   * merges, also if long names differ only at their ends.
   */
  *#closeWide(open: Open): Generator<void> {
    const { first } = open;
    const aside = this.#aside;
    const members = this.#members;
    const compared = (a: number, b: number) => comparedNames(aside, members[a] ?? 0, members[b] ?? 0);
    const count = members.length - first;
    let order = Uint32Array.from({ length: count }, (_, at) => first + at);
    let other = new Uint32Array(count);
    for (let size = 1; size < count; size *= 2) {
      for (let from = 0; from < count; from += 2 * size) {
        merge(order, other, { from, size }, compared);
        this.#merged += this.#unitsBetween(first + from, first + from + 2 * size);
        if (this.#merged < UNITS_A_TURN) continue;
        this.#merged = 0;
        yield;
      }
      [order, other] = [other, order];
    }
    this.#putBackAll(order, count);
    this.#closed(open);
  }

  /** Code units of the members from one to before another, as they came. */
  #unitsBetween(from: number, to: number): number {
    return (this.#members[to] ?? this.#length) - (this.#members[from] ?? 0);
  }

  #putAside(first: number): void {
    const units = this.#units;
    const end = this.#length;
    const begin = this.#members[first] ?? end;
    if (this.#aside.length === 0) this.#aside = units.slice();
    const aside = this.#aside;
    if (end - begin > SHORT) aside.set(units.subarray(begin, end), begin);
    else for (let at = begin; at < end; at += 1) aside[at] = units[at] ?? 0;
  }

  /** Writes the members from the copy in sorted order; of duplicate names only the last one. */
  #putBackAll(order: Uint32Array, count: number): void {
    const members = this.#members;
    const aside = this.#aside;
    const end = this.#length;
    this.#length = members[members.length - count] ?? end;
    for (let at = 0; at < count; at += 1) {
      const place = order[at] ?? 0;
      const start = members[place] ?? end;
      const next = at + 1 < count ? members[order[at + 1] ?? 0] : undefined;
      if (next !== undefined && comparedNames(aside, start, next) === 0) continue;
      this.#putBack(start, members[place + 1] ?? end);
    }
  }

  #putBack(start: number, end: number): void {
    const [units, aside] = [this.#units, this.#aside];
    let length = this.#length;
    if (end - start > SHORT) {
      units.set(aside.subarray(start, end), length);
      length += end - start;
    } else for (let at = start; at < end; at += 1) units[length++] = aside[at] ?? 0;
    this.#length = length;
  }
}
