import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { needsBrowser, type Visit } from './browser.ts';
import { openCase, setPricing, stateOf } from './cases.ts';
import { closeConsole, type ConsoleFixture, goTo, openConsole, signIn } from './fixture.ts';

describe('a rate', needsBrowser, () => {
  let fixture: ConsoleFixture;
  let ada: Visit;
  beforeAll(async () => {
    fixture = await openConsole();
    ada = await signIn(fixture);
  });
  afterAll(() => closeConsole(fixture));

  /** Begins the approval of a new request; the settlement is of HKD 10,000.00 unless changed. */
  async function beginApproval(company: string, changes: Readonly<Record<string, unknown>> = {}) {
    const { fundingId } = await fixture.request(company, changes);
    await openCase(fixture, ada, fundingId, company);
    await ada.page.getByRole('button', { name: /^Approve/ }).click();
    const dialog = ada.page.getByRole('dialog');
    await dialog.getByText('The pricing of the partner is').waitFor();
    const approve = dialog.getByRole('button', { name: 'Approve' });
    return { fundingId, dialog, rate: dialog.getByLabel('Interest rate'), approve };
  }

  /** Until the notice says that this request was approved; those of other tests may still stand there. */
  const approvalOf = (company: string) =>
    ada.page
      .getByRole('status')
      .filter({ hasText: `Approved. ${company}` })
      .waitFor();

  test('of an approval begins with the pricing in percent, and its fee in money', async () => {
    const { fundingId, dialog, rate, approve } = await beginApproval('Priced Company');
    expect(await rate.inputValue()).toBe('0.2');
    await dialog.getByText('Fee for 14 days: HKD 20.00, 5.21 % a year').waitFor();
    await ada.page.getByRole('definition').filter({ hasText: '5.21 % a year' }).waitFor();
    expect(await dialog.getByRole('checkbox').count()).toBe(0);
    await approve.click();
    await approvalOf('Priced Company');
    expect(await stateOf(fixture, fundingId)).toMatchObject({ status: 'APPROVED', interestRate: 0.002 });
  });

  test('that is typed is in percent', async () => {
    const { fundingId, dialog, rate, approve } = await beginApproval('Typed Company');
    await rate.fill('0.15');
    await dialog.getByText('HKD 15.00').waitFor();
    await approve.click();
    await approvalOf('Typed Company');
    expect(await stateOf(fixture, fundingId)).toMatchObject({ status: 'APPROVED', interestRate: 0.0015 });
  });

  test('of yen has a fee without decimals', async () => {
    const { dialog, rate } = await beginApproval('Yen Company', { currency: 'JPY', amount: 123_456 });
    await rate.fill('0.25 %');
    await dialog.getByText('JPY 309', { exact: true }).waitFor();
    await ada.page.keyboard.press('Escape');
  });

  test('that is not a number is not sent', async () => {
    const { fundingId, rate, approve } = await beginApproval('Comma Company');
    for (const text of ['0,15', '', '150', '-1', '1e-3']) {
      await rate.fill(text);
      await approve.click();
      expect(await rate.evaluate((field: HTMLInputElement) => field.validity.valid)).toBe(false);
    }
    expect(await stateOf(fixture, fundingId)).toMatchObject({ status: 'SUBMITTED' });
    await ada.page.keyboard.press('Escape');
  });

  test('far from the pricing is sent only after a confirmation that names both, each time it is typed', async () => {
    const { fundingId, dialog, rate, approve } = await beginApproval('Slip Company');
    await rate.fill('15');
    const means =
      '15 % is far from the pricing of 0.2 %. I mean a fee of HKD 1,500.00, and not of HKD 20.00.';
    await dialog.getByText(means).waitFor();
    await approve.click();
    const confirmation = dialog.getByRole('checkbox');
    expect(await confirmation.evaluate((box: HTMLInputElement) => box.validity.valid)).toBe(false);
    expect(await stateOf(fixture, fundingId)).toMatchObject({ status: 'SUBMITTED' });
    await confirmation.check();
    await rate.fill('16');
    await dialog.getByText('16 % is far').waitFor();
    expect(await confirmation.isChecked()).toBe(false);
    await confirmation.check();
    await approve.click();
    await approvalOf('Slip Company');
    expect(await stateOf(fixture, fundingId)).toMatchObject({ status: 'APPROVED', interestRate: 0.16 });
  });

  test('begins with the present pricing if it changed since the request, and shows the former one', async () => {
    const { fundingId } = await fixture.request('Repriced Company');
    await setPricing(fixture, 0.03);
    await openCase(fixture, ada, fundingId, 'Repriced Company');
    await ada.page.getByRole('button', { name: /^Approve/ }).click();
    const dialog = ada.page.getByRole('dialog');
    await dialog.getByText('The pricing of the partner is 3 %, and was 0.2 % at the request.').waitFor();
    await dialog.getByText('HKD 300.00').waitFor();
    await dialog.getByRole('button', { name: 'Approve' }).click();
    await approvalOf('Repriced Company');
    expect(await stateOf(fixture, fundingId)).toMatchObject({ status: 'APPROVED', interestRate: 0.03 });
    await setPricing(fixture, 0.002);
  });

  test('of a pricing that changes while the dialog is open is not taken unseen', async () => {
    const { fundingId, dialog, approve } = await beginApproval('Unseen Company');
    await setPricing(fixture, 0.03);
    await approve.click();
    await dialog.getByText('The pricing of the partner has changed to 3 %.').waitFor();
    expect(await stateOf(fixture, fundingId)).toMatchObject({ status: 'SUBMITTED' });
    await ada.page.keyboard.press('Escape');
    await setPricing(fixture, 0.002);
  });

  test('in the settings of a partner is in percent, and one far from the present asks back', async () => {
    const { partnerId } = await fixture.gateway.partner();
    const { page } = ada;
    await goTo(fixture, ada, `partner/${partnerId}`);
    await page.getByRole('button', { name: 'Change' }).click();
    const dialog = page.getByRole('dialog');
    const change = dialog.getByRole('button', { name: 'Change' });
    const rate = dialog.getByLabel('Interest rate');
    expect(await rate.inputValue()).toBe('0.2');
    await rate.fill('0.15');
    await dialog.getByText('0.15 % for a period').waitFor();
    await dialog.getByRole('button', { name: 'Add a band' }).click();
    await dialog.getByLabel('Rate of the band').fill('12');
    await dialog.getByText('and I mean it: HKD up to 30 days 12 % instead of 0.2 %.').waitFor();
    await change.click();
    const confirmation = dialog.getByRole('checkbox', { name: /I mean it/ });
    expect(await confirmation.evaluate((box: HTMLInputElement) => box.validity.valid)).toBe(false);
    await confirmation.check();
    await change.click();
    await page.getByText('The settings apply to requests').waitFor();
    const { json } = await fixture.admin.graphql(
      'query ($id: ID!) { partner(id: $id) { interestRate { default bands { currency periodDaysMax rate } } } }',
      { id: partnerId },
    );
    expect(json.data.partner.interestRate).toEqual({
      default: 0.0015,
      bands: [{ currency: 'HKD', periodDaysMax: 30, rate: 0.12 }],
    });
  });
});
