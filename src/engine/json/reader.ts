import { setOwnMember } from './own-member.ts';
import { CODE } from './characters.ts';
import { MalformedJson } from './malformed.ts';
import { numberIn } from './number.ts';
import { type JsonFlaw, JsonScanner, Stopped, unquoted } from './scanner.ts';
import { JsonText, rememberSource } from './text.ts';

/** The deepest nesting of a body. Real bodies stay under ten levels, and recursive functions are safe far beyond it. */
export const JSON_DEPTH_MAX = 32;

/**
 * The most values that are created from one body; free JSON does not count. A record of 100 directors and 100
 * shareholders has under a thousand. Further values are checked but not created.
 */
export const JSON_VALUES_MAX = 20_000;
/**
 * If a body has too many values, so many of its objects and lists are kept as text instead. Their values do not count.
 */
const GIVEN_BACK_MAX = 4;
/**
 * Down to this level of nesting (`variables`, `input`, the member) the reader may keep an object as text, and remembers
 * the source of objects.
 */
const SHALLOW_DEPTH = 4;
export interface ReadJson {
  readonly value: unknown;
  /** Either one flaw of depth or number, because reading then stops, or every bad text up to a limit. */
  readonly flaws: readonly JsonFlaw[];
  /** Whether the body had too many values; then `value` is incomplete. */
  readonly isTruncated: boolean;
}

interface ReadOptions {
  readonly depthMax?: number;
  /** Names of members near the top that hold free JSON. They become JsonText with any content. */
  readonly free?: ReadonlySet<string>;
  /** The first level of nesting that has these names; above it a name means something else. */
  readonly freeFrom?: number;
}

/**
 * Reads JSON in one pass, in time linear in the length of the text. Free JSON and values beyond the limit are checked
 * but not created. Throws MalformedJson. Only escapes are searched for unpaired surrogates: text that was decoded from
 * UTF-8 cannot contain others.
 */
export function readJsonText(text: string, options: ReadOptions = {}): ReadJson {
  const reader = new JsonReader(text, options);
  const value = reader.read();
  return { value, flaws: reader.flaws, isTruncated: reader.isTruncated };
}

/** The flaws of JSON that did not come in a JSON body. Throws MalformedJson. */
export function flawsIn({ text }: JsonText): readonly JsonFlaw[] {
  return readJsonText(`{"json":${text}}`, { free: new Set(['json']) }).flaws.map((flaw) => ({
    ...flaw,
    path: flaw.path.slice(1),
  }));
}

class JsonReader extends JsonScanner {
  readonly #free: ReadonlySet<string>;
  readonly #freeFrom: number;
  isTruncated = false;
  /** Whether values are created. If they are not, the text is still checked. */
  #makes = true;
  #valuesLeft = JSON_VALUES_MAX;
  #givenBack = 0;

  constructor(text: string, { depthMax = JSON_DEPTH_MAX, free = new Set(), freeFrom = 1 }: ReadOptions) {
    super(text, depthMax);
    this.#free = free;
    this.#freeFrom = freeFrom;
  }

  read(): unknown {
    try {
      this.skipSpace();
      const value = this.#value(true);
      this.skipSpace();
      if (this.at < this.text.length) throw new MalformedJson('more', this.at);
      return value;
    } catch (error) {
      if (error instanceof Stopped) return null;
      throw error;
    }
  }

  #value(isShallow: boolean): unknown {
    if (this.#makes) {
      this.#valuesLeft -= 1;
      if (this.#valuesLeft < 0) this.#makes = false;
    }
    if (!this.#makes) return this.skipValue();
    const { code } = this;
    if (code === CODE.openObject || code === CODE.openList) return this.#nested(code, isShallow);
    const start = this.at;
    this.skipScalar(code);
    switch (code) {
      case CODE.quote:
        return unquoted(this.text.slice(start, this.at));
      case CODE.t:
        return true;
      case CODE.f:
        return false;
      case CODE.n:
        return null;
      default:
        return numberIn(this.text.slice(start, this.at));
    }
  }

  #nested(code: number, isShallow: boolean): unknown {
    const [start, before] = [this.at, this.#valuesLeft];
    const canBeText = isShallow && this.depth > 0 && this.depth < SHALLOW_DEPTH;
    const isObject = code === CODE.openObject;
    const value = isObject ? this.#object(isShallow) : this.#list(canBeText);
    const isTooLarge = !this.#makes;
    if (canBeText && isTooLarge && this.#givenBack < GIVEN_BACK_MAX) {
      this.#givenBack += 1;
      this.#makes = true;
      this.#valuesLeft = before;
      return new JsonText(this.text.slice(start, this.at), { isChecked: true });
    }
    if (isTooLarge) this.isTruncated = true;
    if (canBeText && isObject && !isTooLarge) rememberSource(value, this.text.slice(start, this.at));
    return value;
  }

  #object(isShallow: boolean): object {
    const members: Record<string, unknown> = {};
    if (!this.beginMembers(CODE.openObject)) return members;
    do {
      const name = this.memberName;
      const value = this.#member(name, isShallow);
      if (this.#makes) setOwnMember(members, name, value);
    } while (this.#nextMember());
    return members;
  }

  #member(name: string, isShallow: boolean): unknown {
    const isFree =
      isShallow &&
      this.#makes &&
      this.depth >= this.#freeFrom &&
      this.depth <= SHALLOW_DEPTH &&
      this.code === CODE.openObject &&
      this.#free.has(name);
    if (!isFree) return this.#value(isShallow && this.depth < SHALLOW_DEPTH);
    const start = this.at;
    this.skipValue();
    return new JsonText(this.text.slice(start, this.at), { isChecked: true });
  }

  #list(keepsSources: boolean): unknown[] {
    const items: unknown[] = [];
    if (!this.beginMembers(CODE.openList)) return items;
    do {
      const start = this.at;
      const hasSource = keepsSources && this.code === CODE.openObject;
      const item = this.#value(false);
      if (!this.#makes) continue;
      if (hasSource) rememberSource(Object(item), this.text.slice(start, this.at));
      items.push(item);
    } while (this.#nextMember());
    return items;
  }

  /** Moves to the next member. If no values are created, moves past all of them. */
  #nextMember(): boolean {
    if (!this.nextMember()) return false;
    if (this.#makes) return true;
    this.skipMembers();
    return false;
  }
}
