/**
 * Characters of a path that is kept, with its escapes: encrypted in a cookie, it has to stay well below the 4 KiB that
 * browsers take.
 */
const PATH_LENGTH_MAX = 1_000;

/**
 * Where a sign-in leads back to: the asked path if it is one of the console's pages, and the first page otherwise, so
 * that no link leads to another site or begins the next sign-in.
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
