import { canonicalText } from '../kernel/json/canonical.ts';
import { JsonText } from '../kernel/json/text.ts';

/**
 * Validated input as one text, which is equal for equal requests: members sorted, and without null members, because
 * null means absent. Free JSON is compared by its source text, apart from white space and the order of members.
 */
export function canonicalInput(value: unknown): string {
  if (value instanceof JsonText) return canonicalText(value.text);
  return canonical(value, canonicalInput, (member) => member !== undefined && member !== null);
}

/**
 * The canonical text before version 1.2, made of the raw input; stored fingerprints of that time are compared with it.
 */
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
