import { CODE, SPACE } from './characters.ts';

/**
 * Valid JSON in canonical form: members sorted, no white space, texts and numbers with their spelling. If a name occurs
 * twice, the last one wins. The text must not nest deeper than the reader of JSON allows.
 */
export const canonicalText = (text: string): string => new CanonicalReader(text).value();

class CanonicalReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  value(): string {
    const code = this.#pastSpace();
    if (code === CODE.openObject) return this.#object();
    if (code === CODE.openList) return this.#list();
    if (code === CODE.quote) return `"${this.#unquoted()}"`;
    return this.#plain();
  }

  /** The character at which the next token begins. */
  #pastSpace(): number {
    const text = this.#text;
    let at = this.#at;
    let code = text.charCodeAt(at);
    while (code <= SPACE) code = text.charCodeAt((at += 1));
    this.#at = at;
    return code;
  }

  #list(): string {
    let items = '';
    this.#at += 1;
    for (let code = this.#pastSpace(); code !== CODE.closeList; code = this.#pastSpace()) {
      if (code === CODE.comma) {
        this.#at += 1;
        items += ',';
      } else items += this.value();
    }
    this.#at += 1;
    return `[${items}]`;
  }

  #object(): string {
    const members: Member[] = [];
    let isSorted = true;
    this.#at += 1;
    for (let code = this.#pastSpace(); code !== CODE.closeObject; code = this.#pastSpace()) {
      if (code === CODE.comma) {
        this.#at += 1;
        continue;
      }
      const name = this.#unquoted();
      isSorted &&= members.length === 0 || (members.at(-1)?.name ?? '') < name;
      this.#pastSpace();
      this.#at += 1;
      members.push({ name, value: this.value() });
    }
    this.#at += 1;
    return written(isSorted ? members : sorted(members));
  }

  /** A text without its quotes. */
  #unquoted(): string {
    const text = this.#text;
    const start = this.#at + 1;
    let end = text.indexOf('"', start);
    while (text.charCodeAt(end - 1) === CODE.backslash && isEscaped(text, end))
      end = text.indexOf('"', end + 1);
    this.#at = end + 1;
    return text.slice(start, end);
  }

  /** A number or a word. */
  #plain(): string {
    const text = this.#text;
    const start = this.#at;
    let at = start + 1;
    for (let code = text.charCodeAt(at); isPlain(code); code = text.charCodeAt(at)) at += 1;
    this.#at = at;
    return text.slice(start, at);
  }
}

interface Member {
  /** With its spelling, without its quotes. */
  readonly name: string;
  readonly value: string;
}

function written(members: readonly Member[]): string {
  let text = '';
  for (const { name, value } of members) text += `${text === '' ? '' : ','}"${name}":${value}`;
  return `{${text}}`;
}

/** Sorting keeps the order of equal names, so a member is the last of its name if another name follows. */
const sorted = (members: readonly Member[]): readonly Member[] =>
  members
    .toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
    .filter(({ name }, at, all) => name !== all[at + 1]?.name);

/** Whether an odd number of backslashes stands before a quote. */
function isEscaped(text: string, quote: number): boolean {
  let before = quote - 1;
  while (text.charCodeAt(before) === CODE.backslash) before -= 1;
  return (quote - before) % 2 === 0;
}

/** Whether a character belongs to a number or a word; false at the end of the text. */
const isPlain = (code: number): boolean =>
  code > SPACE && code !== CODE.comma && code !== CODE.closeList && code !== CODE.closeObject;
