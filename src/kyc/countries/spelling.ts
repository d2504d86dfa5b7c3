/**
 * A number or name without the differences that a keyboard makes: spaces, and the full-width letters, digits and
 * parentheses of Chinese input.
 */
export function unspaced(value: string): string {
  return value.normalize('NFKC').replace(/\s+/g, '');
}
