import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tryPolicy } from '../../support/fixtures/policy-trial.ts';
import { needsBrowser, type Visit } from './browser.ts';
import { openCase, stateOf, untilDrawn } from './cases.ts';
import { closeConsole, type ConsoleFixture, goTo, openConsole, signIn } from './fixture.ts';
import { passStillTime } from './hand.ts';
import { everyLook } from './looks.ts';

const LONG_NAME = `Consolidated Harbour ${'Trading and Settlement '.repeat(6)}Company Limited`;
const RULE = { key: 'large', when: 'amount > 5', then: 'DENY' };
const REFERENCE = `payment-${'0123456789'.repeat(12)}`;

describe('a change that needs two people', needsBrowser, () => {
  let fixture: ConsoleFixture;
  let bobsKey: { readonly apiKey: string; readonly operatorId: string };
  let ada: Visit;
  let bob: Visit;
  beforeAll(async () => {
    fixture = await openConsole();
    ada = await signIn(fixture, fixture.ada.apiKey, 'settings');
  });
  afterAll(() => closeConsole(fixture));

  const dialogOf = ({ page }: Visit) => page.getByRole('dialog');
  const TELLS = 'Waits for a second person: disburse, asked by Ada Wong, until';

  async function accepted(company: string): Promise<string> {
    const { fundingId: id } = await fixture.request(company);
    await fixture.admin.graphql('mutation ($id: ID!) { approveInstantSettlement(id: $id) { status } }', {
      id,
    });
    await fixture.partner.rest('PUT', `/v1/instant-settlements/${id}/decision`, { type: 'accept' });
    return id;
  }

  async function askToDisburse(company: string): Promise<string> {
    const id = await accepted(company);
    await openCase(fixture, ada, id, company);
    await ada.page.keyboard.press('s');
    await dialogOf(ada).getByLabel('Reference of the payment').fill(REFERENCE);
    await ada.page.keyboard.press('Enter');
    // The notice of the request before may still stand there.
    await dialogOf(ada).waitFor({ state: 'detached' });
    await ada.page.getByText(TELLS).waitFor();
    return id;
  }

  test('is named in the settings, which say who can approve for each other', async () => {
    const { page } = ada;
    await page.getByText('One person is enough for each change.').waitFor();
    await page.getByRole('button', { name: 'Change who approves' }).click();
    await dialogOf(ada).getByText('Only Ada Wong can approve now').waitFor();
    await everyLook(ada, 'two-people-one');
    await page.keyboard.press('Escape');

    bobsKey = await fixture.person('Bob Tan', 'bob@provider.example');
    bob = await signIn(fixture, bobsKey.apiKey, 'queue/approvals');
    await page.getByRole('button', { name: 'Change who approves' }).click();
    await dialogOf(ada).getByText('2 people can approve for each other').waitFor();
    await dialogOf(ada).getByLabel('Disburse', { exact: true }).selectOption('ALWAYS');
    await dialogOf(ada).getByLabel('Policy', { exact: true }).selectOption('ALWAYS');
    await dialogOf(ada).getByLabel('Waive', { exact: true }).selectOption('FROM');
    await dialogOf(ada).getByLabel('Waive from, in HKD').fill('1000.00');
    await everyLook(ada, 'two-people', async (look) => {
      const cut = await dialogOf(ada).evaluate((shown) => shown.scrollWidth - shown.clientWidth);
      expect(cut, look).toBe(0);
    });
    await dialogOf(ada).getByRole('button', { name: 'Change who approves' }).click();
    await page.getByText('The rules apply from now on.').waitFor();
    await page.getByText('from HKD 1,000.00').waitFor();
    const { json } = await fixture.admin.graphql(
      '{ providerSettings { twoPeople { operation rule } twoPeopleFrom { operation currency amount } separateRoles } }',
    );
    expect(json.data.providerSettings).toEqual({
      twoPeople: [
        { operation: 'DISBURSE', rule: 'ALWAYS' },
        { operation: 'WAIVE', rule: 'FROM' },
        { operation: 'POLICY', rule: 'ALWAYS' },
      ],
      twoPeopleFrom: [{ operation: 'WAIVE', currency: 'HKD', amount: 100_000 }],
      separateRoles: false,
    });
    await everyLook(ada, 'two-people-settings');
  });

  test('waits on the case and in the list, and the same button of a second person approves it', async () => {
    const id = await askToDisburse(LONG_NAME);
    await goTo(fixture, ada, `case/${id}`);
    const card = ada.page.getByRole('region', { name: 'Waits for a second person' });
    await card.getByText(REFERENCE).waitFor();
    expect(await card.getByRole('button').allInnerTexts()).toEqual(['Take back']);
    await everyLook(ada, 'asked-case');
    expect((await stateOf(fixture, id)).status).toBe('ACCEPTED');

    await goTo(fixture, bob, 'queue/approvals');
    const row = bob.page.getByRole('row', { name: /Ada Wong/ });
    await row.waitFor();
    await bob.page.getByRole('link', { name: /^Approvals\s*1$/ }).waitFor();
    await everyLook(bob, 'approvals');
    await bob.page.keyboard.press('Enter');
    await bob.page.getByRole('heading', { name: /^Disburse HKD/ }).waitFor();
    await everyLook(bob, 'approval');

    await openCase(fixture, bob, id, LONG_NAME);
    await bob.page.keyboard.press('s');
    await dialogOf(bob).getByText('Ada Wong asked for it').waitFor();
    await dialogOf(bob).getByText(REFERENCE).waitFor();
    await everyLook(bob, 'asked-dialog');
    await bob.page.keyboard.press('Enter');
    await bob.page.getByText('Approved, and done.').waitFor();
    expect(await stateOf(fixture, id)).toMatchObject({ status: 'FUNDED', disbursementReference: REFERENCE });
  });

  test('is not begun again on a case before the page knows what waits', async () => {
    const id = await askToDisburse('Early Company');
    const { page } = bob;
    const told = Promise.withResolvers<void>();
    await page.route('**/graphql', async (route) => {
      if (/query AskedOf\b/.test(route.request().postData() ?? '')) await told.promise;
      await route.continue();
    });
    const loaded = page.waitForResponse((response) =>
      /query Case\b/.test(response.request().postData() ?? ''),
    );
    await goTo(fixture, bob, `case/${id}`);
    await (await loaded).finished();
    await untilDrawn(bob);
    await passStillTime(bob);
    await page.keyboard.press('s');
    await untilDrawn(bob);
    expect(await dialogOf(bob).count()).toBe(0);
    told.resolve();
    await page.getByRole('button', { name: /^Disburse/ }).click();
    await dialogOf(bob).getByText('Ada Wong asked for it').waitFor();
    await page.keyboard.press('Escape');
    await page.unrouteAll({ behavior: 'wait' });
    await ada.page.getByRole('button', { name: 'Take back' }).click();
    await dialogOf(ada).getByLabel('Why').fill('It was a try.');
    await dialogOf(ada).getByRole('button', { name: 'Take back' }).click();
    await dialogOf(ada).waitFor({ state: 'detached' });
    await ada.page.getByText('You took it back. Nothing was done.').waitFor();
  });

  test('is refused with a reason by a second person, or taken back by the first one', async () => {
    const refused = await askToDisburse('Refused Company');
    await goTo(fixture, bob, 'queue/approvals?operation=DISBURSE');
    await bob.page.getByRole('link', { name: 'Disburse', exact: true }).click();
    await bob.page.getByRole('button', { name: 'Refuse' }).click();
    await dialogOf(bob).getByLabel('Why').fill('The account is another one.');
    await dialogOf(bob).getByRole('button', { name: 'Refuse' }).click();
    await bob.page.getByText('Refused. Nothing was done.').waitFor();
    await bob.page.getByText('The account is another one.').waitFor();
    expect((await stateOf(fixture, refused)).status).toBe('ACCEPTED');

    await askToDisburse('Withdrawn Company');
    await ada.page.getByRole('button', { name: 'Take back' }).click();
    await dialogOf(ada).getByLabel('Why').fill('I mistyped it.');
    await dialogOf(ada).getByRole('button', { name: 'Take back' }).click();
    await dialogOf(ada).waitFor({ state: 'detached' });
    await ada.page.getByText('You took it back. Nothing was done.').waitFor();
    await expect
      .poll(() => ada.page.getByRole('region', { name: 'Waits for a second person' }).count())
      .toBe(0);
  });

  test('of a policy waits on its page, and a second person approves it there', async () => {
    const input = { otherwise: 'REVIEW', purpose: 'Large sums', rules: [RULE] };
    const made = await fixture.admin.graphql(
      'mutation ($input: CreatePolicyInput!) { createPolicy(input: $input) { id } }',
      { input },
    );
    const { id } = made.json.data.createPolicy;
    await tryPolicy({ gateway: fixture.gateway.gateway, operator: fixture.admin }, id);
    await goTo(fixture, ada, `policy/${id}`);
    await ada.page.getByRole('button', { name: 'Publish', exact: true }).click();
    await dialogOf(ada).getByRole('button', { name: 'Publish' }).click();
    await ada.page.getByText('Waits for a second person: policy, asked by Ada Wong, until').waitFor();

    await goTo(fixture, bob, 'queue/approvals');
    await bob.page.getByRole('link', { name: 'The policy' }).click();
    const card = bob.page.getByRole('region', { name: 'Waits for a second person' });
    await card.getByRole('button', { name: 'Approve' }).click();
    await dialogOf(bob).getByRole('button', { name: 'Approve' }).click();
    await bob.page.getByText('Approved, and done.').waitFor();
    await bob.page.getByText('Became live').waitFor();
  });

  test('of a key shows the key to the person who asked for it, once', async () => {
    const { page } = ada;
    await goTo(fixture, ada, `partner/${fixture.partner.partnerId}`);
    await page.getByRole('button', { name: 'New key' }).click();
    await dialogOf(ada).getByLabel('Name').fill('Key of the laptop');
    await dialogOf(ada).getByLabel('For').selectOption({ label: 'Bob Tan, an operator' });
    await dialogOf(ada).getByRole('button', { name: 'Create' }).click();
    await page.getByText(/Waits for a second person: operator key, asked by Ada Wong/).waitFor();

    await goTo(fixture, bob, 'queue/approvals');
    await bob.page.getByRole('link', { name: 'Create key of an operator' }).click();
    await bob.page.getByText('Key of the laptop').waitFor();
    await bob.page.getByRole('button', { name: 'Approve' }).click();
    await dialogOf(bob).getByRole('button', { name: 'Approve' }).click();
    await dialogOf(bob).waitFor({ state: 'detached' });
    await bob.page.getByText('Approved, and done.').waitFor();

    await goTo(fixture, ada, 'partners');
    await goTo(fixture, ada, `partner/${fixture.partner.partnerId}`);
    await page
      .getByRole('row', { name: /Key of the laptop/ })
      .getByRole('button', { name: 'See it' })
      .click();
    await dialogOf(ada).getByText('Bob Tan approved it and has not seen it.').waitFor();
    await dialogOf(ada).getByRole('button', { name: 'Show it once' }).click();
    const secret = await page.locator('.secret code').innerText();
    const { json } = await fixture.gateway.withKey(secret).graphql('{ viewer { operator { name } } }');
    expect(json.data.viewer.operator).toEqual({ name: 'Bob Tan' });
  });
});
