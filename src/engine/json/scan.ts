import { CODE, isDigit, isJsonSpace, SPACE } from './characters.ts';
import type { CodeUnits } from './code-units.ts';
import { MalformedJson } from './malformed.ts';

/**
 * Each function here takes the offset where a token of JSON begins. It returns the offset where the token ends, or
 * throws MalformedJson. They create no values. After the end of the text a code is undefined, and every comparison with
 * undefined is false.
 */

export function pastSpace(units: CodeUnits, start: number): number {
  let at = start;
  for (let code = units[at] ?? 0; code <= SPACE && isJsonSpace(code); code = units[at] ?? 0) at += 1;
  return at;
}

/** The end of a text in quotes; negative if it has escapes. */
export function pastText(units: CodeUnits, start: number): number {
  let hasEscape = false;
  let at = start + 1;
  for (let code = units[at] ?? 0; code !== CODE.quote; code = units[at] ?? 0) {
    if (code < SPACE) throw new MalformedJson('control', at);
    if (code === CODE.backslash) {
      hasEscape = true;
      at += 1;
    }
    at += 1;
  }
  return hasEscape ? -(at + 1) : at + 1;
}

/** A number with fewer characters is below 1e200; the largest double is above 1e308. */
const SHORT_LENGTH = 200;
/** With fewer digits an exponent is at most 99. */
const LONG_EXPONENT_DIGITS = 3;

/** The end of a number; negative if it may be too large for a double. */
export function pastNumber(units: CodeUnits, start: number): number {
  let at = units[start] === CODE.minus ? start + 1 : start;
  at = units[at] === CODE.zero ? at + 1 : pastDigits(units, at, at === start);
  if (units[at] === CODE.dot) at = pastDigits(units, at + 1);
  const isShort = at - start < SHORT_LENGTH;
  if (units[at] !== CODE.lowerE && units[at] !== CODE.upperE) return isShort ? at : -at;
  const sign = units[at + 1];
  const digits = sign === CODE.minus || sign === CODE.plus ? at + 2 : at + 1;
  at = pastDigits(units, digits);
  const isFinite = isShort && (sign === CODE.minus || at - digits < LONG_EXPONENT_DIGITS);
  return isFinite ? at : -at;
}

function pastDigits(units: CodeUnits, start: number, isFirst = false): number {
  let at = start;
  while (isDigit(units[at] ?? 0)) at += 1;
  if (at === start) throw new MalformedJson(isFirst ? 'value' : 'digit', at);
  return at;
}

const TRUE = Buffer.from('true');
const FALSE = Buffer.from('false');
const NULL = Buffer.from('null');

/** The end of `true`, `false` or `null`. It uses a loop, because a body may have half a million of these words. */
export function pastWord(units: CodeUnits, start: number): number {
  const first = units[start];
  const word = first === CODE.t ? TRUE : first === CODE.f ? FALSE : NULL;
  for (let at = 0; at < word.length; at += 1)
    if (units[start + at] !== word[at]) throw new MalformedJson('value', start);
  return start + word.length;
}
