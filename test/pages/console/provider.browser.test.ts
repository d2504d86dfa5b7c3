import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { needsBrowser, type Visit } from './browser.ts';
import { closeConsole, type ConsoleFixture, goTo, openConsole, signIn } from './fixture.ts';
import { everyLook } from './looks.ts';

const SETTINGS = `{ providerSettings { rateCeiling { country rate } holidays { country day }
  smallDifference { currency amount } feeRecognition dueTimes { queue hours } booksClosedUntil } }`;

describe('the settings of the provider', needsBrowser, () => {
  let fixture: ConsoleFixture;
  let ada: Visit;
  beforeAll(async () => {
    fixture = await openConsole();
    ada = await signIn(fixture, fixture.ada.apiKey, 'settings');
  });
  afterAll(() => closeConsole(fixture));

  const stored = async () => (await fixture.admin.graphql(SETTINGS)).json.data.providerSettings;
  const dialog = () => ada.page.getByRole('dialog');
  const words = () => ada.page.locator('.facts.words dd').allInnerTexts();

  test('are shown in words, begin with the defaults, and are changed one by one', async () => {
    const { page } = ada;
    await page.getByText('A settlement is closed when all is paid.').waitFor();
    expect((await words()).map((text) => text.replaceAll('\n', ' '))).toEqual([
      'Hong Kong: no ceiling Malaysia: no ceiling',
      'A settlement is closed when all is paid.',
      'They become income day by day over the period of a settlement.',
      'No list has a due time.',
      'None is listed. Payments are due on weekdays.',
      'None is listed. Payments are due on weekdays.',
    ]);
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await dialog().getByLabel('Hong Kong, in percent').fill('60');
    await dialog().getByLabel('Malaysia', { exact: true }).fill('2099-08-31\n\n2099-02-01\n');
    await dialog().getByLabel('HKD').fill('0.50');
    await dialog().getByLabel('JPY').fill('10');
    await dialog().getByLabel('Fees become income').selectOption('AT_DISBURSEMENT');
    await dialog().getByLabel('To review').fill('24');
    await dialog().getByLabel('Reported').fill('1');
    await everyLook(ada, 'provider-dialog', async (look) => {
      const cut = await dialog().evaluate((shown) => shown.scrollWidth - shown.clientWidth);
      expect(cut, look).toBe(0);
    });
    await dialog().getByRole('button', { name: 'Change', exact: true }).click();
    await page.getByText('The settings apply from now on.').waitFor();
    const changed = {
      rateCeiling: [{ country: 'HK', rate: 0.6 }],
      holidays: [
        { country: 'MY', day: '2099-02-01' },
        { country: 'MY', day: '2099-08-31' },
      ],
      smallDifference: [
        { currency: 'HKD', amount: 50 },
        { currency: 'JPY', amount: 10 },
      ],
      feeRecognition: 'AT_DISBURSEMENT',
      dueTimes: [
        { queue: 'REVIEW', hours: 24 },
        { queue: 'REPORTED', hours: 1 },
      ],
      booksClosedUntil: null,
    };
    expect(await stored()).toEqual(changed);
    await page.getByText('HKD 0.50 may stay unpaid.').waitFor();
    await page.getByText('31 Aug 2099').waitFor();
    await page.getByText('To review: within 24 hours').waitFor();
    await page.getByText('To disburse: no due time').waitFor();
    await everyLook(ada, 'provider');

    // What another person changes while the dialog is open stays, unless the same setting is changed.
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await dialog().getByLabel('Hong Kong, in percent').fill('');
    await fixture.admin.graphql(
      'mutation { updateProviderSettings(input: { feeRecognition: OVER_PERIOD }) { updatedAt } }',
    );
    await dialog().getByRole('button', { name: 'Change', exact: true }).click();
    await expect.poll(() => dialog().count()).toBe(0);
    expect(await stored()).toEqual({ ...changed, rateCeiling: [], feeRecognition: 'OVER_PERIOD' });
  });

  test('name the line that is not a day, and show the refusal of a day that occurs twice', async () => {
    const { page } = ada;
    const before = await stored();
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    const days = dialog().getByLabel('Hong Kong', { exact: true });
    await days.fill('2099-01-01\n1/2/2099');
    await dialog().getByRole('button', { name: 'Change', exact: true }).click();
    await dialog().getByText('Hong Kong: “1/2/2099” is not a day such as 2026-12-25.').waitFor();
    await days.fill('2099-01-01\n2099-01-01');
    await dialog().getByRole('button', { name: 'Change', exact: true }).click();
    await dialog().getByText('must not name a day of a country twice').waitFor();
    await page.keyboard.press('Escape');
    expect(await stored()).toEqual(before);
  });

  test('have the books, which are closed for good', async () => {
    const { page } = ada;
    await page.getByText('No day is closed.').waitFor();
    await page.getByRole('button', { name: 'Close the books' }).click();
    const lastDay = dialog().getByLabel('The last closed day');
    const suggested = await lastDay.inputValue();
    await dialog().getByRole('button', { name: 'Close the books' }).click();
    await page.getByText('The books are closed.').waitFor();
    expect((await stored()).booksClosedUntil).toBe(suggested);
    await page.getByText(/^Closed until/).waitFor();
    await page.getByRole('button', { name: 'Close the books' }).click();
    await lastDay.fill('2020-01-31');
    await dialog().getByRole('button', { name: 'Close the books' }).click();
    await dialog().getByText(`until must not be before ${suggested}`).waitFor();
    await page.keyboard.press('Escape');
  });

  test.each([
    [['read'], []],
    [
      ['read', 'write'],
      ['Close the books', 'Hold everything'],
    ],
  ])('offer a key with the scopes %j the buttons %j', async (scopes, names) => {
    const key = await fixture.gateway.key(fixture.partner.partnerId, { role: 'operator', scopes });
    const rita = await signIn(fixture, key.apiKey, 'settings');
    await rita.page.getByText(/^Closed until/).waitFor();
    expect(await rita.page.locator('main').getByRole('button').allInnerTexts()).toEqual(names);
    await rita.leave();
  });

  test('of a partner include the settings of servicing, each with its meaning', async () => {
    const { page } = ada;
    await goTo(fixture, ada, `partner/${fixture.partner.partnerId}`);
    await page.getByText('They pay the fee first.').waitFor();
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await dialog().locator('[name=repaymentOrder]').selectOption('PRINCIPAL_FIRST');
    await dialog().getByLabel('Reports of repayments').selectOption('yes');
    await dialog().getByLabel('Days before a payment is due soon').fill('7');
    await dialog().getByLabel('Members of REST bodies').selectOption('INTERFACE');
    await dialog().getByText('They pay the principal first. The partner may report them.').waitFor();
    await dialog().getByRole('button', { name: 'Change', exact: true }).click();
    await dialog().waitFor({ state: 'detached' });
    await page.getByText('They pay the principal first. The partner may report them.').waitFor();
    const { json } = await fixture.admin.graphql(
      'query ($id: ID!) { partner(id: $id) { repaymentOrder reportsRepayments dueNoticeDays v1Members } }',
      { id: fixture.partner.partnerId },
    );
    expect(json.data.partner).toEqual({
      repaymentOrder: 'PRINCIPAL_FIRST',
      reportsRepayments: true,
      dueNoticeDays: 7,
      v1Members: 'INTERFACE',
    });
  });
});
