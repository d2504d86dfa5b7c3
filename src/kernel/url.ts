import { isIP } from 'node:net';

/** `https://host/base//` becomes `https://host/base`, so that a path can be appended. */
export function withoutTrailingSlashes(url: string): string {
  let end = url.length;
  while (url[end - 1] === '/') end -= 1;
  return url.slice(0, end);
}

/**
 * Whether a text is a host name or an address, even a short one such as `0`. False for a URL, and for a host with a
 * port.
 */
export const isHost = (text: string): boolean =>
  isIP(text) !== 0 || (/^[^\s:/?#@[\]\\]+$/.test(text) && URL.canParse(`http://${text}`));

/** Whether a URL has no secret and a path can be appended to it. */
export function isPublicUrl(text: string): boolean {
  const url = URL.parse(text);
  return /^[^?#\s]+$/.test(text) && url !== null && url.username === '' && url.password === '';
}

/** Whether a text is an origin as browsers send it: in lower case, and without the default port. */
export const isOrigin = (text: string): boolean => /^https?:/.test(text) && URL.parse(text)?.origin === text;

/** In a URL an IPv6 address is in brackets. */
export const authorityHost = (host: string): string => (host.includes(':') ? `[${host}]` : host);
