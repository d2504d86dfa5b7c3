import { expect } from 'vitest';
import { settlementBody } from '../../support/gateway.ts';
import { closeVisits, visit, type Visit } from './browser.ts';
import { serveTestGateway } from '../../support/served.ts';
import { CLIENT, openIssuer } from '../../nouns/session/oidc-issuer.ts';

export const HOSTILE = '<img src=x onerror=alert(1)>';

export type ConsoleFixture = Awaited<ReturnType<typeof openConsole>>;

/** A gateway with a partner under review, whose customers wait, and two operators with a key each. */
export async function openConsole(
  environment: NodeJS.ProcessEnv = {},
  works: Parameters<typeof serveTestGateway>[1] = 'answers',
) {
  let later = 0;
  const clock = () => new Date(Date.now() + later);
  const served = await serveTestGateway({ RATE_LIMIT: 'off', ...environment }, works, clock);
  const { gateway, baseUrl } = served;
  const partner = await gateway.partner({ name: 'Harbour Pay', review: 'manual' });
  const admin = await gateway.key(partner.partnerId, { role: 'operator', name: 'First operator' });

  async function person(name: string, email = 'someone@provider.example') {
    const made = await admin.graphql(
      'mutation ($name: String!, $email: EmailAddress) { createOperator(input: { name: $name, email: $email }) { id } }',
      { name, email },
    );
    const operatorId: string = made.json.data.createOperator.id;
    return {
      operatorId,
      ...(await gateway.key(partner.partnerId, { role: 'operator', operator_id: operatorId })),
    };
  }

  /** A customer and a request for its funding; returns the ids of both. */
  async function request(companyName: string, changes: Readonly<Record<string, unknown>> = {}) {
    const customerId = await partner.completeCustomer('HK', { company_name: companyName });
    const { json } = await partner.rest(
      'POST',
      '/v1/instant-settlements',
      settlementBody(customerId, changes),
    );
    return { customerId, fundingId: String(json.funding_id) };
  }

  /** Gives the events of this moment their positions, as the relay of a running gateway does. */
  const { relay } = gateway;

  /** Moves the clock of the gateway; the one of the browser stays. */
  const passSeconds = (seconds: number) => void (later += seconds * 1000);

  return {
    passSeconds,
    relay,
    served,
    gateway,
    baseUrl,
    partner,
    admin,
    person,
    request,
    ada: await person('Ada Wong'),
  };
}

/** The same, and an issuer of OpenID Connect whose group `underwriters` has operators. The caller closes both. */
export async function openConsoleWithIssuer(environment: NodeJS.ProcessEnv = {}) {
  const issuer = await openIssuer();
  const fixture = await openConsole({
    OIDC_ISSUER: issuer.issuer,
    OIDC_CLIENT_ID: CLIENT.id,
    OIDC_CLIENT_SECRET: CLIENT.secret,
    OIDC_OPERATORS: 'groups=underwriters:read+write',
    ...environment,
  });
  return { issuer, fixture };
}

/** Closes the pages and the gateway of the file, in which no page may have made the browser complain. */
export async function closeConsole({ served }: Pick<ConsoleFixture, 'served'>): Promise<void> {
  const complaints = await closeVisits();
  await served.stop();
  expect(complaints).toEqual([]);
}

/** The cookie of a session that the gateway begins for a key, as the page asks for it. */
async function sessionCookie({ baseUrl, gateway }: ConsoleFixture, apiKey: string) {
  const { headers } = await gateway.fetch('POST', '/console/session', {
    headers: { 'fundgate-console': '1', origin: baseUrl },
    body: { api_key: apiKey },
  });
  const [name = '', value = ''] = headers.get('set-cookie')?.split(';', 1)[0]?.split('=') ?? [];
  return { name, value, domain: new URL(baseUrl).hostname, path: '/', secure: true, httpOnly: true };
}

/**
 * A person who is signed in and sees a screen, which is loaded. The form of the sign-in is not used: a test whose subject
 * it is fills it in itself.
 */
export async function signIn(
  fixture: ConsoleFixture,
  apiKey = fixture.ada.apiKey,
  screen = 'queue/review',
): Promise<Visit> {
  const person = await visit();
  await person.context.addCookies([await sessionCookie(fixture, apiKey)]);
  await person.page.goto(`${fixture.baseUrl}/console/${screen}`);
  await person.page.getByRole('navigation', { name: 'Screens' }).waitFor();
  return person;
}

/**
 * Goes to a screen as a link of the page does, which takes a third of the processor time of loading the page. The screen
 * before is gone then, and the caller waits for what the new one loads. If the page is there already, it is loaded.
 */
export async function goTo({ baseUrl }: ConsoleFixture, { page }: Visit, screen: string): Promise<void> {
  const address = `${baseUrl}/console/${screen}`;
  const isLeft = await page.evaluate(async (href) => {
    if (location.href === href) return false;
    const link = document.createElement('a');
    link.href = href;
    document.body.append(link);
    // As a press of the mouse does: what had the focus before does not get the next key.
    link.focus();
    link.click();
    link.remove();
    // The screen is there with the second frame.
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
    return true;
  }, address);
  if (!isLeft) await page.goto(address);
}
