import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { needsBrowser, type Visit } from './browser.ts';
import { closeConsole, type ConsoleFixture, goTo, openConsole, signIn } from './fixture.ts';

describe('the search of every screen', needsBrowser, () => {
  let fixture: ConsoleFixture;
  let ada: Visit;
  beforeAll(async () => {
    fixture = await openConsole();
    ada = await signIn(fixture);
  });
  afterAll(() => closeConsole(fixture));

  const gone = () => ada.page.getByRole('dialog').waitFor({ state: 'hidden' });
  const find = async (text: string) => {
    await gone();
    await ada.page.keyboard.press('/');
    await ada.page.getByRole('dialog', { name: 'Find a record' }).getByRole('textbox').fill(text);
  };

  test('opens with the slash, and Enter opens the first hit for the beginning of a name', async () => {
    await fixture.request('Sought Trading');
    await goTo(fixture, ada, 'events');
    await find('sought tr');
    await ada.page.getByRole('link', { name: /^Sought Trading customer/ }).waitFor();
    await ada.page.keyboard.press('Enter');
    await ada.page.getByRole('heading', { name: 'Sought Trading' }).waitFor();
    expect(new URL(ada.page.url()).pathname).toMatch(/\/customer\/cus_/);
    expect(ada.page.url()).not.toContain('sought');
  });

  test('finds a settlement and a customer by their ids, and a customer by the id of its partner', async () => {
    const { customerId, fundingId } = await fixture.request('Known Company');
    const { json } = await fixture.partner.rest('GET', `/v1/customers/${customerId}`);
    for (const [text, path] of [
      [fundingId, `/console/case/${fundingId}`],
      [customerId, `/console/customer/${customerId}`],
      [json.external_customer_id, `/console/customer/${customerId}`],
      [json.contact_email, null],
    ] as const) {
      await find(text);
      await ada.page
        .getByRole('dialog')
        .getByRole('link', { name: /Known Company/ })
        .first()
        .waitFor();
      if (path === null) {
        await ada.page.keyboard.press('Escape');
        await gone();
        continue;
      }
      await ada.page.keyboard.press('ArrowDown');
      await ada.page.keyboard.press('Enter');
      await gone();
      await expect.poll(() => new URL(ada.page.url()).pathname).toBe(path);
    }
  });

  test('finds a repayment and a payout by their references, a customer by an id with an at sign, and a change that waits by its id', async () => {
    const { customerId, fundingId } = await fixture.request('Paid Company');
    const { json: before } = await fixture.partner.rest('GET', `/v1/customers/${customerId}`);
    const own = 'till@shop.example';
    await fixture.partner.rest('PUT', `/v1/customers/${customerId}`, {
      ...before,
      external_customer_id: own,
    });
    const [ann, bob] = [
      await fixture.person('Ann Find', 'ann@provider.example'),
      await fixture.person('Bob Find', 'bob@provider.example'),
    ];
    const does = async (by: typeof ann, mutation: string) => {
      const { json } = await by.graphql(`mutation { done: ${mutation} }`);
      expect(json.errors).toBeUndefined();
      return json;
    };
    await does(ann, `approveInstantSettlement(id: "${fundingId}") { id }`);
    await fixture.partner.rest('PUT', `/v1/instant-settlements/${fundingId}/decision`, { type: 'accept' });
    await does(
      ann,
      `disburseInstantSettlement(id: "${fundingId}", reference: "OUT ${'1'.repeat(200)}") { id }`,
    );
    const paid = '{ amount: 100, source: TRANSFER, reference: "INV 7731" }';
    await does(ann, `recordRepayment(id: "${fundingId}", input: ${paid}) { id }`);
    await does(
      ann,
      'updateProviderSettings(input: { twoPeople: [{ operation: WAIVE, rule: ALWAYS }] }) { updatedAt }',
    );
    const { extensions } = await does(
      bob,
      `waiveFee(id: "${fundingId}", amount: 1, reason: "goodwill") { id }`,
    );
    for (const [text, path] of [
      ['INV 7731', `/console/case/${fundingId}`],
      [`OUT ${'1'.repeat(200)}`, `/console/case/${fundingId}`],
      [own, `/console/customer/${customerId}`],
      [extensions.pendingApproval.id, `/console/approval/${extensions.pendingApproval.id}`],
    ]) {
      await find(text);
      await ada.page.getByRole('dialog').getByRole('link').first().waitFor();
      await ada.page.keyboard.press('Enter');
      // Two searches after each other lead to one address.
      await gone();
      await expect.poll(() => new URL(ada.page.url()).pathname).toBe(path);
    }
  });

  test('says if nothing is like that, also in a search that is opened right after another', async () => {
    await find('no such company');
    await ada.page.getByRole('dialog').getByText('Nothing is like that.').waitFor();
    await ada.page.keyboard.press('Escape');
    await find('fun_00000000000000000000000000');
    await ada.page.keyboard.press('Enter');
    await ada.page.getByRole('dialog').getByText('Nothing is like that.').waitFor();
    // Enter has ended, and the next text is not below an error about this one.
    await ada.page.getByRole('button', { name: 'Open the first' }).waitFor();
    expect(await ada.page.getByRole('alert').count()).toBe(0);
  });
});
