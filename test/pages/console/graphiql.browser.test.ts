import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { needsBrowser, visit } from './browser.ts';
import { graphiqlIsMade } from '../../support/graphiql-is-made.ts';
import { closeConsole, type ConsoleFixture, openConsole, signIn } from './fixture.ts';

describe('GraphiQL of the console', needsBrowser, () => {
  let fixture: ConsoleFixture;
  beforeAll(async () => {
    fixture = await openConsole();
    await graphiqlIsMade(fixture.gateway, '/console/graphiql');
  });
  afterAll(() => closeConsole(fixture));

  test('runs as the person who is signed in, without a key', async () => {
    const { page, leave, requests, complaints } = await signIn(fixture);
    await page.getByRole('link', { name: 'GraphiQL' }).click();
    await page.waitForURL(`${fixture.baseUrl}/console/graphiql`);
    const asked = await page.waitForRequest((request) => request.method() === 'POST');
    const { authorization, cookie, 'fundgate-console': own } = await asked.allHeaders();
    expect({ authorization, own, url: asked.url() }).toEqual({
      authorization: undefined,
      own: '1',
      url: `${fixture.baseUrl}/graphql`,
    });
    expect(cookie).toMatch(/^__Host-fundgate=/);
    await page.getByRole('tab', { name: 'partners' }).click();
    await page.getByRole('button', { name: /^Execute query/ }).click();
    await page.getByLabel('Result Window').getByText('totalCount').waitFor();
    await page.getByRole('tab', { name: 'events' }).click();
    const streams: unknown[] = [];
    page.on('response', (response) => {
      if (response.headers()['content-type']?.includes('text/event-stream') === true)
        streams.push([response.request().method(), response.status()]);
    });
    // For a moment GraphiQL still runs the operation of the tab before, by its name.
    const execute = page.getByRole('button', { name: /^Execute query/ });
    const subscribed = async () => {
      if (streams.length === 0 && (await execute.isVisible())) await execute.click();
      return streams;
    };
    await expect.poll(subscribed, { interval: 500 }).toEqual([['POST', 200]]);
    const elsewhere = requests.filter(
      (url) => !/^(?:data|blob):/.test(url) && !url.startsWith(fixture.baseUrl),
    );
    expect(elsewhere).toEqual([]);
    expect(complaints).toEqual([]);
    await leave();
  });

  test('sends nothing to GraphQL for a visitor who is not signed in', async () => {
    const { page, leave, requests } = await visit();
    await page.goto(`${fixture.baseUrl}/console/graphiql`);
    await page.getByRole('link', { name: 'Sign in to the console' }).waitFor();
    expect(requests.filter((url) => url.endsWith('/graphql'))).toEqual([]);
    await leave();
  });
});
