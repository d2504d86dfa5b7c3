import { randomUUID } from 'node:crypto';

/**
 * JSON by its source text, which is what is stored and shown: the order of members, `100.10` and integers of any length
 * are as they were written. The gateway itself never reads it.
 */
export class JsonText {
  readonly text: string;
  /** Whether the text was looked through for what no database keeps. */
  readonly isChecked: boolean;
  /** What it says, for writers that ask more than once. */
  #said: { readonly value: unknown } | null = null;

  constructor(text: string, { isChecked = false }: { readonly isChecked?: boolean } = {}) {
    this.text = text;
    this.isChecked = isChecked;
  }

  /** Whether it is an object, as free JSON must be. */
  get isObject(): boolean {
    return this.text.startsWith('{');
  }

  /** `writeJson` puts the text itself; any other writer of JSON puts what it says. */
  toJSON(): unknown {
    if (marks === null) {
      this.#said ??= { value: JSON.parse(this.text) };
      return this.#said.value;
    }
    marks.texts.push(this.text);
    return marks.mark;
  }
}

/** The texts that `writeJson` has met in the value that it writes now; it runs to its end without a pause. */
let marks: { readonly mark: string; readonly texts: string[] } | null = null;

/** JSON of a value, in which every JsonText stands as it was written. */
export function writeJson(value: unknown): string {
  return write(value, (text) => text);
}

/** No text that comes in has a NUL in it, so none that was packed begins like this by itself. */
const PACKED = '\0json\0';

/** JSON of a value from which `unpackJson` makes the same value again, every JsonText in it to the byte. */
export function packJson(value: unknown): string {
  return write(value, (text) => JSON.stringify(PACKED + text));
}

export function unpackJson(packed: string): ReturnType<typeof JSON.parse> {
  return JSON.parse(packed, (_name, member: unknown) =>
    typeof member === 'string' && member.startsWith(PACKED)
      ? new JsonText(member.slice(PACKED.length), { isChecked: true })
      : member,
  );
}

function write(value: unknown, spell: (text: string) => string): string {
  // Nobody can write the mark into a value: it is made here, and gone before anything else runs.
  const own = { mark: randomUUID(), texts: Array.of<string>() };
  marks = own;
  try {
    const json = JSON.stringify(value);
    if (own.texts.length === 0) return json;
    return json
      .split(`"${own.mark}"`)
      .map((piece, at) => (at === 0 ? piece : spell(own.texts[at - 1] ?? '') + piece))
      .join('');
  } finally {
    marks = null;
  }
}

const sources = new WeakMap<object, string>();

/** Remembers how an object was written that was read all the same, since nothing said that it is free JSON. */
export function rememberSource(value: object, text: string): void {
  sources.set(value, text);
}

/** An object as it was written; one that was never written gets a text. */
export function jsonTextOf(value: object): JsonText {
  return value instanceof JsonText ? value : new JsonText(sources.get(value) ?? JSON.stringify(value));
}
