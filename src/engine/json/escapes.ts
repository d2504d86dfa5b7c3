import { CODE, isDigit } from './characters.ts';
import type { CodeUnits } from './code-units.ts';
import { MalformedJson } from './malformed.ts';

const LETTERS: ReadonlySet<number> = new Set(Buffer.from('"\\/bfnrt'));

/**
 * Whether a string contains an escaped NUL or an unpaired surrogate escape. Throws MalformedJson if JSON does not have
 * an escape.
 */
export function hasBadEscape(units: CodeUnits, start: number, end: number): boolean {
  let isBad = false;
  /** The offset where the escape of the low surrogate must be; -1 if none is expected. */
  let awaited = -1;
  let at = start;
  while (at < end) {
    if (units[at] !== CODE.backslash) {
      at += 1;
      continue;
    }
    const letter = units[at + 1] ?? 0;
    if (letter !== CODE.u) {
      if (!LETTERS.has(letter)) throw new MalformedJson('escape', at);
      at += 2;
      continue;
    }
    const unit = hexUnit(units, at + 2);
    const isLow = unit >= 0xdc_00 && unit < 0xe0_00;
    if (unit === 0 || isLow !== (awaited === at)) isBad = true;
    if (awaited !== -1 && awaited !== at) isBad = true;
    awaited = unit >= 0xd8_00 && unit < 0xdc_00 ? at + 6 : -1;
    at += 6;
  }
  return isBad || awaited !== -1;
}

/** The code unit of four hex digits. */
function hexUnit(units: CodeUnits, start: number): number {
  let unit = 0;
  for (let at = start; at < start + 4; at += 1) unit = unit * 16 + hexDigit(units[at] ?? 0, at);
  return unit;
}

/** The bit that differs between small and capital letters of ASCII. */
const SMALL = 0x20;

function hexDigit(code: number, at: number): number {
  if (isDigit(code)) return code - CODE.zero;
  const letter = (code | SMALL) - CODE.a;
  if (letter < 0 || letter > 5) throw new MalformedJson('escape', at);
  return letter + 10;
}
