import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tryPolicy } from '../../support/fixtures/policy-trial.ts';
import { needsBrowser, type Visit } from './browser.ts';
import { openCase, stateOf } from './cases.ts';
import { closeConsole, type ConsoleFixture, openConsole, signIn } from './fixture.ts';

describe('a case that a policy advises on', needsBrowser, () => {
  let fixture: ConsoleFixture;
  let ada: Visit;
  beforeAll(async () => {
    fixture = await openConsole();
    await publish();
    ada = await signIn(fixture);
  });
  afterAll(() => closeConsole(fixture));

  async function publish(): Promise<void> {
    const { json } = await fixture.admin.graphql(
      'mutation ($input: CreatePolicyInput!) { createPolicy(input: $input) { id } }',
      {
        input: {
          otherwise: 'REVIEW',
          purpose: 'Chargebacks',
          rules: [
            { key: 'long', when: 'settlement_period > 60', then: 'REVIEW' },
            { key: 'chargebacks', when: 'chargeback_rate > 0.05', then: 'DENY', note: 'As the schemes say.' },
            { key: 'sums', when: 'amount + outstanding[currency] < 5', then: 'REVIEW' },
          ],
        },
      },
    );
    await tryPolicy({ gateway: fixture.gateway.gateway, operator: fixture.admin }, json.data.createPolicy.id);
    await fixture.admin.graphql('mutation ($id: ID!) { publishPolicy(id: $id) { id } }', {
      id: json.data.createPolicy.id,
    });
  }

  async function begin(company: string, name: RegExp, changes: object = {}) {
    const { fundingId } = await fixture.request(company, { account_chargeback_rate: 0.06, ...changes });
    await openCase(fixture, ada, fundingId, company);
    await ada.page.getByRole('button', { name }).click();
    return { fundingId, dialog: ada.page.getByRole('dialog') };
  }

  test('asks why a person decides otherwise, and shows it with the rules in sentences, hits first', async () => {
    const { fundingId, dialog } = await begin('Contrary Company', /^Approve/);
    await dialog.getByText('The policy “Chargebacks” advises to deny by its rule “chargebacks”.').waitFor();
    const why = dialog.getByLabel('Why you decide otherwise');
    await dialog.getByRole('button', { name: 'Approve' }).click();
    expect(await why.evaluate((field: HTMLTextAreaElement) => field.validity.valueMissing)).toBe(true);
    await why.fill('The board knows them');
    await dialog.getByRole('button', { name: 'Approve' }).click();
    await expect.poll(async () => (await stateOf(fixture, fundingId)).status).toBe('APPROVED');
    await openCase(fixture, ada, fundingId, 'Contrary Company');
    const card = ada.page.locator('section.card', {
      has: ada.page.getByRole('heading', { name: 'Approved', exact: true }),
    });
    await card.getByText('The policy “Chargebacks” advised to deny by its rule “chargebacks”.').waitFor();
    await card.getByText('Decided otherwise, because: The board knows them').waitFor();
    const [first] = await card.getByRole('listitem').allInnerTexts();
    expect(first).toBe('chargebacks (deny): chargeback rate 6 % is above 5 %\nAs the schemes say.');
    await card.getByText('2 rules that do not hold').click();
    await card.getByText('long (leave it to a person): settlement period 14 is not above 60').waitFor();
    await card.getByText('amount + outstanding[currency] < 5').waitFor();
  });

  test('asks for nothing if a person follows the policy, or it leaves the request to a person', async () => {
    const { dialog } = await begin('Following Company', /^Deny/);
    await dialog.getByText('advises to deny by its rule “chargebacks”').waitFor();
    expect(await dialog.getByLabel('Why you decide otherwise').count()).toBe(0);
    await ada.page.keyboard.press('Escape');
    const next = await begin('Doubtful Company', /^Deny/, { account_chargeback_rate: 0.01 });
    await next.dialog.getByText('advises to leave it to a person').waitFor();
    expect(await next.dialog.getByLabel('Why you decide otherwise').count()).toBe(0);
    await ada.page.keyboard.press('Escape');
  });

  test('says in sight why a step failed, also on a phone, if the policy is longer than the window', async () => {
    const { page } = ada;
    const { dialog } = await begin('Failing Company', /^Deny/);
    await dialog.getByText('advises to deny').waitFor();
    await dialog.getByLabel('Reason').first().selectOption('CREDIT_POLICY');
    await page.setViewportSize({ width: 390, height: 420 });
    await page.route('**/graphql', (route) => route.abort());
    await dialog.getByRole('button', { name: 'Deny' }).click();
    const [error, button] = [dialog.getByRole('alert'), dialog.getByRole('button', { name: 'Deny' })];
    await error.getByText('The gateway does not respond.').waitFor();
    const top = async (of: typeof error) => (await of.boundingBox())?.y ?? 0;
    await expect.poll(() => top(error)).toBeGreaterThan(0);
    expect(await top(error)).toBeLessThan((await top(button)) - 20);
    await page.unrouteAll({ behavior: 'wait' });
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.keyboard.press('Escape');
  });
});
