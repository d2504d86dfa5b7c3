import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { needsBrowser, type Visit } from './browser.ts';
import { fundCase, openCase, stateOf } from './cases.ts';
import { closeConsole, type ConsoleFixture, openConsole, signIn } from './fixture.ts';
import { neverStill } from './hand.ts';
import { everyLook } from './looks.ts';

const AMOUNT = 1_000_000;

describe('owed money, on the page of a case', needsBrowser, () => {
  let fixture: ConsoleFixture;
  let ada: Visit;
  beforeAll(async () => {
    fixture = await openConsole();
    const { admin, partner } = fixture;
    await admin.graphql(
      'mutation ($id: ID!) { updatePartner(id: $id, input: { reportsRepayments: true }) { id } }',
      { id: partner.partnerId },
    );
    ada = await signIn(fixture);
  });
  afterAll(() => closeConsole(fixture));

  const fund = (company: string) => fundCase(fixture, company, { amount: AMOUNT });

  const cardOf = ({ page }: Visit) => page.locator('.servicing');
  const titleOf = (person: Visit) => cardOf(person).getByRole('heading', { level: 2 });
  const partsOf = (person: Visit) => cardOf(person).locator('.owed-parts dd').allTextContents();

  test('goes down by a repayment that a person records with the keyboard, and up again by its reversal', async () => {
    const id = await fund('Owing Company');
    const { page } = ada;
    await openCase(fixture, ada, id, 'Owing Company');
    const card = cardOf(ada);
    expect(await titleOf(ada).textContent()).toBe('HKD 10,020.00 outstanding Current');
    await card.getByText('Nothing was paid or reported yet.').waitFor();

    await card.getByRole('button', { name: 'Record a repayment' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    const amount = dialog.getByLabel('Amount in HKD');
    await amount.waitFor();
    expect(await amount.inputValue()).toBe('10020.00');
    await amount.fill('745.50');
    await dialog.getByLabel('Reference').fill('TRANSFER-1');
    await page.keyboard.press('Enter');
    await page.getByText('The repayment was recorded.').waitFor();
    await expect.poll(() => titleOf(ada).textContent()).toBe('HKD 9,274.50 outstanding Current');
    expect((await partsOf(ada)).map((part) => part.trim())).toEqual([
      'HKD 745.50',
      'HKD 0.00',
      'HKD 9,274.50',
    ]);

    const row = card.getByRole('table', { name: 'Repayments' }).getByRole('row', { name: /TRANSFER-1/ });
    await row.getByRole('button', { name: 'Reverse' }).click();
    await dialog.getByLabel('Why').fill('The bank took it back.');
    await dialog.getByRole('button', { name: 'Reverse' }).click();
    await page.getByText('The repayment was reversed.').waitFor();
    await expect.poll(() => titleOf(ada).textContent()).toBe('HKD 10,020.00 outstanding Current');
    await row.getByText('The bank took it back.').waitFor();
    expect(await row.getByRole('button').count()).toBe(0);
  });

  test('shows what the partner reported, which an operator confirms with the amount that came, or declines', async () => {
    const id = await fund('Reporting Company');
    for (const reference of ['SHARE-1', 'SHARE-2'])
      await fixture.partner.rest('POST', `/v1/instant-settlements/${id}/repayments`, {
        amount: 30_000,
        source: 'sales_share',
        reference,
      });
    const { page } = ada;
    await openCase(fixture, ada, id, 'Reporting Company');
    const rows = cardOf(ada).getByRole('table', { name: 'Repayments' });
    const dialog = page.getByRole('dialog');

    await rows
      .getByRole('row', { name: /SHARE-1/ })
      .getByRole('button', { name: 'Confirm' })
      .click();
    await dialog.getByLabel('What really arrived in HKD').fill('299.00');
    await page.keyboard.press('Enter');
    await page.getByText('The repayment was confirmed.').waitFor();
    await rows
      .getByRole('row', { name: /SHARE-2/ })
      .getByRole('button', { name: 'Decline' })
      .click();
    await dialog.getByLabel('Why').fill('No such payment came.');
    await dialog.getByRole('button', { name: 'Decline' }).click();
    await page.getByText('The report was declined.').waitFor();
    await expect.poll(() => titleOf(ada).textContent()).toBe('HKD 9,721.00 outstanding Current');
    await rows.getByText('No such payment came.').waitFor();
    await everyLook(ada, 'servicing', async (look) => {
      const cut = await cardOf(ada).evaluate((card) => card.scrollWidth - card.clientWidth);
      expect(cut, look).toBe(0);
    });
  });

  test('confirms a report that equals another payment of its day only if the operator says that it is another', async () => {
    const id = await fund('Twice Paying Company');
    for (const _ of [1, 2])
      await fixture.partner.rest('POST', `/v1/instant-settlements/${id}/repayments`, {
        amount: 30_000,
        source: 'transfer',
        allow_duplicate: true,
      });
    const { page } = ada;
    await openCase(fixture, ada, id, 'Twice Paying Company');
    await neverStill(ada);
    const card = cardOf(ada);
    const confirm = card.getByRole('table', { name: 'Repayments' }).getByRole('button', { name: 'Confirm' });
    const dialog = page.getByRole('dialog');
    await confirm.first().click();
    await dialog.getByLabel('What really arrived in HKD').press('Enter');
    await expect.poll(() => titleOf(ada).textContent()).toBe('HKD 9,720.00 outstanding Current');
    await dialog.waitFor({ state: 'detached' });
    await confirm.first().click();
    await dialog.getByLabel('What really arrived in HKD').press('Enter');
    await dialog
      .getByRole('alert')
      .getByText(/has a repayment of this day and amount/)
      .waitFor();
    await dialog.getByLabel(/^It is another payment/).press('Space');
    await dialog.getByLabel('What really arrived in HKD').press('Enter');
    await expect.poll(() => titleOf(ada).textContent()).toBe('HKD 9,420.00 outstanding Current');
  });

  test('has a statement with every change, of which a waiver and a write-off can be undone', async () => {
    const id = await fund('Waiving Company');
    const { page } = ada;
    await openCase(fixture, ada, id, 'Waiving Company');
    const card = cardOf(ada);
    const dialog = page.getByRole('dialog');
    await card.getByRole('button', { name: 'Waive fee' }).click();
    await dialog.getByLabel('Amount in HKD').fill('5.00');
    await dialog.getByLabel('Why').fill('As agreed.');
    await dialog.getByRole('button', { name: 'Waive fee' }).click();
    await page.getByText('The fee was waived.').waitFor();
    await expect.poll(() => titleOf(ada).textContent()).toBe('HKD 10,015.00 outstanding Current');

    await card.getByText('Statement', { exact: true }).click();
    const lines = card.getByRole('table', { name: 'Statement' });
    await lines.getByRole('button', { name: 'Undo' }).click();
    await dialog.getByLabel('Why').fill('Not agreed.');
    await dialog.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('It was undone.').waitFor();
    await expect.poll(() => titleOf(ada).textContent()).toBe('HKD 10,020.00 outstanding Current');
    await lines.getByText('Waiver undone').waitFor();
    // An entry is undone once.
    await expect.poll(() => lines.getByRole('button', { name: 'Undo' }).count()).toBe(0);
    expect(await lines.locator('tbody td:nth-child(2)').allTextContents()).toEqual([
      'Disbursement',
      'Waiver',
      'Waiver undone',
    ]);

    const part = page.getByText('This settlement is part of what is outstanding.');
    await part.waitFor();
    await card.getByRole('button', { name: 'Write off' }).click();
    await dialog.getByLabel('Why').selectOption('INSOLVENCY');
    await dialog.getByRole('button', { name: 'Write off' }).click();
    await page.getByText('It was written off.').waitFor();
    await expect.poll(() => titleOf(ada).textContent()).toBe('HKD 0.00 outstanding Written off');
    expect(await stateOf(fixture, id)).toMatchObject({ status: 'FUNDED' });
    // What was lost is in the picture: nothing is outstanding, and it is not paid.
    expect(await cardOf(ada).locator('.owed-parts').innerText()).toBe(
      'Paid\n HKD 0.00\nClaim\n HKD 10,020.00',
    );
    expect(await cardOf(ada).locator('.owed-bar > .claim').count()).toBe(1);
    await expect.poll(() => part.count()).toBe(0);
    await everyLook(ada, 'written-off');
  });

  test('is changed without a mouse: a waiver that is left and sent, and a repayment that never came', async () => {
    const id = await fund('Keyboard Company');
    const { page } = ada;
    await openCase(fixture, ada, id, 'Keyboard Company');
    // The case changes with each step, and again with each event of it.
    await neverStill(ada);
    const card = cardOf(ada);
    const dialog = page.getByRole('dialog');
    const press = (key: string) => page.keyboard.press(key);
    const focus = () =>
      page.evaluate(() => {
        const at = document.activeElement;
        return at?.getAttribute('name') ?? at?.textContent?.trim() ?? null;
      });
    /** Goes on to a part of the dialog; a field for a day has three stops of its own. */
    const goOnTo = async (part: string) => {
      for (let steps = 0; (await focus()) !== part && steps < 10; steps += 1) await press('Tab');
      expect(await focus()).toBe(part);
    };
    await card.getByRole('button', { name: 'Waive fee' }).focus();
    await press('Enter');
    await dialog.waitFor();
    expect(await focus()).toBe('amount');
    await press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await focus()).toBe('Waive fee');
    await press('Enter');
    await dialog.waitFor();
    await page.keyboard.type('20.00');
    await press('Tab');
    expect(await focus()).toBe('reason');
    await page.keyboard.type('As agreed.');
    await press('Tab');
    expect(await focus()).toBe('Cancel');
    await press('Tab');
    expect(await focus()).toBe('Waive fee');
    await press('Enter');
    await page.getByText('The fee was waived.').waitFor();
    await expect.poll(() => titleOf(ada).textContent()).toBe('HKD 10,000.00 outstanding Current');

    await card.getByRole('button', { name: 'Record a repayment' }).focus();
    await press('Enter');
    await dialog.waitFor();
    await goOnTo('reference');
    await page.keyboard.type('TRANSFER-1');
    await press('Enter');
    await page.getByText('The repayment was recorded.').waitFor();
    await expect.poll(() => titleOf(ada).textContent()).toBe('HKD 0.00 outstanding Settled');
    // That the day of the payout is wrong may be noticed only now.
    expect(await card.getByRole('button', { name: 'Correct the day' }).count()).toBe(1);
    const reverse = card.getByRole('table', { name: 'Repayments' }).getByRole('button', { name: 'Reverse' });
    await reverse.focus();
    await press('Enter');
    await dialog.waitFor();
    expect(await focus()).toBe('kind');
    await press('ArrowDown');
    await goOnTo('reason');
    await page.keyboard.type('It was of another settlement.');
    await goOnTo('Reverse');
    await press('Enter');
    await page.getByText('The repayment was reversed.').waitFor();
    await card.getByText(/^Mistake on .*: It was of another settlement\.$/).waitFor();
  });

  test('has the due day, the day of the payout and a payout that came back corrected from there', async () => {
    const id = await fund('Moving Company');
    const { page } = ada;
    await openCase(fixture, ada, id, 'Moving Company');
    const card = cardOf(ada);
    const dialog = page.getByRole('dialog');
    await card.getByRole('button', { name: 'Extend' }).click();
    await dialog.getByLabel('Why').fill('A week more.');
    await dialog.getByRole('button', { name: 'Extend' }).click();
    await page.getByText('The due day was moved.').waitFor();
    await card.getByText(/^at first/).waitFor();
    await card.getByRole('button', { name: 'Sent back by the bank' }).click();
    await dialog.getByLabel('Why').fill('The account is closed.');
    await dialog.getByRole('button', { name: 'Sent back by the bank' }).click();
    await page.getByText('The settlement is accepted again.').waitFor();
    await expect.poll(() => card.count()).toBe(0);
    expect(await stateOf(fixture, id)).toMatchObject({ status: 'ACCEPTED' });
  });

  test('leaves no complaint in the browser', () => {
    expect(ada.complaints).toEqual([]);
  });
});
