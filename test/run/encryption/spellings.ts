import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Every way in which a text might be stored in a file: as it is, escaped, in other encodings, at any offset of base64.
 */
export function spellingsOf(text: string): Buffer[] {
  const bytes = Buffer.from(text);
  const codes = Array.from(text, (letter) => letter.charCodeAt(0).toString(16).padStart(4, '0'));
  const utf16 = Buffer.from(text, 'utf16le');
  const base64 = [0, 1, 2].flatMap((offset) => {
    // Only the digits that do not depend on the bytes before and behind the text.
    const padded = Buffer.concat([Buffer.alloc(offset), bytes]);
    const digits = padded.toString('base64').replace(/=+$/, '');
    const own = digits.slice(
      Math.ceil((offset * 8) / 6),
      bytes.length % 3 === (3 - offset) % 3 ? undefined : -1,
    );
    return [own, own.replaceAll('+', '-').replaceAll('/', '_')];
  });
  const hex = bytes.toString('hex');
  return [
    bytes,
    utf16,
    Buffer.from(utf16).swap16(),
    ...[
      encodeURIComponent(text),
      JSON.stringify(text).slice(1, -1),
      codes.map((code) => `\\u${code}`).join(''),
      hex,
      hex.toUpperCase(),
      ...base64,
    ].map((spelling) => Buffer.from(spelling)),
  ];
}

/** The files under a folder that hold any of the texts in any spelling, as `path: text`; those written since. */
export function findIn(folder: string, texts: readonly string[], since = 0): string[] {
  const spelled = texts.map((text) => ({ text, spellings: spellingsOf(text) }));
  const written = filesUnder(folder).filter((path) => statSync(path).mtimeMs >= since);
  return written.flatMap((path) => {
    const bytes = readFileSync(path);
    return spelled.flatMap(({ text, spellings }) =>
      spellings.some((spelling) => bytes.includes(spelling)) ? [`${path}: ${text}`] : [],
    );
  });
}

export function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true);
}
