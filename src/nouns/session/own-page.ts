/** The header that the page of the console sends. A form or link of another site cannot send it. */
const CONSOLE_HEADER = 'Fundgate-Console';

/**
 * Whether a script of the console sent a request, and not another site with the cookie of this one. Browsers name the
 * site that sent a request if the address is trusted, otherwise its origin.
 */
export function isFromOwnPage({ headers }: Request, publicUrl: string): boolean {
  if (headers.get(CONSOLE_HEADER) !== '1') return false;
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin';
  return headers.get('origin') === new URL(publicUrl).origin;
}
