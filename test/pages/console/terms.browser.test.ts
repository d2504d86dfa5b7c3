import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { needsBrowser, type Visit } from './browser.ts';
import { openCase, stateOf } from './cases.ts';
import { closeConsole, type ConsoleFixture, HOSTILE, openConsole, signIn } from './fixture.ts';
import { everyLook } from './looks.ts';

describe('the terms of a case', needsBrowser, () => {
  let fixture: ConsoleFixture;
  let ada: Visit;
  beforeAll(async () => {
    fixture = await openConsole();
    ada = await signIn(fixture);
  });
  afterAll(() => closeConsole(fixture));

  test('are in the dialog of the payout: the interest in money, what comes back, and when, by the listed holidays', async () => {
    const holidays =
      'mutation { updateProviderSettings(input: { holidays: [{ country: "HK", day: "2026-03-23" }, { country: "MY", day: "2026-03-24" }] }) { updatedAt } }';
    expect((await fixture.admin.graphql(holidays)).json.errors).toBeUndefined();
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
    await dialog.getByText('Due', { exact: true }).waitFor();
    expect(await dialog.locator('dd').allTextContents()).toEqual([
      'HKD 24.69 (0.2 %)',
      'HKD 12,369.69',
      '21 Mar 2026, 14 days after 7 Mar 2026; the banks are closed then, so it is to be paid by 24 Mar 2026',
    ]);
    await dialog.getByLabel('Sent on').fill('2026-03-06');
    await dialog.getByText('20 Mar 2026, 14 days after 6 Mar 2026', { exact: true }).waitFor();
    await dialog.getByLabel('Sent on').fill('2026-03-07');
    await everyLook(ada, 'payout', async (look) => {
      const cut = await dialog.evaluate((shown) => shown.scrollWidth - shown.clientWidth);
      expect(cut, look).toBe(0);
    });
    await dialog.getByLabel('Reference of the payment').fill('payment-1');
    await page.keyboard.press('Enter');
    await page.getByText('The disbursement was noted.').waitFor();
    expect(await stateOf(fixture, fundingId)).toMatchObject({ status: 'FUNDED' });
    await page.unrouteAll({ behavior: 'wait' });
  });

  /** Opens the transactions of a new request of HKD 10,000.00. */
  async function openTransactions(company: string, transactions: object) {
    const { fundingId } = await fixture.request(company, { transactions });
    await openCase(fixture, ada, fundingId, company);
    await ada.page.getByRole('button', { name: 'Show transactions' }).click();
    const terms = ada.page.getByRole('region', { name: 'HKD 10,000.00' });
    await terms.getByRole('heading', { name: 'Transactions' }).waitFor();
    const facts = async () => (await terms.locator('.transactions dd').allTextContents()).slice(0, 3);
    return { terms, facts, rows: terms.getByRole('table', { name: 'Transactions' }).getByRole('row') };
  }

  test('have the transactions as a table in pages, with count, sum, period, and the sum beside the request', async () => {
    const list = Array.from({ length: 25 }, (_, at) => ({
      transaction_id: `sale-${at + 1}${at === 24 ? ` ${HOSTILE}` : ''}`,
      transaction_date: `2026-01-${String(at + 1).padStart(2, '0')}`,
      transaction_currency: 'HKD',
      transaction_amount: 48_000,
      transaction_status: 'completed',
      transaction_type: 'card_sale',
      transaction_settlement_date: '2026-02-14',
    }));
    const sent = { transaction_list: list, transaction_count: 26, total_amount: 1_200_000 };
    const { terms, facts, rows } = await openTransactions('Selling Company', sent);
    expect(await facts()).toEqual(['25The partner says 26.', 'HKD 12,000.00', '1 Jan 2026 to 25 Jan 2026']);
    await terms
      .getByText('The sum is HKD 2,000.00 more than the requested HKD 10,000.00, which is 83 % of it.')
      .waitFor();
    expect(await rows.count()).toBe(1 + 10);
    expect(await rows.nth(1).textContent()).toBe(
      '1 Jan 2026sale-1Card sale, completedSettles 14 Feb 2026HKD 480.00',
    );
    await everyLook(ada, 'transactions', async (look) => {
      const cut = await terms.evaluate((card) => card.scrollWidth - card.clientWidth);
      expect(cut, look).toBe(0);
    });
    const next = terms.getByRole('button', { name: 'Next' });
    await next.click();
    await terms.getByText('11–20 of 25').waitFor();
    await next.click();
    await terms.getByText('21–25 of 25').waitFor();
    expect(await rows.count()).toBe(1 + 5);
    expect(await rows.last().textContent()).toContain(`sale-25 ${HOSTILE}`);
    expect(await next.isDisabled()).toBe(true);
    await terms.getByRole('button', { name: 'Show as sent' }).click();
    await terms.getByText('"transaction_count": 26').waitFor();
  });

  test('say of transactions that do not cover the request, or cannot be added up, just that', async () => {
    const less = await openTransactions('Small Seller', {
      transaction_list: [{ transaction_amount: 50.5 }, { transaction_amount: '9.50' }, {}],
      total_amount: 61,
    });
    expect(await less.facts()).toEqual(['3', 'HKD 60.00The partner says HKD 61.00.', '–']);
    expect(await less.terms.locator('.beside').textContent()).toBe(
      'The sum is HKD 9,940.00 less than the requested HKD 10,000.00: the transactions do not cover the request. Not in the sum: 1 without an amount. The amounts have decimals, so they are no minor units.',
    );
    const stated = await openTransactions('Brief Seller', { transaction_count: 9, total_amount: 1_000_000 });
    expect(await stated.facts()).toEqual(['9', 'HKD 10,000.00', '–']);
    expect(await stated.terms.locator('.beside').textContent()).toBe(
      'The sum is exactly the requested HKD 10,000.00. The partner sent no list; count and sum are what it says.',
    );
    const own = await openTransactions('Free Seller', { sales: [{ what: 'lamp' }] });
    await own.terms.getByText('They are in a form of the partner’s own').waitFor();
    await own.terms.getByText('"what": "lamp"').waitFor();
  });

  test('leave no complaint in the browser', () => {
    expect(ada.complaints).toEqual([]);
  });
});
