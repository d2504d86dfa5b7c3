/**
 * A number or name without differences of typing: without spaces, and with full-width letters, digits and parentheses
 * of Chinese input made plain.
 */
export function unspaced(value: string): string {
  return value.normalize('NFKC').replace(/\s+/g, '');
}
