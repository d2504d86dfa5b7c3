import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import pdfjs from 'pdfjs-dist/package.json' with { type: 'json' };
import { needsBrowser, visit } from './browser.ts';
import { closeConsole, type ConsoleFixture, HOSTILE, openConsole } from './fixture.ts';

/** The script of all screens, compressed: a second on a slow line. Browsers keep it for a year. */
const SCRIPT_BYTES_MAX = 96_000;

describe('the console', needsBrowser, () => {
  let fixture: ConsoleFixture;
  beforeAll(async () => {
    fixture = await openConsole();
    await fixture.request('Harbour Trading Limited', { amount: 123_456_789 });
    await fixture.request(HOSTILE, { amount: 5_000, currency: 'JPY' });
  });
  afterAll(() => closeConsole(fixture));

  const signedIn = async (apiKey = fixture.ada.apiKey, path = '/console') => {
    const person = await visit();
    await person.page.goto(fixture.baseUrl + path);
    await person.page.getByLabel('Your operator key').fill(apiKey);
    await person.page.keyboard.press('Enter');
    return person;
  };

  test('a person finds nothing that the person before has left in the browser', async () => {
    const before = await signedIn();
    await before.page.getByRole('heading', { name: 'Queue' }).waitFor();
    await before.page.evaluate(() => {
      localStorage.setItem('left', 'something');
      sessionStorage.setItem('left', 'something');
    });
    await before.leave();
    const { page, context, leave } = await visit();
    expect(context).toBe(before.context);
    await page.goto(`${fixture.baseUrl}/console`);
    await page.getByLabel('Your operator key').waitFor();
    expect(await page.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0]);
    expect(await context.cookies()).toEqual([]);
    await leave();
  });

  test('a wrong key is refused with a sentence, and a right one leads to the page that was requested', async () => {
    const { page, context, leave } = await signedIn('fgk_wrong', '/console/queue/disburse');
    await page.getByText('The API key is not valid.').waitFor();
    await page.getByLabel('Your operator key').fill(fixture.ada.apiKey);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('No money waits to be sent.').waitFor();
    const [cookie] = await context.cookies();
    expect(cookie).toMatchObject({
      name: '__Host-fundgate',
      httpOnly: true,
      secure: true,
      sameSite: 'Strict',
    });
    await leave();
  });

  test('a right key says why it does not lead on, if the browser keeps no cookie', async () => {
    const { page, context, leave } = await visit();
    await page.route('**/console/session', async (route) => {
      const answer = await route.fetch();
      const { 'set-cookie': _, ...headers } = answer.headers();
      await context.clearCookies();
      await route.fulfill({ response: answer, headers });
    });
    await page.goto(`${fixture.baseUrl}/console`);
    await page.getByLabel('Your operator key').fill(fixture.ada.apiKey);
    await page.keyboard.press('Enter');
    await page.getByText('your browser did not keep the session').waitFor();
    await page.unroute('**/console/session');
    await page.getByLabel('Your operator key').fill(fixture.ada.apiKey);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Queue' }).waitFor();
    await leave();
  });

  test('names are shown as text, amounts with the minor units of their currency, and nothing comes from another origin', async () => {
    const { page, leave, requests, complaints } = await signedIn();
    await page.getByRole('link', { name: HOSTILE }).waitFor();
    expect(await page.locator('main').ariaSnapshot()).toContain('JPY 5,000');
    expect(await page.locator('main').ariaSnapshot()).toContain('HKD 1,234,567.89');
    expect(await page.locator('main img').count()).toBe(0);
    expect(requests.filter((url) => !url.startsWith(fixture.baseUrl))).toEqual([]);
    // The look for a session before the sign-in.
    expect(complaints.filter((text) => !text.includes('401'))).toEqual([]);
    await leave();
  });

  test('signing out, and the end of the key, lead to the sign-in, and back to the same address', async () => {
    const made = await fixture.person('Grace Lim');
    const { page, leave } = await signedIn(made.apiKey, '/console/queue/lapsing');
    await page.getByText('No offer waits for an answer.').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('You have signed out.').waitFor();
    await page.getByLabel('Your operator key').fill(made.apiKey);
    await page.keyboard.press('Enter');
    await page.getByText('No offer waits for an answer.').waitFor();
    await fixture.admin.graphql('mutation ($id: ID!) { disableOperator(id: $id) { id } }', {
      id: made.operatorId,
    });
    // Without a touch: the stream of the page ends with the session. The lists ask again each 30 s, so later is too late.
    await page.getByText('Your session has ended.').waitFor();
    expect(page.url()).toBe(`${fixture.baseUrl}/console/queue/lapsing`);
    await leave();
  });
});

test('the page may run only its own scripts, and browsers keep its files for a year', async () => {
  const fixture = await openConsole();
  const shell = await fixture.gateway.fetch('GET', '/console/case/fun_1');
  expect(shell.headers.get('content-security-policy')).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' blob:; font-src 'self'; " +
      "base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  );
  expect(shell.headers.get('cache-control')).toBe('no-store');
  expect(shell.text).not.toMatch(/<script>|style=|onload/);
  const script = /src="([^"]+)"/.exec(shell.text)?.[1] ?? '';
  const file = await fixture.gateway.fetch('GET', script);
  expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(file.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  const small = await fetch(fixture.baseUrl + script, { headers: { 'accept-encoding': 'gzip' } });
  expect(small.headers.get('content-encoding')).toBe('gzip');
  expect(Number(small.headers.get('content-length'))).toBeLessThan(SCRIPT_BYTES_MAX);
  expect(await small.text()).toBe(file.text);
  const plain = await fetch(fixture.baseUrl + script, { headers: { 'accept-encoding': 'gzip;q=0, br;q=0' } });
  expect([plain.headers.get('content-encoding'), await plain.text()]).toEqual([null, file.text]);
  expect((await fixture.gateway.fetch('GET', '/console/assets/other.js')).status).toBe(404);
  // Browsers ask for /favicon.ico if a page names no icon.
  const icon = /rel="icon" href="([^"]+)"/.exec(shell.text)?.[1] ?? '';
  const mark = await fixture.gateway.fetch('GET', icon);
  expect([mark.status, mark.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
  const worker = await fixture.gateway.fetch(
    'GET',
    `/console/assets/pdf-${pdfjs.version}/build/pdf.worker.min.mjs`,
  );
  expect(worker.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(worker.headers.get('content-security-policy')).toBe(shell.headers.get('content-security-policy'));
  for (const name of [
    'wasm/quickjs-eval.js',
    'build/pdf.sandbox.mjs',
    'build/../package.json',
    'build/pdf.mjs',
  ])
    expect((await fixture.gateway.fetch('GET', `/console/assets/pdf-${pdfjs.version}/${name}`)).status).toBe(
      404,
    );
  expect((await fixture.gateway.fetch('PUT', '/console')).headers.get('allow')).toBe('GET, HEAD');
  await fixture.served.stop();
});
