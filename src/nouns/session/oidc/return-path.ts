/**
 * Characters of a kept path, with its escapes. Encrypted in a cookie, it must stay well below the 4 KiB that browsers
 * accept.
 */
const PATH_LENGTH_MAX = 1_000;

/**
 * The page to open after a sign-in: the asked path if it is a page of the console, otherwise the first page. So no link
 * leads to another site or begins another sign-in.
 */
export function returnPath(asked: string | null, publicUrl: string): string {
  const first = new URL(`${publicUrl}/console`);
  const to = asked?.startsWith('/') ? URL.parse(asked, first) : null;
  if (to?.origin !== first.origin || !isPage(to.pathname, first.pathname)) return first.pathname;
  to.searchParams.delete('refused');
  const path = to.pathname + to.search;
  return path.length <= PATH_LENGTH_MAX ? path : first.pathname;
}

const isPage = (path: string, first: string): boolean =>
  path === first || (path.startsWith(`${first}/`) && !`${path}/`.startsWith(`${first}/oidc/`));
