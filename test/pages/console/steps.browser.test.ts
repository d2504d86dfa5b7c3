import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { needsBrowser, type Visit } from './browser.ts';
import { openCase, stateOf } from './cases.ts';
import { closeConsole, type ConsoleFixture, goTo, openConsole, signIn } from './fixture.ts';

const APPROVE = 'mutation ($id: ID!) { approveInstantSettlement(id: $id) { status } }';

describe('a step of a settlement', needsBrowser, () => {
  let fixture: ConsoleFixture;
  let ada: Visit;
  beforeAll(async () => {
    fixture = await openConsole();
    ada = await signIn(fixture);
  });
  afterAll(() => closeConsole(fixture));

  /** A request that was approved, and accepted if it is asked for. */
  async function offer(name: string, isAccepted: boolean) {
    const { fundingId } = await fixture.request(name);
    await fixture.admin.graphql(APPROVE, { id: fundingId });
    if (isAccepted)
      await fixture.partner.rest('PUT', `/v1/instant-settlements/${fundingId}/decision`, { type: 'accept' });
    return fundingId;
  }

  test('withdraws an offer with a note, and opens the next one', async () => {
    const withdrawn = await offer('Withdrawn Company', false);
    await offer('Next Offer Company', false);
    const { page } = ada;
    await openCase(fixture, ada, withdrawn, 'Withdrawn Company', 'lapsing');
    await page.keyboard.press('w');
    await page.getByLabel('Why').fill('A typing error.');
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
    await page.getByRole('heading', { name: 'Next Offer Company' }).waitFor();
    expect(await stateOf(fixture, withdrawn)).toMatchObject({
      status: 'DENIED',
      denialNote: 'A typing error.',
      events: ['SUBMIT', 'APPROVE', 'WITHDRAW'],
      by: 'Ada Wong',
    });
  });

  test('sends money with its reference, and notes that it came back', async () => {
    const sent = await offer('Repaid Company', true);
    const { page } = ada;
    await openCase(fixture, ada, sent, 'Repaid Company', 'disburse');
    await page.getByRole('button', { name: /^Disburse/ }).click();
    await page.getByLabel('Reference of the payment').fill('FPS 7');
    await page.keyboard.press('Enter');
    await page.getByText('The disbursement was noted.').waitFor();
    await openCase(fixture, ada, sent, 'Repaid Company', 'disburse');
    await page.keyboard.press('y');
    await page.getByText('HKD 10,020.00 came, which is all that is outstanding.').waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('The repayment was noted.').waitFor();
    expect(await stateOf(fixture, sent)).toMatchObject({
      status: 'REPAID',
      disbursementReference: 'FPS 7',
      events: ['SUBMIT', 'APPROVE', 'ACCEPT', 'DISBURSE', 'REPAY'],
    });
    await openCase(fixture, ada, sent, 'Repaid Company', 'disburse');
    await page
      .getByRole('img', { name: /^The way it took: Submitted, Approved, Accepted, Funded, Repaid$/ })
      .waitFor();
    expect(await page.getByRole('button', { name: /^(?:Approve|Deny|Disburse|Repay|Revoke)/ }).count()).toBe(
      0,
    );
  });

  test('revokes an acceptance with a note', async () => {
    const revoked = await offer('Revoked Company', true);
    const { page } = ada;
    await openCase(fixture, ada, revoked, 'Revoked Company', 'disburse');
    await page.keyboard.press('v');
    await page.getByLabel('Why').fill('The bank refused the account.');
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('The acceptance was revoked.').waitFor();
    expect(await stateOf(fixture, revoked)).toMatchObject({ status: 'DENIED', by: 'Ada Wong' });
  });

  test('is taken once, also if its response was lost and the button is pressed again', async () => {
    const { fundingId } = await fixture.request('Twice Company');
    const { page } = ada;
    await openCase(fixture, ada, fundingId, 'Twice Company', 'review');
    let sent = 0;
    await page.route('**/graphql', async (route) => {
      if (!/approveInstantSettlement/.test(route.request().postData() ?? '')) return route.continue();
      sent += 1;
      if (sent > 1) return route.continue();
      await route.fetch();
      return route.abort();
    });
    await page.keyboard.press('a');
    const approve = page.getByRole('dialog').getByRole('button', { name: 'Approve' });
    await approve.click();
    await page.getByText('The gateway does not respond.').waitFor();
    expect(await stateOf(fixture, fundingId)).toMatchObject({ status: 'APPROVED' });
    await approve.click();
    await page.getByText('Approved.', { exact: true }).waitFor();
    expect(await stateOf(fixture, fundingId)).toMatchObject({ events: ['SUBMIT', 'APPROVE'] });
    expect(sent).toBe(2);
    await page.unroute('**/graphql');
  });

  test('says that the first attempt counts, if its response was lost and something else is sent then', async () => {
    const { fundingId } = await fixture.request('Two Rates Company');
    const { page } = ada;
    await openCase(fixture, ada, fundingId, 'Two Rates Company', 'review');
    await page.route('**/graphql', async (route) => {
      if (!/approveInstantSettlement/.test(route.request().postData() ?? '')) return route.continue();
      await route.fetch();
      return route.abort();
    });
    await page.keyboard.press('a');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Interest rate').fill('0.3');
    // Enter sends nothing while the pricing is loaded.
    await expect.poll(() => dialog.getByRole('button', { name: 'Approve' }).isEnabled()).toBe(true);
    await page.keyboard.press('Enter');
    await page.getByText('The gateway does not respond.').waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    await dialog.getByLabel('Interest rate').fill('0.4');
    await page.keyboard.press('Enter');
    await dialog.getByText('Your first attempt has arrived after all').waitFor();
    expect(await dialog.getByText('idempotency').count()).toBe(0);
    await page.keyboard.press('Escape');
    expect(await stateOf(fixture, fundingId)).toMatchObject({ status: 'APPROVED', interestRate: 0.003 });
  });

  test('says how a document type counts once it is requested again', async () => {
    const { fundingId } = await fixture.request('Incomplete Company');
    const { page } = ada;
    await openCase(fixture, ada, fundingId, 'Incomplete Company', 'review');
    for (const [type, status] of [
      ['Litigation history', 'not uploaded'],
      ['NAR1', 'missing'],
    ] as const) {
      const shown = page.locator('.document-type', { hasText: type });
      await shown.getByRole('button', { name: 'Request again' }).click();
      await page.getByRole('dialog').getByText(`The type counts as ${status} from now on.`).waitFor();
      await page.keyboard.press('Escape');
    }
  });

  test('has no button for an operator who may only read', async () => {
    const { fundingId } = await fixture.request('Looked At Company');
    const reader = await fixture.gateway.key(fixture.partner.partnerId, {
      role: 'operator',
      scopes: ['read'],
    });
    const rita = await signIn(fixture, reader.apiKey);
    await openCase(fixture, rita, fundingId, 'Looked At Company', 'review');
    const { page } = rita;
    await page.getByRole('button', { name: 'Show identity numbers' }).waitFor();
    const buttons = /^(?:Approve|Deny|Request again)/;
    expect(await page.getByRole('button', { name: buttons }).count()).toBe(0);
    await page.keyboard.press('a');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await goTo(fixture, rita, `partner/${fixture.partner.partnerId}`);
    await page.getByText('Every request waits for an operator, whom the live policy advises.').waitFor();
    expect(await page.getByRole('button', { name: /^(?:Change|New key|Rotate|Revoke)$/ }).count()).toBe(0);
    await rita.leave();
  });
});
