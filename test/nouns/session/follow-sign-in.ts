import type { TestGateway } from '../../support/gateway.ts';

/** The pair of a cookie that an answer sets; empty for none. */
const valueOf = (headers: Headers, name: string): string =>
  headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith(`${name}=`))
    ?.split(';', 1)[0] ?? '';

/** Begins a sign-in: where the browser signs in, and the cookie that it has until it comes back. */
export async function beginSignIn(fixture: TestGateway, begin = '/console/oidc') {
  const { headers } = await fixture.fetch('GET', begin);
  return { there: headers.get('location') ?? '', cookie: valueOf(headers, 'fundgate-oidc') };
}

/** Signs in at the issuer; returns the address that it leads back to. */
export async function answerOf(there: string): Promise<URL> {
  const { headers } = await fetch(there, { redirect: 'manual' });
  return new URL(headers.get('location') ?? '');
}

/** Follows the redirects as a browser does; returns the last address, and the cookie of the session. */
export async function followSignIn(
  fixture: TestGateway,
  change: (back: URL) => void = () => {},
  begin = '/console/oidc',
) {
  const { there, cookie } = await beginSignIn(fixture, begin);
  const back = await answerOf(there);
  change(back);
  return { there, ...(await finishSignIn(fixture, back, cookie)) };
}

/** Comes back from the issuer with the cookie that the browser has. */
export async function finishSignIn(fixture: TestGateway, back: URL, cookie: string) {
  const { status, headers } = await fixture.fetch('GET', back.pathname + back.search, {
    headers: { cookie },
  });
  const removes = headers.getSetCookie().some((each) => each.startsWith('fundgate-oidc=;'));
  const session = valueOf(headers, 'fundgate');
  return { status, location: headers.get('location'), session, removes, cookies: headers.getSetCookie() };
}
