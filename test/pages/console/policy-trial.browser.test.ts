import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allowEverything } from '../../support/fixtures/audit-fixture.ts';
import { settlementBody } from '../../support/gateway.ts';
import { readTrialToItsEnd } from '../../support/fixtures/policy-trial.ts';
import { needsBrowser, type Visit } from './browser.ts';
import { closeConsole, type ConsoleFixture, goTo, openConsole, signIn } from './fixture.ts';
import { everyLook } from './looks.ts';

/** One more than a page of changed cases has. */
const MANY = 21;

describe('the trial of a policy', needsBrowser, () => {
  let fixture: ConsoleFixture;
  let ada: Visit;
  /** Ids of the settlements that were approved, the oldest first. */
  const approved: string[] = [];
  beforeAll(async () => {
    fixture = await openConsole();
    const { customerId } = await fixture.request('Tried Company');
    for (let at = 0; at < MANY; at += 1) {
      const body = settlementBody(customerId, { amount: 1_000 + at, currency: at === 0 ? 'JPY' : 'HKD' });
      const { json } = await fixture.partner.rest('POST', '/v1/instant-settlements', body);
      approved.push(json.funding_id);
      await decide('approveInstantSettlement(id: $id)', json.funding_id);
    }
    const { fundingId } = await fixture.request('Denied Company', { amount: 500_000 });
    await decide('denyInstantSettlement(id: $id, reason: CREDIT_POLICY)', fundingId);
    ada = await signIn(fixture, fixture.ada.apiKey, 'policies');
  });
  afterAll(() => closeConsole(fixture));

  const decide = (step: string, id: string) =>
    fixture.admin.graphql(`mutation ($id: ID!) { ${step} { id } }`, { id });
  const button = (name: string) => ada.page.getByRole('button', { name, exact: true });
  const card = () => ada.page.getByRole('region', { name: 'Trial on past decisions' });
  const cells = async (table: string) => {
    const rows = await card().getByRole('table', { name: table }).getByRole('row').allInnerTexts();
    return rows.map((row) => row.replaceAll(/\s+/g, ' ').trim());
  };

  async function openPolicy(purpose: string, rules: readonly object[], otherwise = 'APPROVE') {
    const { json } = await fixture.admin.graphql(
      'mutation ($input: CreatePolicyInput!) { createPolicy(input: $input) { id } }',
      { input: { purpose, otherwise, rules } },
    );
    const id: string = json.data.createPolicy.id;
    await goTo(fixture, ada, `policy/${id}`);
    await ada.page.getByRole('heading', { name: purpose }).waitFor();
    return id;
  }

  /** Presses a button of the card and sends its dialog, by the keyboard. */
  async function press(name: string, days: { from?: string; until?: string } = {}) {
    const { page } = ada;
    await button(name).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    if (days.from !== undefined) await dialog.getByLabel('From').fill(days.from);
    if (days.until !== undefined) await dialog.getByLabel('Until').fill(days.until);
    await page.keyboard.press('Enter');
    return dialog;
  }

  test('shows its progress, is stopped, and until one is finished the version cannot be published', async () => {
    const { page } = ada;
    await openPolicy('Stopped one', [{ key: 'stop', when: 'true', then: 'DENY' }]);
    const why = 'It can be published after a finished trial of its present rules.';
    await page.getByText(why).waitFor();
    expect(await button('Publish').isDisabled()).toBe(true);
    expect(await button('Publish').getAttribute('aria-describedby')).toBe('why-not-published');

    const dialog = await press('Try', { from: '2026-02-01', until: '2026-01-31' });
    const until = dialog.getByLabel('Until');
    expect(await until.evaluate((field: HTMLInputElement) => field.validity.rangeUnderflow)).toBe(true);
    await until.fill('');
    await page.keyboard.press('Enter');
    await page.getByText('0 of all decisions so far').waitFor();
    await card().getByRole('progressbar', { name: 'Decisions read' }).waitFor();
    await page.getByText('It can be published when its trial is finished.').waitFor();

    const other = await fixture.admin.graphql(
      'mutation ($input: CreatePolicyInput!) { createPolicy(input: $input) { id } }',
      { input: { otherwise: 'DENY', rules: [{ key: 'stop', when: 'true', then: 'DENY' }] } },
    );
    const { json } = await fixture.admin.graphql(
      'mutation ($id: ID!) { startPolicyTrial(id: $id, from: "2026-01-01", until: "2026-01-02") { state } }',
      { id: other.json.data.createPolicy.id },
    );
    expect(json.errors[0].extensions.code).toBe('conflict');

    await press('Stop');
    await page.getByText('Stopped after 0 of all decisions. Publishing needs a finished trial.').waitFor();
    await page.getByText(why).waitFor();
    expect(await button('Publish').isDisabled()).toBe(true);
    expect(await card().getByRole('progressbar').count()).toBe(0);
    await button('Try again').waitFor();
  });

  test('shows side by side what was decided and would be, and each case, and then publishes', async () => {
    const { page } = ada;
    await openPolicy('Side by side', [
      { key: 'small', when: 'amount < 1010', then: 'DENY' },
      { key: 'unknown', when: 'amount >= 1010 && amount < 2000 && tx.advance_ratio > 0.5', then: 'REVIEW' },
    ]);
    await press('Try');
    await page.getByText('0 of all decisions so far').waitFor();
    await readTrialToItsEnd(fixture.gateway.gateway);
    await page.getByText('Finished: 22 of 22 decisions would be different.').waitFor();
    expect(await cells('What was decided, and what this version would decide')).toEqual([
      'What was decided Would approve Would leave it to a person Would deny All',
      'Approved 0 11 HKD 111.65 10 HKD 90.45 JPY 1,000 21 HKD 202.10 JPY 1,000',
      'Denied 1 HKD 5,000.00 0 0 1 HKD 5,000.00',
      'All 1 HKD 5,000.00 11 HKD 111.65 10 HKD 90.45 JPY 1,000 22 HKD 5,202.10 JPY 1,000',
    ]);
    expect(await card().locator('mark').allInnerTexts()).toEqual(['11', '10', '1']);
    const facts = (await card().getByRole('term').allInnerTexts()).concat(
      await card().getByRole('definition').allInnerTexts(),
    );
    expect(facts).toEqual([
      'Different',
      'Amount moved',
      'With a rule that failed',
      'Unreadable',
      '22',
      'HKD 5,202.10\nJPY 1,000',
      '11',
      '0',
    ]);

    await page.getByText('1–20 of 22').waitFor();
    const changed = await cells('Decisions that would be different');
    expect(changed).toHaveLength(21);
    expect(changed[1]).toMatch(/HKD 5,000\.00 Denied Approve No rule holds\.$/);
    expect(changed[2]).toMatch(
      /HKD 10\.20 Approved Review unknown \(leave it to a person\), which could not be evaluated: /,
    );
    await page.keyboard.press('n');
    await page.getByText('21–22 of 22').waitFor();
    const last = await cells('Decisions that would be different');
    expect(last[2]).toMatch(/JPY 1,000 Approved Deny small \(deny\): amount JPY 1,000 is below JPY 1,010$/);
    await everyLook(ada, 'policy-trial-last');
    await page.keyboard.press('p');
    await page.getByText('1–20 of 22').waitFor();
    await everyLook(ada, 'policy-trial', async (look) => {
      // The numbers stand below each other, on a phone too.
      const sums = card().getByRole('row', { name: /^All/ }).getByRole('cell');
      const ends = await sums.evaluateAll((all) => all.map((sum) => sum.getBoundingClientRect().right));
      expect(new Set(ends).size, look).toBe(look.endsWith('-390') ? 1 : 4);
    });
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/console/case/${approved.at(-1)}`);
    await page.getByRole('heading', { name: 'Tried Company' }).first().waitFor();
    await page.goBack();
    await button('Publish this version').waitFor();
    await press('Publish this version');
    await page.getByRole('heading', { name: 'Side by side Live' }).waitFor();
    expect(await button('Publish this version').count()).toBe(0);
  });

  test('says that the cases cannot be loaded, that a record is damaged, and that the rules have changed', async () => {
    const { page } = ada;
    const id = await openPolicy('Damaged one', [{ key: 'stop', when: 'amount == 500000', then: 'REVIEW' }]);
    await allowEverything(fixture.gateway);
    await fixture.gateway.gateway.database.transaction(async (db) => {
      await db
        .updateTable('decision')
        .set({ outcome: 'deny' })
        .where('settlement_id', '=', approved[0] ?? '')
        .execute();
    });
    let isBroken = true;
    await page.route('**/graphql', (route) =>
      isBroken && route.request().postData()?.includes('policyTrialCases') === true
        ? route.fulfill({
            json: { errors: [{ message: 'Broken for a test.', extensions: { code: 'internal_error' } }] },
          })
        : route.fallback(),
    );
    await press('Try');
    await page.getByText('0 of all decisions so far').waitFor();
    await readTrialToItsEnd(fixture.gateway.gateway);
    await card().getByRole('alert').getByText('Broken for a test.').waitFor();
    isBroken = false;
    await card().getByRole('button', { name: 'Try again' }).last().click();
    await page.getByText('1–1 of 1').waitFor();
    await page.unroute('**/graphql');
    await page.getByText('The records of the unreadable decisions are damaged.').waitFor();

    await fixture.admin.graphql(
      'mutation ($id: ID!, $input: UpdatePolicyInput!) { updatePolicy(id: $id, input: $input) { id } }',
      {
        id,
        input: { otherwise: 'DENY', rules: [{ key: 'stop', when: 'amount == 500000', then: 'REVIEW' }] },
      },
    );
    await fixture.relay();
    await page.getByText('The rules have changed since this trial.').waitFor();
    expect(await button('Publish').isDisabled()).toBe(true);
  });

  test('is only seen with a key that may only read', async () => {
    const id = await openPolicy('Only seen', [{ key: 'stop', when: 'amount == 1', then: 'REVIEW' }]);
    const { apiKey } = await fixture.gateway.key(fixture.partner.partnerId, {
      role: 'operator',
      operator_id: fixture.ada.operatorId,
      scopes: ['read'],
    });
    const rita = await signIn(fixture, apiKey, `policy/${id}`);
    await rita.page.getByText('None yet. A trial evaluates past decisions').waitFor();
    expect(await rita.page.getByRole('button', { name: /Try|Stop|Publish/ }).count()).toBe(0);
    await rita.leave();
  });

  test('that was changed in the database is named, and the rest of the policy is shown', async () => {
    const id = await openPolicy('Changed behind', [{ key: 'all', when: 'true', then: 'DENY' }]);
    await press('Try');
    await ada.page.getByText('0 of all decisions so far').waitFor();
    const { gateway } = fixture.gateway;
    await readTrialToItsEnd(gateway);
    await gateway.database.transaction(async (db) => {
      await db.updateTable('policy_trial').set({ result: '{' }).where('policy_id', '=', id).execute();
    });
    await goTo(fixture, ada, 'policies');
    await goTo(fixture, ada, `policy/${id}`);
    await card().getByText('The record of the newest trial is damaged').waitFor();
    await ada.page.getByRole('heading', { name: 'Changed behind' }).waitFor();
    await button('Try').waitFor();
  });
});
