import { world } from '../../kernel/world.ts';

/**
 * JSON that is kept as its source text. The order of members, `100.10` and long integers do not change. The gateway
 * never reads its content.
 */
export class JsonText {
  readonly text: string;
  /** Whether the text was already checked for characters that a database cannot store. */
  readonly isChecked: boolean;
  /** The parsed value, kept because some JSON writers call `toJSON` more than once. */
  #parsed: { readonly value: unknown } | null = null;

  constructor(text: string, { isChecked = false }: { readonly isChecked?: boolean } = {}) {
    this.text = text;
    this.isChecked = isChecked;
  }

  /** Whether it is an object; free JSON must be one. */
  get isObject(): boolean {
    return this.text.startsWith('{');
  }

  /**
   * For `writeJson`: a marker, which `writeJson` replaces by the source text. For any other writer of JSON: the parsed
   * value.
   */
  toJSON(): unknown {
    if (running === null) {
      this.#parsed ??= { value: JSON.parse(this.text) };
      return this.#parsed.value;
    }
    return markerFor(running, this.text);
  }
}

/**
 * The source texts that the running `writeJson` has met. One variable is enough, because `writeJson` is synchronous.
 */
let running: Replaced | null = null;

interface Replaced {
  /** A client cannot put it into a value, because it is random and used for one call of `writeJson`. */
  marker: string | null;
  readonly texts: string[];
  /** Whether `unpackJson` will read the result. */
  readonly isPacked: boolean;
}

/** What stands in the running JSON in place of a text. */
function markerFor(json: Replaced, text: string): string {
  json.texts.push(text);
  return (json.marker ??= world.uuid());
}

/** JSON of a value in which every JsonText is written as its source text. */
export function writeJson(value: unknown): string {
  return write(value, false);
}

/**
 * The same value, whose JSON `writeJson` makes only once. It is for values that are shown often, never change and have
 * no JsonText. A copy of it is an ordinary value again, and so is one that was packed.
 */
export function withKeptJson<Value extends object>(value: Value): Value {
  let text: string | null = null;
  const toJSON = (): unknown => {
    if (running === null || running.isPacked) return value;
    // A copy does not have this method.
    return markerFor(running, (text ??= JSON.stringify({ ...value })));
  };
  return Object.freeze(Object.defineProperty(value, 'toJSON', { value: toJSON }));
}

/** Text of a request never contains NUL, so only `packJson` writes a string with this beginning. */
const PACKED = '\0json\0';

/** JSON of a value for `unpackJson`, which restores the same value with the source text of every JsonText. */
export function packJson(value: unknown): string {
  return write(value, true);
}

export function unpackJson(packed: string): ReturnType<typeof JSON.parse> {
  return JSON.parse(packed, (_name, member: unknown) =>
    typeof member === 'string' && member.startsWith(PACKED)
      ? new JsonText(member.slice(PACKED.length), { isChecked: true })
      : member,
  );
}

function write(value: unknown, isPacked: boolean): string {
  const own: Replaced = { marker: null, texts: [], isPacked };
  const spell = (text: string) => (isPacked ? JSON.stringify(PACKED + text) : text);
  running = own;
  try {
    const json = JSON.stringify(value);
    if (own.texts.length === 0) return json;
    return json
      .split(`"${own.marker}"`)
      .map((piece, at) => (at === 0 ? piece : spell(own.texts[at - 1] ?? '') + piece))
      .join('');
  } finally {
    running = null;
  }
}

/**
 * The property is not enumerable, so no copy has it. An entry in a WeakMap would cost a microsecond for each request.
 */
const SOURCE = Symbol('source');

/** Remembers the source text of an object that was parsed before anyone knew that its field takes free JSON. */
export function rememberSource(value: object, text: string): void {
  Object.defineProperty(value, SOURCE, { value: text });
}

function sourceOf(value: object): string | null {
  const source: unknown = Reflect.get(value, SOURCE);
  return typeof source === 'string' ? source : null;
}

/** An object as its source text; if it has none, it is serialised. */
export function jsonTextOf(value: object): JsonText {
  return value instanceof JsonText ? value : new JsonText(sourceOf(value) ?? JSON.stringify(value));
}
