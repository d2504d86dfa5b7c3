import type { Path } from '../errors.ts';
import { CODE, SPACE } from './characters.ts';
import { JsonCursor } from './cursor.ts';
import { hasBadEscape } from './escapes.ts';
import { JsonText, rememberSource } from './text.ts';
import { putOwn } from '../own-member.ts';

/** Deepest nesting of a body. Real bodies stay under ten levels, and recursive functions are safe far beyond this. */
export const JSON_DEPTH_MAX = 32;

/**
 * Values created from one body, free JSON not counted: a KYC record of 100 directors and 100 shareholders has under a
 * thousand. What follows after this number is checked but not created.
 */
export const JSON_VALUES_MAX = 20_000;
/** How often a too large object or list is kept as text instead, which returns its values to the budget. */
const GIVEN_BACK_MAX = 4;
/** Deepest level at which an object is kept as text or its source remembered: `variables`, `input`, the member. */
const SHALLOW_DEPTH = 4;
/** Bad texts are reported one by one, up to the number of problems that an error lists. */
const TEXT_FLAWS_MAX = 50;
/** A number of up to this many characters without an exponent is always below the largest double. */
const FINITE_LENGTH = 300;

/** Why JSON cannot be stored: nesting, a number that is not finite, NUL or an unpaired surrogate in a text or name. */
export interface JsonFlaw {
  readonly kind: 'depth' | 'number' | 'text';
  readonly path: Path;
}

export interface ReadJson {
  readonly value: unknown;
  /** Either one flaw of depth or number, after which reading stops, or every bad text up to a limit. */
  readonly flaws: readonly JsonFlaw[];
  /** Whether the body had more values than are created; then `value` is incomplete. */
  readonly isCut: boolean;
}

interface ReadOptions {
  readonly depthMax?: number;
  /** Names of members near the top that hold free JSON: they become JsonText with any content. */
  readonly free?: ReadonlySet<string>;
}

/**
 * Reads JSON in one pass, in time linear in the length of the text. Free JSON, and what exceeds the limit of values, is
 * checked but not created. Throws SyntaxError. Unpaired surrogates are searched in escapes only: text that was decoded
 * from UTF-8 has no others.
 */
export function readJsonText(text: string, options: ReadOptions = {}): ReadJson {
  const reader = new JsonReader(text, options);
  const value = reader.read();
  return { value, flaws: reader.flaws, isCut: reader.isCut };
}

/** The flaws of JSON that did not come in a JSON body. Throws SyntaxError. */
export function flawsIn({ text }: JsonText): readonly JsonFlaw[] {
  return readJsonText(`{"json":${text}}`, { free: new Set(['json']) }).flaws.map((flaw) => ({
    ...flaw,
    path: flaw.path.slice(1),
  }));
}

/** Stops the reading at a flaw that makes the rest irrelevant. */
class Stopped extends Error {}

class JsonReader extends JsonCursor {
  readonly #depthMax: number;
  readonly #free: ReadonlySet<string>;
  /** The path to the value being read: the start and end of a name, or -1 and the index in a list. */
  readonly #steps: [number, number][] = [];
  readonly flaws: JsonFlaw[] = [];
  isCut = false;
  #depth = 0;
  #makes = true;
  #valuesLeft = JSON_VALUES_MAX;
  #givenBack = 0;

  constructor(text: string, { depthMax = JSON_DEPTH_MAX, free = new Set() }: ReadOptions) {
    super(text);
    this.#depthMax = depthMax;
    this.#free = free;
  }

  read(): unknown {
    try {
      this.skipSpace();
      const value = this.#value(true);
      this.skipSpace();
      if (this.at < this.text.length) throw new SyntaxError('Something follows the value.');
      return value;
    } catch (error) {
      if (error instanceof Stopped) return null;
      throw error;
    }
  }

  #value(isShallow: boolean): unknown {
    const code = this.text.charCodeAt(this.at);
    if (this.#makes) {
      this.#valuesLeft -= 1;
      if (this.#valuesLeft < 0) this.#makes = false;
    }
    switch (code) {
      case CODE.openObject:
      case CODE.openList:
        return this.#nested(code === CODE.openObject, isShallow);
      case CODE.quote:
        return this.#string(this.#depth);
      case CODE.t:
        return this.word('true', true);
      case CODE.f:
        return this.word('false', false);
      case CODE.n:
        return this.word('null', null);
      default:
        return this.#number();
    }
  }

