/** The content security policy of a page: its text, and its own style. It loads nothing from elsewhere. */
const policyOf = (...further: readonly string[]): string =>
  [
    "default-src 'none'",
    ...further,
    "style-src 'self'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** What a page that reads no record may do in a browser. */
export const PAGE_HEADERS = {
  'Content-Security-Policy': policyOf(),
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
} as const;

/** A page of the documentation also runs its own script, which loads the index of the search. */
export const DOCS_HEADERS = {
  ...PAGE_HEADERS,
  'Content-Security-Policy': policyOf("script-src 'self'", "connect-src 'self'"),
} as const;
