import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { needsBrowser, type Visit } from './browser.ts';
import { openCase } from './cases.ts';
import { passStillTime } from './hand.ts';
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

  test('stand beside a snooze, by which the lists hide a case until it is woken', async () => {
    const { fundingId } = await fixture.request('Sleeping Company');
    const { page } = ada;
    await openCase(fixture, ada, fundingId, 'Sleeping Company');
    await passStillTime(ada);
    await page.keyboard.press('z');
    const dialog = page.getByRole('dialog', { name: 'Snooze' });
    await dialog.getByRole('combobox').selectOption('7');
    await dialog.getByLabel(/^Why/).fill('The ledger comes on Monday');
    await dialog.getByRole('button', { name: 'Snooze' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('The ledger comes on Monday').waitFor();

    const row = page.getByRole('row', { name: /Sleeping Company/ });
    await goTo(fixture, ada, 'queue/review');
    await page.getByRole('row', { name: /Taken Company/ }).waitFor();
    expect(await row.count()).toBe(0);
    await page.getByRole('combobox', { name: 'Snoozed' }).selectOption('only');
    await row.getByText(/^Snoozed until/).waitFor();
    expect(page.url()).toMatch(/snoozed=only/);
    await page.getByRole('combobox', { name: 'Late' }).selectOption('only');
    await page.getByText('Nothing waits for a review.').waitFor();

    await openCase(fixture, ada, fundingId, 'Sleeping Company');
    await page.getByRole('button', { name: 'Wake' }).click();
    await page.getByRole('button', { name: 'Snooze' }).waitFor();
    await goTo(fixture, ada, 'queue/review');
    await row.waitFor();
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
