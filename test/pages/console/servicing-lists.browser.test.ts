import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { needsBrowser, type Visit } from './browser.ts';
import { closeConsole, type ConsoleFixture, goTo, openConsole, signIn } from './fixture.ts';
import { everyLook } from './looks.ts';

const DAY_SECONDS = 86_400;

describe('the lists of money that was sent', needsBrowser, () => {
  let fixture: ConsoleFixture;
  let ada: Visit;
  /** A case with two reports. */
  let reporting: string;

  /** A settlement whose money was sent today. */
  async function fund(company: string, changes: Readonly<Record<string, unknown>> = {}): Promise<string> {
    const { admin, partner, request } = fixture;
    const { fundingId: id } = await request(company, {
      amount: 1_000_000,
      settlement_period: 30,
      ...changes,
    });
    await admin.graphql('mutation ($id: ID!) { approveInstantSettlement(id: $id) { status } }', { id });
    await partner.rest('PUT', `/v1/instant-settlements/${id}/decision`, { type: 'accept' });
    const { json } = await admin.graphql(
      'mutation ($id: ID!) { disburseInstantSettlement(id: $id, reference: "payment-1") { status } }',
      { id },
    );
    expect(json.data.disburseInstantSettlement).toEqual({ status: 'FUNDED' });
    return id;
  }
  async function report(id: string, amount: number, reference: string): Promise<void> {
    const { json } = await fixture.partner.rest('POST', `/v1/instant-settlements/${id}/repayments`, {
      amount,
      source: 'sales_share',
      reference,
    });
    expect(json.status).toBe('reported');
  }

  beforeAll(async () => {
    fixture = await openConsole();
    const { admin, partner, passSeconds } = fixture;
    await admin.graphql(
      'mutation ($id: ID!) { updatePartner(id: $id, input: { reportsRepayments: true }) { id } }',
      { id: partner.partnerId },
    );
    await fund('Long Overdue Limited', { amount: 9_007_199_254_740_000 / 2 });
    const overpaid = await fund('Overpaid Company');
    const { json } = await admin.graphql(
      `mutation ($id: ID!) { recordRepayment(id: $id, input: { amount: 1002750, source: TRANSFER, reference: "T-1" }) {
        allocated { excess } } }`,
      { id: overpaid },
    );
    expect(json.data.recordRepayment).toEqual({ allocated: { excess: 750 } });
    passSeconds(40 * DAY_SECONDS);
    await fund('Newly Overdue Limited', { currency: 'JPY' });
    passSeconds(36 * DAY_SECONDS);
    reporting = await fund('Reporting Company');
    const paid = await fund('Paying Company');
    await report(reporting, 30_000, 'SHARE-1');
    passSeconds(4 * DAY_SECONDS);
    await report(reporting, 40_050, 'SHARE-2');
    await report(paid, 50_000, `SHARE-${'3'.repeat(120)}`);
    ada = await signIn(fixture);
  });
  afterAll(() => closeConsole(fixture));

  const open = (screen: string) => goTo(fixture, ada, screen);
  const row = (name: string | RegExp) => ada.page.getByRole('row', { name });
  const companies = () => ada.page.locator('tbody .company a').allTextContents();

  test('“Overdue” begins with the longest overdue, and shows the owed amount and since when', async () => {
    const { page } = ada;
    await open('queue/overdue');
    await row(/Long Overdue Limited/).waitFor();
    expect(await companies()).toEqual(['Long Overdue Limited', 'Newly Overdue Limited']);
    expect((await row(/Newly Overdue Limited/).textContent())?.replaceAll(/\s+/g, ' ')).toMatch(
      /JPY 1,002,000.*(8|9|10) days/,
    );
    await page.getByRole('link', { name: /^Overdue 2$/ }).waitFor();
    await everyLook(ada, 'overdue');
  });

  test('“Overdue” is narrowed by currency and by delay in the address, and says so if nothing is left', async () => {
    const { page } = ada;
    await open('queue/overdue');
    await row(/Long Overdue Limited/).waitFor();
    await page.getByRole('combobox', { name: 'Overdue' }).selectOption('30');
    await expect.poll(companies).toEqual(['Long Overdue Limited']);
    expect(page.url()).toContain('days=30');
    await page.getByRole('combobox', { name: 'Currency' }).selectOption('JPY');
    await page.getByText('Nothing is overdue.').waitFor();
    expect(page.url()).toContain('currency=JPY');
    await everyLook(ada, 'overdue-empty');
    await page.goBack();
    await expect.poll(companies).toEqual(['Long Overdue Limited']);
  });

  test('“Reported” begins with the oldest report and marks what waited for more than three days', async () => {
    const { page } = ada;
    await open('queue/reported');
    await row(/SHARE-1/).waitFor();
    expect(await companies()).toEqual(['Reporting Company', 'Reporting Company', 'Paying Company']);
    await row(/SHARE-1/)
      .getByText('Over 3 days')
      .waitFor();
    expect(await page.getByText('Over 3 days').count()).toBe(1);
    await row(/SHARE-2.*/)
      .getByText('HKD 400.50')
      .waitFor();
    await page.getByText('1–3 of 3').waitFor();
    await everyLook(ada, 'reported', async (look) => {
      // The tab of the list is in sight, also on a phone.
      const tab = page.getByRole('link', { name: /^Reported/ });
      const hidden = () => tab.evaluate((shown) => shown.getBoundingClientRect().right - innerWidth);
      await expect.poll(hidden, { message: look }).toBeLessThanOrEqual(0);
    });
  });

  test('a report is answered on its case with the keyboard, and the list follows by itself', async () => {
    const { page } = ada;
    await open('queue/review');
    await page.getByRole('link', { name: /^Reported/ }).waitFor();
    await page.keyboard.press('6');
    await row(/SHARE-1/).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Reporting Company' }).first().waitFor();
    expect(page.url()).toContain(`/case/${reporting}?from=reported`);
    const share = page.getByRole('table', { name: 'Repayments' }).getByRole('row', { name: /SHARE-1/ });
    await share.getByRole('button', { name: 'Confirm' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByLabel('What really arrived in HKD').waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('The repayment was confirmed.').waitFor();
    await page.goBack();
    await expect.poll(companies).toEqual(['Reporting Company', 'Paying Company']);
    await page.getByRole('link', { name: /^Reported 2$/ }).waitFor();
  });

  test('“Old excess” has the excess that was held for more than 30 days', async () => {
    await open('queue/excess');
    await row(/Overpaid Company.*HKD 7\.50.*HKD 0\.00/).waitFor();
    await everyLook(ada, 'excess');
  });

  test('a list that cannot be loaded says why, and is loaded again by a button', async () => {
    const { page } = ada;
    await open('queue/review');
    await page.route('**/graphql', (route) => route.abort());
    await page.getByRole('link', { name: /^Overdue/ }).click();
    await page.getByRole('alert').first().waitFor();
    await page.unroute('**/graphql');
    await page.getByRole('button', { name: 'Try again' }).first().click();
    await row(/Long Overdue Limited/).waitFor();
  });
});
