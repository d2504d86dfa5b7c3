import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { needsBrowser, type Visit } from './browser.ts';
import { closeConsole, type ConsoleFixture, goTo, openConsole, signIn } from './fixture.ts';
import { everyLook } from './looks.ts';

const REASON = `The bank reports payments that nobody of us has sent; nothing leaves until the officer of the day has seen the statement of account ${'0123456789'.repeat(10)}.`;

describe('a hold on everything', needsBrowser, () => {
  let fixture: ConsoleFixture;
  let ada: Visit;
  beforeAll(async () => {
    fixture = await openConsole();
    ada = await signIn(fixture, fixture.ada.apiKey, 'settings');
  });
  afterAll(() => closeConsole(fixture));

  const standing = async () => {
    const { json } = await fixture.admin.graphql(
      '{ holds(filter: { standing: true }) { nodes { kind reason } } }',
    );
    return json.data.holds.nodes;
  };

  test('is placed in the settings, told on each screen while it stands, and lifted', async () => {
    const { page } = ada;
    const band = page.getByText('Everything is on hold.');
    await page.getByText('Nothing holds all settlements of all partners.').waitFor();
    expect(await band.count()).toBe(0);

    await page.getByRole('button', { name: 'Hold everything' }).click();
    await page.getByRole('dialog').getByLabel('Why').fill(REASON);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await band.waitFor();
    expect(await standing()).toEqual([{ kind: 'ALL', reason: REASON }]);
    await everyLook(ada, 'hold-settings', async (look) => {
      const cut = await page.locator('.card .note').evaluate((note) => note.scrollWidth - note.clientWidth);
      expect(cut, look).toBe(0);
    });

    await goTo(fixture, ada, 'queue/review');
    await page.getByText('Nothing waits for a review.').waitFor();
    expect(await band.count()).toBe(1);
    await everyLook(ada, 'hold-band');
    await page.getByRole('link', { name: 'See the hold' }).click();

    await page.getByRole('button', { name: 'Lift' }).click();
    await page.getByRole('dialog').getByLabel('Why').fill('The bank was wrong.');
    await page.getByRole('dialog').getByRole('button', { name: 'Lift' }).click();
    await page.getByText('Nothing holds all settlements of all partners.').waitFor();
    expect(await band.count()).toBe(0);
    expect(await standing()).toEqual([]);
  });

  test('that another person places appears, and goes when it is lifted', async () => {
    const band = ada.page.getByText('Everything is on hold.');
    const placed = await fixture.admin.graphql('mutation { hold(kind: ALL, reason: "Stop") { id } }');
    await fixture.relay();
    await band.waitFor();
    await fixture.admin.graphql('mutation ($id: ID!) { liftHold(id: $id, reason: "Go on") { id } }', {
      id: placed.json.data.hold.id,
    });
    await fixture.relay();
    await expect.poll(() => band.count()).toBe(0);
  });
});
