/** The hyphens, dashes and minus sign that word processors and PDF files write instead of a hyphen. */
const HYPHENS = /[\u2010-\u2014\u2212]/g;

/**
 * A number or name without differences of typing: spaces are removed, every hyphen becomes `-`, and full-width letters,
 * digits and parentheses of Chinese input become plain.
 */
export function unspaced(value: string): string {
  return value.normalize('NFKC').replace(/\s+/g, '').replace(HYPHENS, '-');
}
