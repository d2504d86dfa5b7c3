/** A number as people and spreadsheets read it. JavaScript writes a tiny number as `1e-7`; this writes `0.0000001`. */
export function plainDecimal(value: number): string {
  const [digits = '', exponent] = String(value).split('e');
  if (exponent === undefined) return digits;
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d)(?:\.(\d+))?$/.exec(digits) ?? [];
  const places = Number(exponent);
  const moved =
    places < 0 ? `0.${'0'.repeat(-places - 1)}${whole}${fraction}` : whole + fraction.padEnd(places, '0');
  return sign + moved;
}

/** A value as the text of a cell. */
export const plainText = (value: unknown): string =>
  typeof value === 'number' ? plainDecimal(value) : String(value);

/** JSON whose numbers are plain decimals. */
export function plainJson(value: unknown): string {
  if (typeof value === 'number') return plainDecimal(value);
  if (Array.isArray(value)) return `[${value.map(plainJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([name, member]) => `${JSON.stringify(name)}:${plainJson(member)}`)
    .join(',')}}`;
}
