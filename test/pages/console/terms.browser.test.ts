import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { needsBrowser, type Visit } from './browser.ts';
import { openCase, stateOf } from './cases.ts';
import { closeConsole, type ConsoleFixture, openConsole, signIn } from './fixture.ts';
import { everyLook } from './looks.ts';

describe('the terms of a case', needsBrowser, () => {
  let fixture: ConsoleFixture;
  let ada: Visit;
  beforeAll(async () => {
    fixture = await openConsole();
    ada = await signIn(fixture);
  });
  afterAll(() => closeConsole(fixture));

  test('are in the dialog of the payout: the interest in money, what comes back, and when', async () => {
    const { fundingId } = await fixture.request('Paid Company', { amount: 1_234_500 });
    const approve = 'mutation ($id: ID!) { approveInstantSettlement(id: $id) { status } }';
    await fixture.admin.graphql(approve, { id: fundingId });
    await fixture.partner.rest('PUT', `/v1/instant-settlements/${fundingId}/decision`, { type: 'accept' });
    const { page } = ada;
    // The page goes by the clock of the gateway: here it is Saturday in Hong Kong, and Friday in UTC.
    await page.route('**/graphql', async (route) => {
      if (route.request().headers()['accept'] === 'text/event-stream') return route.fallback();
      const response = await route.fetch();
      const headers = { ...response.headers(), date: 'Fri, 06 Mar 2026 16:30:00 GMT' };
      return route.fulfill({ response, headers });
    });
    await openCase(fixture, ada, fundingId, 'Paid Company', 'disburse');
    await page.getByRole('button', { name: /^Disburse/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reference of the payment').waitFor();
    expect(await dialog.locator('dd').allTextContents()).toEqual([
      'HKD 24.69 (0.2 %)',
      'HKD 12,369.69',
      '21 Mar 2026, 14 days after 7 Mar 2026; that is a weekend, so it is to be paid by 23 Mar 2026',
    ]);
    await everyLook(ada, 'payout', async (look) => {
      const cut = await dialog.evaluate((shown) => shown.scrollWidth - shown.clientWidth);
      expect(cut, look).toBe(0);
    });
    await dialog.getByLabel('Reference of the payment').fill('payment-1');
    await page.keyboard.press('Enter');
    await page.getByText('The disbursement was noted.').waitFor();
    expect(await stateOf(fixture, fundingId)).toMatchObject({ status: 'FUNDED' });
    await page.unroute('**/graphql');
  });

  test('leave no complaint in the browser', () => {
    expect(ada.complaints).toEqual([]);
  });
});
