/** `https://host/base//` becomes `https://host/base`, so that a path can be appended. */
export function withoutTrailingSlashes(url: string): string {
  let end = url.length;
  while (url[end - 1] === '/') end -= 1;
  return url.slice(0, end);
}
