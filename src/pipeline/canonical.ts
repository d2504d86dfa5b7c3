import { setImmediate } from 'node:timers/promises';
import { canonicalText, canonicalTextInTurns } from '../kernel/json/canonical.ts';
import { JsonText } from '../kernel/json/text.ts';

/**
 * Input as it was understood, as one text: the members of every object in one order, without those that are null, which
 * is what an absent one is. Free JSON by its source, but for white space and the order of its members.
 */
export function canonicalInput(value: unknown, known: ReadonlyMap<JsonText, string> = new Map()): string {
  if (value instanceof JsonText) return known.get(value) ?? canonicalText(value.text);
  const inner = (member: unknown) => canonicalInput(member, known);
  return canonical(value, inner, (member) => member !== undefined && member !== null);
}

/** The same, free JSON in turns of the event loop: two megabytes of it take longer than others should wait. */
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

/** The same as before 1.2: input as it came, which is what the fingerprints of that time are of. */
export function canonicalRaw(value: unknown): string {
  // Numbers and texts by what they are read as, and not by their spelling.
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