  #nested(isObject: boolean, isShallow: boolean): unknown {
    if (this.#depth === this.#depthMax) this.#stop('depth');
    const [start, before, made] = [this.at, this.#valuesLeft, this.#makes];
    const canBeText = isShallow && this.#depth > 0 && this.#depth < SHALLOW_DEPTH;
    this.#depth += 1;
    const value = isObject ? this.#object(isShallow) : this.#list();
    this.#depth -= 1;
    if (!made) return undefined;
    const isTooLarge = !this.#makes;
    if (canBeText && isTooLarge && this.#givenBack < GIVEN_BACK_MAX) {
      this.#givenBack += 1;
      this.#makes = true;
      this.#valuesLeft = before;
      return new JsonText(this.text.slice(start, this.at), { isChecked: true });
    }
    if (isTooLarge) this.isCut = true;
    if (canBeText && isObject && !isTooLarge) rememberSource(value, this.text.slice(start, this.at));
    return value;
  }

  #object(isShallow: boolean): object {
    const members: Record<string, unknown> = {};
    const step = this.#stepAt(this.#depth);
    this.at += 1;
    this.skipSpace();
    if (this.take(CODE.closeObject)) return members;
    do {
      this.skipSpace();
      step[0] = this.at;
      if (this.text.charCodeAt(this.at) !== CODE.quote) throw new SyntaxError('A name is missing.');
      const name = this.#string(this.#depth - 1);
      step[1] = this.at;
      this.skipSpace();
      if (!this.take(CODE.colon)) throw new SyntaxError('A colon is missing.');
      this.skipSpace();
      const value = this.#member(name, isShallow);
      if (this.#makes && typeof name === 'string') putOwn(members, name, value);
      this.skipSpace();
    } while (this.take(CODE.comma));
    if (!this.take(CODE.closeObject)) throw new SyntaxError('An object does not end.');
    return members;
  }

  #member(name: string | undefined, isShallow: boolean): unknown {
    const isFree =
      isShallow &&
      this.#makes &&
      this.#depth <= SHALLOW_DEPTH &&
      name !== undefined &&
      this.#free.has(name) &&
      this.text.charCodeAt(this.at) === CODE.openObject;
    if (!isFree) return this.#value(isShallow && this.#depth < SHALLOW_DEPTH);
    const start = this.at;
    this.#makes = false;
    this.#value(false);
    this.#makes = true;
    return new JsonText(this.text.slice(start, this.at), { isChecked: true });
  }

  #list(): unknown[] {
    const items: unknown[] = [];
    const step = this.#stepAt(this.#depth);
    step[0] = -1;
    step[1] = 0;
    this.at += 1;
    this.skipSpace();
    if (this.take(CODE.closeList)) return items;
    do {
      this.skipSpace();
      const item = this.#value(false);
      if (this.#makes) items.push(item);
      step[1] += 1;
      this.skipSpace();
    } while (this.take(CODE.comma));
    if (!this.take(CODE.closeList)) throw new SyntaxError('A list does not end.');
    return items;
  }

  /** `stepsShown` is how many steps of the path an error shows: for a name, those of the object that holds it. */
  #string(stepsShown: number): string | undefined {
    const start = this.at;
    let hasEscape = false;
    let at = start + 1;
    for (let code = this.text.charCodeAt(at); code !== CODE.quote; code = this.text.charCodeAt(at)) {
      // Written with `!` because after the end of the text the code is NaN, for which every comparison is false.
      if (!(code >= SPACE)) throw new SyntaxError('A text does not end, or has a control character.');
      if (code === CODE.backslash) {
        hasEscape = true;
        at += 1;
      }
      at += 1;
    }
    this.at = at + 1;
    if (!hasEscape) return this.#makes ? this.text.slice(start + 1, at) : undefined;
    if (hasBadEscape(this.text, start, at) && this.flaws.length < TEXT_FLAWS_MAX) {
      this.flaws.push({ kind: 'text', path: this.#path(stepsShown) });
    }
    return this.#makes ? String(JSON.parse(this.text.slice(start, this.at))) : undefined;
  }

  #number(): number | undefined {
    const start = this.at;
    const hasExponent = this.passNumber();
    if (!this.#makes && !hasExponent && this.at - start < FINITE_LENGTH) return undefined;
    const value = Number(this.text.slice(start, this.at));
    if (!Number.isFinite(value)) this.#stop('number');
    return value;
  }

  #stepAt(depth: number): [number, number] {
    const known = this.#steps[depth];
    if (known !== undefined) return known;
    const step: [number, number] = [-1, 0];
    this.#steps[depth] = step;
    return step;
  }

  #path(steps: number): Path {
    return this.#steps.slice(1, steps + 1).map(([start, end]) => {
      if (start < 0) return end;
      const name: unknown = JSON.parse(this.text.slice(start, end));
      return String(name);
    });
  }

  #stop(kind: 'depth' | 'number'): never {
    this.flaws.splice(0, this.flaws.length, { kind, path: this.#path(this.#depth) });
    throw new Stopped();
  }
}
