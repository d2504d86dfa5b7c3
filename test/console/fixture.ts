import { settlementBody } from '../support/gateway.ts';
import { closeBrowser, visit, type Visit } from './browser.ts';
import { serveTestGateway } from '../support/served.ts';
import { CLIENT, openIssuer } from '../session/oidc-issuer.ts';

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

  async function person(name: string) {
    const made = await admin.graphql(
      'mutation ($name: String!) { createOperator(input: { name: $name, email: "someone@provider.example" }) { id } }',
      { name },
    );
    const operatorId: string = made.json.data.createOperator.id;
    return {
      operatorId,
      ...(await gateway.key(partner.partnerId, { role: 'operator', operator_id: operatorId })),
    };
  }

  /** A customer and a request for its funding; returns the ids of both. */
  async function request(companyName: string, changes: Readonly<Record<string, unknown>> = {}) {
    const customerId = await partner.completeCustomer();
    const { json: before } = await partner.rest('GET', `/v1/customers/${customerId}`);
    await partner.rest('PUT', `/v1/customers/${customerId}`, { ...before, company_name: companyName });
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
export async function openConsoleWithIssuer() {
  const issuer = await openIssuer();
  const fixture = await openConsole({
    OIDC_ISSUER: issuer.issuer,
    OIDC_CLIENT_ID: CLIENT.id,
    OIDC_CLIENT_SECRET: CLIENT.secret,
    OIDC_OPERATORS: 'groups=underwriters:read+write',
  });
  return { issuer, fixture };
}

/** Closes the browser of the file, and the gateway. */
export async function closeConsole({ served }: Pick<ConsoleFixture, 'served'>): Promise<void> {
  await closeBrowser();
  await served.stop();
}

/** A person who has signed in with a key and sees the queue. */
export async function signIn({ baseUrl, ada }: ConsoleFixture, apiKey = ada.apiKey): Promise<Visit> {
  const person = await visit();
  await person.page.goto(`${baseUrl}/console`);
  await person.page.getByLabel('Your operator key').fill(apiKey);
  await person.page.keyboard.press('Enter');
  await person.page.getByRole('heading', { name: 'Queue' }).waitFor();
  return person;
}
