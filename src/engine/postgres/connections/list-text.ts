/** A list as PostgreSQL reads it. */
export function listOf(values: readonly unknown[]): string {
  let list = '';
  for (const value of values) list += list === '' ? `{${elementOf(value)}` : `,${elementOf(value)}`;
  return list === '' ? '{}' : `${list}}`;
}

const SPECIAL = /["\\]/;
const SPECIALS = /["\\]/g;

function elementOf(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value !== 'string') return String(value);
  return SPECIAL.test(value) ? `"${value.replaceAll(SPECIALS, '\\$&')}"` : `"${value}"`;
}
