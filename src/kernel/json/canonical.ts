import { CODE, isJsonSpace, SPACE } from './characters.ts';

/** Whether texts and numbers are compared as they are written or by the value they parse to. */
type By = 'source' | 'value';

/**
 * Valid JSON with the members of every object sorted and without white space. Where a name occurs twice, the last
 * member counts. Parts that are canonical already are copied in one piece, so that megabytes of small lists cost no
 * more than one long text. The caller has bounded the nesting, so recursion is safe.
 */
export function canonicalText(text: string, by: By = 'source'): string {
  const reader = { text, at: 0, by };
  skipSpace(reader);
  const start = reader.at;
  return readValue(reader) ?? text.slice(start, reader.at);
}

interface Reader {
  readonly text: string;
  readonly by: By;
  at: number;
}

/** The canonical form of the value that begins here; null where the source is canonical already. */
function readValue(reader: Reader): string | null {
  switch (reader.text.charCodeAt(reader.at)) {
    case CODE.openObject:
      return readObject(reader);
    case CODE.openList:
      return readList(reader);
    case CODE.quote:
      return readString(reader);
    default:
      return readScalar(reader);
  }
}

function readString(reader: Reader): string | null {
  const start = reader.at;
  let at = start + 1;
  let hasEscape = false;
  for (let code = reader.text.charCodeAt(at); code !== CODE.quote; code = reader.text.charCodeAt(at)) {
    if (code === CODE.backslash) hasEscape = true;
    at += code === CODE.backslash ? 2 : 1;
  }
  reader.at = at + 1;
  if (!hasEscape || reader.by === 'source') return null;
  return JSON.stringify(JSON.parse(reader.text.slice(start, reader.at)));
}

/** A number, `true`, `false` or `null`. */
function readScalar(reader: Reader): string | null {
  const start = reader.at;
  while (isOfScalar(reader.text.charCodeAt(reader.at))) reader.at += 1;
  if (reader.by === 'source') return null;
  return JSON.stringify(JSON.parse(reader.text.slice(start, reader.at)));
}

const isOfScalar = (code: number) =>
  code > SPACE && code !== CODE.comma && code !== CODE.closeList && code !== CODE.closeObject;

function readList(reader: Reader): string | null {
  const { text } = reader;
  const pieces: string[] = [];
  let copied = reader.at;
  let isChanged = false;
  const replace = (start: number, piece: string) => {
    pieces.push(text.slice(copied, start), piece);
    copied = reader.at;
    isChanged = true;
  };
  reader.at += 1;
  for (;;) {
    const before = reader.at;
    if (skipSpace(reader)) replace(before, '');
    const start = reader.at;
    const next = text.charCodeAt(start);
    if (next === CODE.closeList || start >= text.length) break;
    if (next === CODE.comma) {
      reader.at += 1;
      continue;
    }
    const item = readValue(reader);
    if (item !== null) replace(start, item);
  }
  reader.at += 1;
  return isChanged ? pieces.join('') + text.slice(copied, reader.at) : null;
}

function readObject(reader: Reader): string | null {
  const { text } = reader;
  const names: string[] = [];
  const values: string[] = [];
  let isChanged = false;
  reader.at += 1;
  for (;;) {
    if (skipSpace(reader)) isChanged = true;
    const next = text.charCodeAt(reader.at);
    if (next === CODE.closeObject || reader.at >= text.length) break;
    if (next === CODE.comma) {
      reader.at += 1;
      continue;
    }
    const nameStart = reader.at;
    const spelled = readString(reader);
    const name = spelled ?? text.slice(nameStart, reader.at);
    const hasSpace = skipSpace(reader);
    reader.at += 1;
    if (skipSpace(reader) || hasSpace || spelled !== null) isChanged = true;
    const start = reader.at;
    const value = readValue(reader);
    if (value !== null || isBehind(names.at(-1), name.slice(1, -1))) isChanged = true;
    names.push(name.slice(1, -1));
    values.push(value ?? text.slice(start, reader.at));
  }
  reader.at += 1;
  return isChanged ? inOrder(names, values) : null;
}

const isBehind = (last: string | undefined, name: string) => last !== undefined && last >= name;

/** Objects with at most this many members, which is nearly all, are sorted in place by insertion. */
const FEW = 16;

/** The members sorted by name as spelled between the quotes; where a name occurs twice, the last one. */
function inOrder(names: string[], values: string[]): string {
  const [sortedNames, sortedValues] =
    names.length <= FEW ? insertionSorted(names, values) : sorted(names, values);
  let text = '';
  for (let at = 0; at < sortedNames.length; at += 1) {
    if (sortedNames[at] === sortedNames[at + 1]) continue;
    text += `${text === '' ? '{' : ','}"${sortedNames[at]}":${sortedValues[at]}`;
  }
  return text === '' ? '{}' : `${text}}`;
}

function insertionSorted(names: string[], values: string[]): [string[], string[]] {
  for (let at = 1; at < names.length; at += 1) {
    const [name = '', value = ''] = [names[at], values[at]];
    let slot = at;
    for (; slot > 0 && (names[slot - 1] ?? '') > name; slot -= 1) {
      names[slot] = names[slot - 1] ?? '';
      values[slot] = values[slot - 1] ?? '';
    }
    names[slot] = name;
    values[slot] = value;
  }
  return [names, values];
}

function sorted(names: readonly string[], values: readonly string[]): [string[], string[]] {
  const order = [...names.keys()].toSorted((a, b) => {
    const [left = '', right = ''] = [names[a], names[b]];
    if (left === right) return a - b;
    return left < right ? -1 : 1;
  });
  return [order.map((at) => names[at] ?? ''), order.map((at) => values[at] ?? '')];
}

/** Skips white space and returns whether there was any. */
function skipSpace(reader: Reader): boolean {
  const start = reader.at;
  while (isJsonSpace(reader.text.charCodeAt(reader.at))) reader.at += 1;
  return reader.at > start;
}
