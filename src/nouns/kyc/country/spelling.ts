/** The hyphens, dashes and the minus sign that word processors and PDF files write for a hyphen. */
const HYPHENS = /[\u2010-\u2014\u2212]/g;

/**
 * A number or name without differences of typing: without spaces, with every hyphen as `-`, and with full-width letters,
 * digits and parentheses of Chinese input made plain.
 */
export function unspaced(value: string): string {
  return value.normalize('NFKC').replace(/\s+/g, '').replace(HYPHENS, '-');
}
