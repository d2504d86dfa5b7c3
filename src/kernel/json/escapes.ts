/**
 * Whether a string contains an escaped NUL or an unpaired surrogate escape. Throws SyntaxError at an escape that JSON
 * does not have.
 */
export function hasBadEscape(text: string, start: number, end: number): boolean {
  let isBad = false;
  /** The offset at which the escape of the low surrogate must stand; -1 where none is expected. */
  let awaited = -1;
  for (let at = text.indexOf('\\', start); at !== -1 && at < end; at = text.indexOf('\\', at)) {
    const letter = text.charAt(at + 1);
    if (letter !== 'u') {
      if (!ESCAPES.includes(letter)) throw new SyntaxError('An escape is none of JSON.');
      at += 2;
      continue;
    }
    const unit = hexUnit(text, at + 2);
    const isLow = unit >= 0xdc_00 && unit < 0xe0_00;
    if (unit === 0 || isLow !== (awaited === at)) isBad = true;
    if (awaited !== -1 && awaited !== at) isBad = true;
    awaited = unit >= 0xd8_00 && unit < 0xdc_00 ? at + 6 : -1;
    at += 6;
  }
  return isBad || awaited !== -1;
}

const ESCAPES = '"\\/bfnrt';

function hexUnit(text: string, start: number): number {
  let unit = 0;
  for (let at = start; at < start + 4; at += 1) {
    const digit = '0123456789abcdef'.indexOf(text.charAt(at).toLowerCase() || ' ');
    if (digit < 0) throw new SyntaxError('An escape is not four hex digits.');
    unit = unit * 16 + digit;
  }
  return unit;
}
