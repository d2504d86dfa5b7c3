import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { needsBrowser, type Visit } from './browser.ts';
import { openCase, stateOf } from './cases.ts';
import { closeConsole, type ConsoleFixture, goTo, openConsole, signIn } from './fixture.ts';
import { passStillTime, stopClock } from './hand.ts';

const APPROVE = 'mutation ($id: ID!) { approveInstantSettlement(id: $id) { status } }';
const DENY = 'mutation ($id: ID!) { denyInstantSettlement(id: $id, reason: CREDIT_POLICY) { status } }';
const DISBURSE = 'mutation ($id: ID!) { disburseInstantSettlement(id: $id, reference: "FPS 7") { status } }';

describe('a decision', needsBrowser, () => {
  let fixture: ConsoleFixture;
  let ada: Visit;
  beforeAll(async () => {
    fixture = await openConsole();
    ada = await signIn(fixture);
  });
  afterAll(() => closeConsole(fixture));

  /** A request as far as `to`; while these are tried another request waits for a review. */
  async function settlementThatIs(to: 'submitted' | 'approved' | 'accepted' | 'funded', company: string) {
    const { fundingId: id } = await fixture.request(company);
    if (to === 'submitted') return id;
    await fixture.admin.graphql(APPROVE, { id });
    if (to === 'approved') return id;
    await fixture.partner.rest('PUT', `/v1/instant-settlements/${id}/decision`, { type: 'accept' });
    if (to === 'funded') await fixture.admin.graphql(DISBURSE, { id });
    return id;
  }

  /** Opens a case by its address alone. */
  async function openAlone(fundingId: string, company: string) {
    await goTo(fixture, ada, `case/${fundingId}`);
    await ada.page.getByRole('heading', { name: company }).waitFor();
    await passStillTime(ada);
  }

  const fill: Readonly<Record<string, () => Promise<unknown>>> = {
    d: () => ada.page.getByLabel(/^Reason/).selectOption('CREDIT_POLICY'),
    w: () => ada.page.getByLabel('Why').fill('A typing error.'),
    v: () => ada.page.getByLabel('Why').fill('The bank refused it.'),
    s: () => ada.page.getByLabel('Reference of the payment').fill('FPS 7'),
    a: () => ada.page.getByText('The pricing of the partner is').waitFor(),
  };

  /** Decides by the key of the decision. */
  async function decide(key: string, action: string) {
    const { page } = ada;
    await page.keyboard.press(key);
    await page.getByRole('dialog').waitFor();
    await fill[key]?.();
    await page.getByRole('dialog').getByRole('button', { name: action }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }

  test.each([
    ['a', 'Approve', 'submitted', 'Approved.', 'Approved'],
    ['d', 'Deny', 'submitted', 'Denied.', 'Denied'],
    ['w', 'Withdraw', 'approved', 'The offer was withdrawn.', 'Denied'],
    ['s', 'Disburse', 'accepted', 'The disbursement was noted.', 'Funded'],
    ['v', 'Revoke', 'accepted', 'The acceptance was revoked.', 'Denied'],
    ['y', 'Repay', 'funded', 'The repayment was noted.', 'Repaid'],
  ] as const)(
    '%s on a case that was opened by its address stays on it, which shows its new state: %s',
    async (key, action, before, sentence, after) => {
      const waiting = await fixture.request('Waiting Company');
      const company = `Alone ${action} Company`;
      const fundingId = await settlementThatIs(before, company);
      await openAlone(fundingId, company);
      await decide(key, action);
      const { page } = ada;
      await page.getByRole('heading', { name: `${company} ${after}` }).waitFor();
      const notice = page.getByRole('status').filter({ hasText: sentence });
      const link = notice.getByRole('link', { name: `${company}, HKD 10,000.00` });
      expect(await link.getAttribute('href')).toBe(`/console/case/${fundingId}`);
      expect(await notice.textContent()).toContain(fundingId);
      expect(new URL(page.url()).pathname).toBe(`/console/case/${fundingId}`);
      await fixture.admin.graphql(DENY, { id: waiting.fundingId });
    },
  );

  test('on the third row of a list leads to the fourth, on the last one to that before it, on the only one to the list', async () => {
    const companies = ['One', 'Two', 'Three', 'Four'].map((each) => `Row ${each} Company`);
    const ids: string[] = [];
    for (const company of companies) ids.push((await fixture.request(company)).fundingId);
    const { page } = ada;
    await openCase(fixture, ada, ids[2] ?? '', 'Row Three Company');
    for (const next of ['Row Four Company', 'Row Two Company', 'Row One Company']) {
      await decide('d', 'Deny');
      await page.getByRole('heading', { name: next }).waitFor();
      expect(new URL(page.url()).search).toBe('?from=review');
      await passStillTime(ada);
    }
    await decide('d', 'Deny');
    await page.getByText('Nothing waits for a review.').waitFor();
  });

  test('is named in the notice with a link that leads back to it', async () => {
    const { fundingId } = await fixture.request('Named Company');
    const second = await fixture.request('Behind Company');
    await openCase(fixture, ada, fundingId, 'Named Company');
    await decide('d', 'Deny');
    const { page } = ada;
    await page.getByRole('heading', { name: 'Behind Company' }).waitFor();
    await page.getByRole('link', { name: 'Named Company, HKD 10,000.00' }).click();
    await page.getByRole('heading', { name: 'Named Company Denied' }).waitFor();
    await fixture.admin.graphql(DENY, { id: second.fundingId });
  });

  test('on a case that its list does not have stays on it', async () => {
    const waiting = await fixture.request('Other Waiting Company');
    const fundingId = await settlementThatIs('funded', 'Elsewhere Company');
    await openCase(fixture, ada, fundingId, 'Elsewhere Company', 'review');
    await decide('y', 'Repay');
    await ada.page.getByRole('heading', { name: 'Elsewhere Company Repaid' }).waitFor();
    await fixture.admin.graphql(DENY, { id: waiting.fundingId });
  });

  describe('after it', () => {
    test('no key acts on the case that follows for a second, and then it does', async () => {
      const first = await fixture.request('Quick Company');
      const second = await fixture.request('Untouched Company');
      await openCase(fixture, ada, first.fundingId, 'Quick Company');
      const move = await stopClock(ada);
      await decide('d', 'Deny');
      const { page } = ada;
      await page.getByRole('heading', { name: 'Untouched Company' }).waitFor();
      for (const key of ['a', 'Enter', 'd', 'x', 'u']) await page.keyboard.press(key);
      await move(999);
      await page.keyboard.press('d');
      expect(await page.getByRole('dialog').count()).toBe(0);
      expect(new URL(page.url()).pathname).toBe(`/console/case/${second.fundingId}`);
      await move(1);
      await page.keyboard.press('d');
      await page.getByRole('dialog').waitFor();
      await page.keyboard.press('Escape');
      expect(await stateOf(fixture, second.fundingId)).toMatchObject({ status: 'SUBMITTED' });
      await fixture.admin.graphql(DENY, { id: second.fundingId });
    });

    test('Enter does not send a dialog either that was opened at once', async () => {
      const first = await fixture.request('Pressed Company');
      const second = await fixture.request('Dialog Company');
      await openCase(fixture, ada, first.fundingId, 'Pressed Company');
      const move = await stopClock(ada);
      await decide('d', 'Deny');
      const { page } = ada;
      await page.getByRole('heading', { name: 'Dialog Company' }).waitFor();
      await page.getByRole('button', { name: /^Approve/ }).click();
      await fill['a']?.();
      await page.keyboard.type('0.3');
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').getByText('HKD 30.00').waitFor();
      expect(await stateOf(fixture, second.fundingId)).toMatchObject({ status: 'SUBMITTED' });
      await move(1_000);
      await page.keyboard.press('Enter');
      await page.getByText('Approved.', { exact: true }).waitFor();
      expect(await stateOf(fixture, second.fundingId)).toMatchObject({ interestRate: 0.003 });
    });
  });

  test('is not begun by a key that was meant for the case before, if x led to the next one', async () => {
    const first = await fixture.request('Skipped Company');
    const second = await fixture.request('Reached Company');
    await openCase(fixture, ada, first.fundingId, 'Skipped Company');
    const move = await stopClock(ada);
    const { page } = ada;
    await page.keyboard.press('x');
    await page.getByRole('heading', { name: 'Reached Company' }).waitFor();
    await page.keyboard.press('d');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await move(1_000);
    await page.keyboard.press('d');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    for (const { fundingId } of [first, second]) await fixture.admin.graphql(DENY, { id: fundingId });
  });

  test('of another person that changes the open case keeps keys from acting for a second', async () => {
    const { page } = ada;
    await goTo(fixture, ada, 'queue/review');
    await page.getByText('live', { exact: true }).waitFor();
    const { fundingId } = await fixture.request('Overtaken Company');
    await openCase(fixture, ada, fundingId, 'Overtaken Company');
    const move = await stopClock(ada);
    await move(10_000);
    await fixture.admin.graphql(APPROVE, { id: fundingId });
    await fixture.relay();
    await page.getByRole('heading', { name: 'Overtaken Company Approved' }).waitFor();
    await page.keyboard.press('w');
    await move(999);
    await page.keyboard.press('w');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await move(1);
    await page.keyboard.press('w');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
  });
});
