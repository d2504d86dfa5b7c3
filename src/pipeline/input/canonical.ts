import { setImmediate } from 'node:timers/promises';
import type { Pieces } from '../../engine/crypto/hmac.ts';
import { canonicalPieces, canonicalText } from '../../engine/json/canonical.ts';
import { JsonText } from '../../engine/json/text.ts';

/** Characters. Longer free JSON takes milliseconds to sort. */
export const LONG_FREE_JSON_LENGTH = 262_144;

/**
 * Validated input as one text, which is equal for equal requests: members sorted, and without null members, because
 * null means absent. Free JSON is compared by its source text, apart from white space and the order of members.
 */
export function canonicalInput(
  value: unknown,
  spell: (free: JsonText) => string = ({ text }) => canonicalText(text),
): string {
  if (value instanceof JsonText) return spell(value);
  const inner = (member: unknown) => canonicalInput(member, spell);
  if (Array.isArray(value)) return `[${value.map(inner).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined && member !== null)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${inner(member)}`);
  return `{${members.join(',')}}`;
}

/** Marks the place of long free JSON in a canonical text, which itself has no control characters. */
const MARK = '\0';

/**
 * Like `canonicalInput`, in pieces. Long free JSON yields to the event loop in between, because two megabytes of it would
 * delay other requests.
 */
export function canonicalInputPieces(value: unknown): Pieces {
  const long: string[] = [];
  const around = canonicalInput(value, ({ text }) => {
    if (text.length <= LONG_FREE_JSON_LENGTH) return canonicalText(text);
    long.push(text);
    return MARK;
  });
  return long.length === 0 ? [around] : filledIn(around, long);
}

async function* filledIn(around: string, long: readonly string[]): AsyncGenerator<string | Uint8Array> {
  for (const [at, piece] of around.split(MARK).entries()) {
    const before = at === 0 ? undefined : long[at - 1];
    if (before !== undefined) yield* canonicalPieces(before, () => setImmediate());
    yield piece;
  }
}
