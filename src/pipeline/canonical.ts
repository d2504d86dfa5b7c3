import { setImmediate } from 'node:timers/promises';
import { canonicalText, canonicalTextInTurns } from '../kernel/json/canonical.ts';
import { JsonText } from '../kernel/json/text.ts';

/**
 * Validated input as one text, which is equal for equal requests: members sorted, and without null members, because
 * null means absent. Free JSON is compared by its source text, apart from white space and the order of members.
 */
export function canonicalInput(value: unknown, known: ReadonlyMap<JsonText, string> = new Map()): string {
  if (value instanceof JsonText) return known.get(value) ?? canonicalText(value.text);
  const inner = (member: unknown) => canonicalInput(member, known);
  return canonical(value, inner, (member) => member !== undefined && member !== null);
}

/**
 * The same, but free JSON is processed in several turns of the event loop, because two megabytes of it would delay
 * other requests.
 */
export async function canonicalInputInTurns(value: unknown): Promise<string> {
  const known = new Map<JsonText, string>();
  for (const text of freeJsonIn(value)) {
    known.set(text, await canonicalTextInTurns(text.text, () => setImmediate()));
  }
  return canonicalInput(value, known);
}

function freeJsonIn(value: unknown): readonly JsonText[] {
  if (value instanceof JsonText) return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(freeJsonIn) : [];
}

/**
 * The canonical text before version 1.2, made of the raw input; stored fingerprints of that time are compared with it.
 */
export function canonicalRaw(value: unknown): string {
  // Numbers and texts count by their value, not by their spelling.
  if (value instanceof JsonText) return canonicalText(JSON.stringify(JSON.parse(value.text)));
  return canonical(value, canonicalRaw, (member) => member !== undefined);
}

function canonical(
  value: unknown,
  inner: (value: unknown) => string,
  isSaid: (member: unknown) => boolean,
): string {
  if (Array.isArray(value)) return `[${value.map(inner).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value)
    .filter(([, member]) => isSaid(member))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${inner(member)}`);
  return `{${members.join(',')}}`;
}
