import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { needsBrowser, type Visit } from './browser.ts';
import { openCase } from './cases.ts';
import { closeConsole, type ConsoleFixture, goTo, openConsole, signIn } from './fixture.ts';

const NARROW = { width: 390, height: 800 };
const WIDE = { width: 1_280, height: 800 };

describe('notes', needsBrowser, () => {
  let fixture: ConsoleFixture;
  let ada: Visit;
  beforeAll(async () => {
    fixture = await openConsole();
    ada = await signIn(fixture);
  });
  afterAll(() => closeConsole(fixture));

  test('are added to a case and to its customer, and stand there with lines and author', async () => {
    const { fundingId, customerId } = await fixture.request('Noted Company');
    const { page } = ada;
    await openCase(fixture, ada, fundingId, 'Noted Company');
    const card = page.getByRole('region', { name: 'Notes' });
    await card.getByText('Nothing was written yet.').waitFor();
    await card.getByRole('button', { name: 'Add a note' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Note' }).fill('Called them.\nThe ledger comes on Monday.');
    await dialog.getByRole('button', { name: 'Add the note' }).click();
    const note = card.getByRole('listitem');
    await note.waitFor();
    expect(await note.innerText()).toMatch(/^Ada Wong .*\n+Called them\.\nThe ledger comes on Monday\.$/);

    await page.setViewportSize(NARROW);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(NARROW.width);
    await page.setViewportSize(WIDE);

    await goTo(fixture, ada, `customer/${customerId}`);
    await page.getByRole('heading', { name: 'Noted Company' }).waitFor();
    await card.getByText('Nothing was written yet.').waitFor();
  });

  test('stand beside the person who is responsible, who takes a case and gives it up', async () => {
    const { fundingId } = await fixture.request('Taken Company');
    const { page } = ada;
    await openCase(fixture, ada, fundingId, 'Taken Company');
    await page.getByRole('button', { name: 'Take it' }).click();
    await page.getByRole('button', { name: 'Give it up' }).waitFor();
    await goTo(fixture, ada, 'queue/review');
    await page.getByRole('row', { name: /Taken Company.*Ada Wong/ }).waitFor();
    await openCase(fixture, ada, fundingId, 'Taken Company');
    await page.getByRole('button', { name: 'Give it up' }).click();
    await page.getByRole('button', { name: 'Take it' }).waitFor();
  });

  test('cannot be added with a key that may only read', async () => {
    const { fundingId } = await fixture.request('Read Only Company');
    const { partnerId } = fixture.partner;
    const { apiKey } = await fixture.gateway.key(partnerId, {
      role: 'operator',
      operator_id: fixture.ada.operatorId,
      scopes: ['read'],
    });
    const rita = await signIn(fixture, apiKey);
    await openCase(fixture, rita, fundingId, 'Read Only Company');
    await rita.page.getByText('Nothing was written yet.').waitFor();
    expect(await rita.page.getByRole('button', { name: 'Add a note' }).count()).toBe(0);
  });
});
