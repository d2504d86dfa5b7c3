import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { kycBody, settlementBody } from '../../support/gateway.ts';
import { needsBrowser, type Visit } from './browser.ts';
import { closeConsole, type ConsoleFixture, goTo, openConsole, signIn } from './fixture.ts';

const REQUESTS = 24;

describe('a list of the console', needsBrowser, () => {
  let fixture: ConsoleFixture;
  let ada: Visit;
  let customerId: string;
  beforeAll(async () => {
    fixture = await openConsole();
    ({ customerId } = await fixture.request('Harbour Trading Limited', { amount: 100 }));
    for (let at = 2; at <= REQUESTS; at += 1) {
      const body = settlementBody(customerId, { amount: at * 100, currency: at % 2 === 0 ? 'HKD' : 'JPY' });
      await fixture.partner.rest('POST', '/v1/instant-settlements', body);
    }
    await fixture.partner.rest('PUT', `/v1/kyc/hk/${customerId}`, kycBody({ isic: 'A9999' }));
    ada = await signIn(fixture);
    await ada.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: fixture.baseUrl });
  });
  afterAll(() => closeConsole(fixture));

  const open = (screen: string) => goTo(fixture, ada, screen);
  const row = (name: string | RegExp) => ada.page.getByRole('row', { name });

  test('goes on from page to page by cursors, which the address holds', async () => {
    const { page } = ada;
    await open('queue/review');
    await row(/HKD 1\.00/).waitFor();
    expect(await page.getByRole('row').count()).toBe(1 + 20);
    await page.keyboard.press('n');
    await row(/HKD 24\.00/).waitFor();
    expect(await page.getByRole('row').count()).toBe(1 + REQUESTS - 20);
    expect(page.url()).toMatch(/\?after=/);
    await page.reload();
    await row(/HKD 24\.00/).waitFor();
    await page.getByRole('button', { name: /^Previous/ }).click();
    await row(/HKD 1\.00/).waitFor();
  });

  test('tries again by itself after a 503, and does not say "live" meanwhile', async () => {
    const { page, leave } = await signIn(fixture, fixture.ada.apiKey, 'overview');
    await page.clock.install();
    let refusals = 0;
    const errors = [
      { message: 'The gateway has too much to do.', extensions: { code: 'service_unavailable' } },
    ];
    await page.route('**/graphql', (route) => {
      if (!/query ToReview\b/.test(route.request().postData() ?? '') || refusals === 2)
        return route.continue();
      refusals += 1;
      return route.fulfill({ status: 503, json: { errors } });
    });
    await page.goto(`${fixture.baseUrl}/console/queue/review?currency=JPY`);
    await page.getByText('not up to date').waitFor();
    expect(await page.getByText('live', { exact: true }).count()).toBe(0);
    // Less than the thirty seconds after which the list is loaded again in any case.
    for (let seconds = 0; seconds < 20; seconds += 5) await page.clock.runFor(5_000);
    await page.getByRole('row', { name: /JPY 300/ }).waitFor();
    await page.getByText('live', { exact: true }).waitFor();
    expect(refusals).toBe(2);
    await leave();
  });

  test('that was refused waits as long as the gateway says, whatever happens meanwhile, and has a button', async () => {
    const { page, leave } = await signIn(fixture, fixture.ada.apiKey, 'overview');
    await page.clock.install();
    let refusals = 0;
    const extensions = { code: 'service_unavailable', retryAfter: 120 };
    await page.route('**/graphql', (route) => {
      if (!/query ToReview\b/.test(route.request().postData() ?? '')) return route.continue();
      refusals += 1;
      return route.fulfill({ status: 503, json: { errors: [{ message: 'Too much to do.', extensions }] } });
    });
    await page.goto(`${fixture.baseUrl}/console/queue/review`);
    await page.getByText('The page tries again by itself after 120 s.').waitFor();
    // The beginning of the stream may have loaded it once more before.
    const before = refusals;
    // The list is loaded again every thirty seconds otherwise.
    await page.clock.runFor(100_000);
    expect(refusals).toBe(before);
    await page.clock.runFor(30_000);
    await expect.poll(() => refusals).toBe(before + 1);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => refusals).toBe(before + 2);
    await leave();
  });

  test('is narrowed to a currency and a partner, and its totals stay', async () => {
    const { page } = ada;
    const other = await fixture.gateway.partner({ name: 'Victoria Pay', review: 'manual' });
    await open('queue/review');
    await row(/HKD 1\.00/).waitFor();
    await page.getByLabel('Currency').selectOption('JPY');
    // The whole list has this row too.
    await expect.poll(() => row(/HKD/).count()).toBe(0);
    await row(/JPY 300/).waitFor();
    expect(await row(/HKD/).count()).toBe(0);
    expect(page.url()).toMatch(/currency=JPY/);
    await page.getByLabel('Partner', { exact: true }).fill('Victoria Pay');
    await page.getByText('Nothing waits for a review.').waitFor();
    expect(page.url()).toContain(`partner=${other.partnerId}`);
    await page.reload();
    await page.getByPlaceholder('Victoria Pay').waitFor();
    await page.getByRole('link', { name: `To review ${REQUESTS}` }).waitFor();
    await page.getByRole('button', { name: 'All partners' }).click();
    await row(/JPY 300/).waitFor();
  });

  test('is sorted, and narrowed to an amount and an age, all of which the address holds', async () => {
    const { page } = ada;
    const first = page.getByRole('row').nth(1);
    await open('queue/review');
    await page.getByText(`1–20 of ${REQUESTS}`).waitFor();
    await page.keyboard.press('n');
    await page.getByText(`21–${REQUESTS} of ${REQUESTS}`).waitFor();
    const order = page.getByLabel('Order');
    expect(await order.locator('option').allTextContents()).toEqual(['most urgent first', 'newest first']);
    await order.selectOption('NEWEST');
    await first.filter({ hasText: 'HKD 24.00' }).waitFor();
    await page.getByLabel('Currency').selectOption('HKD');
    await order.selectOption('LARGEST');
    await page.getByText('1–12 of 12').or(page.getByText('1–13 of 13')).waitFor();
    await first.filter({ hasText: 'HKD 24.00' }).waitFor();
    await page.getByLabel('At least, in HKD').fill('20.00');
    await page.keyboard.press('Enter');
    await page.getByText('1–3 of 3').waitFor();
    expect(page.url()).toMatch(/order=LARGEST&currency=HKD&min=20.00/);
    await page.reload();
    await page.getByText('1–3 of 3').waitFor();
    expect(await order.inputValue()).toBe('LARGEST');
    // The case leads to the next one in this order.
    await first.getByRole('link').click();
    await page.getByRole('button', { name: /^Next case/ }).click();
    await page.getByText('HKD 22.00').first().waitFor();
    await page.goBack();
    await page.goBack();
    await page.getByLabel('Waiting', { exact: true }).selectOption('4');
    await page.getByText('Nothing waits for a review.').waitFor();
    await page.getByLabel('Currency').selectOption('');
    expect(page.url()).not.toMatch(/LARGEST|min/);
    await page.getByLabel('Waiting', { exact: true }).selectOption('');
    await row(/JPY 300/).waitFor();
  });

  test('says a country once, and how a KYC record with warnings stands and when it changed last', async () => {
    await open('queue/warnings');
    const warned = row(/Harbour Trading Limited/);
    await warned.getByRole('cell', { name: 'Complete' }).waitFor();
    expect((await warned.textContent())?.match(/HK/g)).toHaveLength(1);
    // Not since when it has the warnings.
    expect(await ada.page.getByRole('columnheader').allTextContents()).toContain('Changed');
  });

  test('shows a moment in the zone of the reader, and in UTC on hover', async () => {
    const { page } = ada;
    await open(`customer/${customerId}`);
    const moment = page.getByRole('region', { name: 'Customer' }).locator('time');
    await moment.waitFor();
    const at = (await moment.getAttribute('title')) ?? '';
    expect(at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    const inHongKong = new Date(Date.parse(at) + 8 * 3_600_000).toISOString().slice(11, 16);
    expect(await moment.textContent()).toContain(inHongKong);
  });

  test.each([86_400_000, -86_400_000])(
    'says how long a request has waited if the clock of the computer is wrong by %i ms',
    async (wrongMs) => {
      const { page } = ada;
      await page.evaluate((wrong) => void sessionStorage.setItem('wrong', String(wrong)), wrongMs);
      await page.addInitScript(() => {
        const { now } = Date;
        const wrong = Number(sessionStorage.getItem('wrong'));
        Date.now = () => now() + wrong;
      });
      await page.goto(`${fixture.baseUrl}/console/queue/review`);
      await row(/HKD 2\.00 (?:now|\d+ min)/).waitFor();
      await page.evaluate(() => void sessionStorage.removeItem('wrong'));
    },
  );

  test('of events shows an amount in the minor units of its currency', async () => {
    await open('events');
    await row(/Funding submitted JPY 2,300\b/).waitFor();
    await row(/Funding submitted HKD 24\.00\b/).waitFor();
  });

  test('that cannot be loaded says why, with the id of the request, and is tried again', async () => {
    const { page } = ada;
    await page.route('**/graphql', (route) =>
      route.request().postData()?.includes('query Overview')
        ? route.fulfill({
            json: {
              errors: [
                {
                  message: 'The database does not respond.',
                  extensions: { code: 'service_unavailable', requestId: 'req-of-test' },
                },
              ],
            },
          })
        : route.continue(),
    );
    await open('overview');
    const said = page.getByRole('alert');
    await said.getByText('The database does not respond.').waitFor();
    await said.getByText('req-of-test').waitFor();
    await page.unroute('**/graphql');
    await said.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('region', { name: 'Settlements by status and currency' }).waitFor();
  });

  test('of keys shows a new key once, to be copied', async () => {
    const { page } = ada;
    await open(`partner/${fixture.partner.partnerId}`);
    const made = page.getByRole('dialog');
    for (const isRefused of [false, true]) {
      await page.getByRole('button', { name: 'New key' }).click();
      await made.getByLabel('Name').fill('For the shop');
      await made.getByRole('button', { name: 'Create' }).click();
      await made.getByText('It is shown only once').waitFor();
      const key = (await made.locator('code').textContent()) ?? '';
      expect(key).toMatch(/^fgk_/);
      // As in a page without TLS, which has no clipboard.
      if (isRefused)
        await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
      await made.getByRole('button', { name: 'Copy' }).click();
      await made.getByRole('button', { name: isRefused ? 'Press Ctrl C' : 'Copied' }).waitFor();
      const copied = await page.evaluate(
        (fromSelection) => (fromSelection ? String(getSelection()) : navigator.clipboard.readText()),
        isRefused,
      );
      expect(copied).toBe(key);
      await made.getByRole('button', { name: 'I have it' }).click();
      await made.waitFor({ state: 'detached' });
    }
  });

  test('of keys says whose key each is, also before it is made and before it is revoked', async () => {
    const { page } = ada;
    const grace = await fixture.person('Grace Ho');
    await open(`partner/${fixture.partner.partnerId}`);
    await page.getByRole('button', { name: 'New key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Of the desk');
    await dialog.getByLabel('For').selectOption({ label: 'Grace Ho, an operator' });
    await dialog.getByText('for all partners, what the person may: read, write, admin.').waitFor();
    expect(await dialog.getByLabel('The partner’s key may').count()).toBe(0);
    await dialog.getByLabel('For').selectOption({ label: 'the partner' });
    await dialog.getByLabel('The partner’s key may').waitFor();
    await dialog.getByLabel('For').selectOption(grace.operatorId);
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByRole('button', { name: 'I have it' }).click();
    const made = row(/Of the desk fgk_.* of Grace Ho Operator: read, write, admin/);
    await made.getByRole('button', { name: 'Revoke' }).click();
    await dialog.getByText('of Grace Ho stops within a second').waitFor();
    await page.keyboard.press('Escape');
  });

  test('is narrowed to a partner whose name is pasted, however many partners there are', async () => {
    const { page } = ada;
    const old = await fixture.gateway.partner({ name: 'Oldest Pay' });
    for (let at = 0; at < 25; at += 1) await fixture.gateway.partner({ name: `Newer ${at}` });
    await open('webhooks');
    await page.getByText('No endpoint was made yet.').waitFor();
    await page.getByLabel('Partner', { exact: true }).fill('Oldest Pay');
    await page.waitForURL((url) => url.searchParams.get('partner') === old.partnerId);
    await page.getByPlaceholder('Oldest Pay').waitFor();
  });

  test('is narrowed to the partner that is meant if another name begins with the same letters', async () => {
    const { page } = ada;
    const short = await fixture.gateway.partner({ name: 'Peak' });
    const long = await fixture.gateway.partner({ name: 'Peak Pay' });
    await open('webhooks');
    const field = page.getByLabel('Partner', { exact: true });
    const isOf = ({ partnerId }: { partnerId: string }) =>
      page.waitForURL((url) => url.searchParams.get('partner') === partnerId);
    await field.pressSequentially('Peak', { delay: 50 });
    await page.waitForTimeout(500);
    await field.pressSequentially(' Pay', { delay: 50 });
    await isOf(long);
    await field.pressSequentially('Peak');
    await page.keyboard.press('Enter');
    await isOf(short);
  });

  test('leads from its hundredth case to the one behind it, and from the last one to the first', async () => {
    const partner = await fixture.gateway.partner({ name: 'Long Pay', review: 'manual' });
    const customer = await partner.completeCustomer();
    const cases: string[] = [];
    for (let at = 1; at <= 102; at += 1) {
      const body = settlementBody(customer, { amount: at * 100 });
      cases.push((await partner.rest('POST', '/v1/instant-settlements', body)).json.funding_id);
    }
    const { page } = ada;
    const query = `from=review&partner=${partner.partnerId}`;
    for (const [at, to] of [
      [99, 100],
      [100, 101],
      [101, 0],
    ] as const) {
      await open(`case/${cases[at]}?${query}`);
      await page.getByRole('button', { name: /^Next case/ }).click();
      await page.waitForURL((url) => url.pathname.endsWith(`/${cases[to]}`));
    }
  });

  test('says when a request should be decided, and marks a late one', async () => {
    const set = async (dueTimes: readonly object[]) => {
      const { json } = await fixture.admin.graphql(
        'mutation ($dueTimes: [DueTimeInput!]) { updateProviderSettings(input: { dueTimes: $dueTimes }) { updatedAt } }',
        { dueTimes },
      );
      expect(json.errors).toBeUndefined();
    };
    await set([{ queue: 'REVIEW', hours: 24 }]);
    const { page } = ada;
    await page.goto(`${fixture.baseUrl}/console/queue/review`);
    await row(/HKD 2\.00/)
      .getByText(/^due in 23 h$/)
      .waitFor();
    expect(await page.getByText('Late', { exact: true }).count()).toBe(0);
    fixture.passSeconds(-26 * 3_600);
    await fixture.request('Late Limited');
    fixture.passSeconds(26 * 3_600);
    await page.reload();
    const late = row(/Late Limited/);
    await late.getByText('Late', { exact: true }).waitFor();
    await late.getByText(/^late for 2 h$/).waitFor();
    await set([]);
    await page.reload();
    await late.waitFor();
    expect(await page.getByText(/^(?:Late|late for .*)$/).count()).toBe(0);
  });
});
