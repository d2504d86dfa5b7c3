import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { needsBrowser, type Visit } from './browser.ts';
import { fundCase, openCase } from './cases.ts';
import { closeConsole, type ConsoleFixture, goTo, openConsole, signIn } from './fixture.ts';
import { everyLook } from './looks.ts';

const COMPANY = `Pacific ${'and Southern Islands '.repeat(8)}Trading Company Limited`;
/** Of 16 digits, with its fee too. */
const AMOUNT = 8_000_000_000_000_000;
const REPAYMENTS = 249;
const LINES = REPAYMENTS + 1;
/** Repayments of one change. */
const PART = 50;
/** With its number it has 140 characters, the most. */
const REFERENCE = 'R'.repeat(136);

/** The texts on each page of a PDF, in the order in which it was drawn. */
async function pagesOf(pdf: Uint8Array): Promise<readonly (readonly string[])[]> {
  // It warns of what only drawing needs.
  Object.assign(globalThis, { DOMMatrix: Object, Path2D: Object });
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const loading = getDocument({ data: new Uint8Array(pdf), verbosity: 0 });
  const document = await loading.promise;
  const numbers = Array.from({ length: document.numPages }, (_, at) => at + 1);
  const pages = await Promise.all(
    numbers.map(async (number) => {
      const { items } = await (await document.getPage(number)).getTextContent();
      return items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? [item.str.trim()] : []));
    }),
  );
  await loading.destroy();
  return pages;
}

describe('a statement with more lines than a card', needsBrowser, () => {
  let fixture: ConsoleFixture;
  let ada: Visit;
  let id: string;
  beforeAll(async () => {
    fixture = await openConsole();
    id = await fundCase(fixture, COMPANY, { amount: AMOUNT });
    const items = Array.from({ length: REPAYMENTS }, (_, at) => ({
      fundingId: id,
      amount: 10_000_000_000_001,
      source: 'TRANSFER',
      reference: `${REFERENCE}-${String(at).padStart(3, '0')}`,
    }));
    // In parts: on a very busy machine others would wait too long for the end of one change that records all.
    for (let at = 0; at < REPAYMENTS; at += PART) {
      const part = items.slice(at, at + PART);
      const { json } = await fixture.admin.graphql(
        'mutation ($items: [RecordRepaymentsItem!]!) { recordRepayments(input: { items: $items }) { recorded } }',
        { items: part },
      );
      expect(json).toEqual({ data: { recordRepayments: { recorded: part.length } } });
    }
    ada = await signIn(fixture);
  });
  afterAll(() => closeConsole(fixture));

  /** The title before each value of a row on a phone, as the style sheet writes it. */
  const titlesOf = (row: ReturnType<Visit['page']['locator']>) =>
    row.locator('td').evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell, '::before').content));
  const lines = () => ada.page.getByRole('table', { name: 'Statement' }).locator('tbody tr');
  const openStatement = async () => {
    await goTo(fixture, ada, `statement/${id}`);
    await expect.poll(() => lines().count()).toBe(LINES);
  };

  test('has its first 100 on the card, as cards with titles on a phone, and all on a screen of its own', async () => {
    const { page } = ada;
    await openCase(fixture, ada, id, COMPANY);
    const card = page.locator('.servicing');
    await card.getByText('Statement', { exact: true }).click();
    await card.getByText('The first 100 lines.').waitFor();
    expect(await lines().count()).toBe(100);
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await titlesOf(lines().first())).toEqual(['"What"', '"Change in HKD"', '"Owed after it"']);
    const repayment = card.getByRole('table', { name: 'Repayments' }).locator('tbody tr').first();
    expect(await titlesOf(repayment)).toEqual(['"How"', '"Amount in HKD"', '"Status"']);
    expect(await card.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    await page.setViewportSize({ width: 1280, height: 800 });

    await card.getByRole('link', { name: 'Whole statement, also for paper' }).click();
    await expect.poll(() => lines().count()).toBe(LINES);
    await page.getByRole('heading', { name: `Statement of ${COMPANY}` }).waitFor();
    expect(await lines().last().locator('td').allTextContents()).toEqual([
      `RepaymentTransfer ${REFERENCE}-248`,
      '-100,000,000,000.01',
      '55,259,999,999,997.51',
    ]);
    await everyLook(ada, 'statement');
  });

  test('is printed on A4 with every line, whole and to the right, the titles and the number on every page', async () => {
    await openStatement();
    const pages = await pagesOf(await ada.page.pdf({ format: 'A4' }));
    expect(pages.length).toBeGreaterThan(3);
    for (const [at, page] of pages.entries()) {
      expect(page.filter((text) => text === 'Change in HKD')).toHaveLength(1);
      expect(page).toContain(`${at + 1} / ${pages.length}`);
      // No row is cut by the end of a page: each line of a page has both of its amounts there.
      const amounts = page.filter((text) => /^-?[\d,]{10,}\.\d\d$/.test(text));
      expect(amounts.length % 2).toBe(0);
    }
    const all = pages.flat();
    expect(all.filter((text) => text === 'Repayment')).toHaveLength(REPAYMENTS);
    expect(all.filter((text) => text === '55,259,999,999,997.51')).toHaveLength(1);
    expect(all.join(' ').includes('Closing balance HKD 55,259,999,999,997.51')).toBe(true);
    expect(all.includes('Print')).toBe(false);
  });

  test('is narrowed to days in the address', async () => {
    const { page } = ada;
    await openStatement();
    await page.getByLabel('From').fill('2099-01-01');
    await page.getByText('Nothing changed in these days.').waitFor();
    expect(page.url()).toContain(`/console/statement/${id}?from=2099-01-01`);
    await page.getByText('1 Jan 2099').waitFor();
    await page.goBack();
    await expect.poll(() => lines().count()).toBe(LINES);
  });

  test('of a partner is read page after page, and each page shows what was known at the first', async () => {
    const { page } = ada;
    const { partnerId } = fixture.partner;
    await goTo(fixture, ada, `money/statement?partner=${partnerId}&currency=HKD`);
    const next = page.getByRole('button', { name: /^Next/ });
    await next.click();
    await page.getByRole('button', { name: /^From the beginning/ }).waitFor();
    const owed = () => lines().first().locator('td').last().textContent();
    await expect.poll(owed).toBe('70,159,999,999,999.00');
    await page.keyboard.press('n');
    await expect.poll(() => lines().count()).toBe(50);
    expect(await next.isDisabled()).toBe(true);
    await page.keyboard.press('p');
    await expect.poll(owed).toBe('80,160,000,000,000.00');
  });

  test('is not there for a settlement that is not', async () => {
    await goTo(fixture, ada, 'statement/fun_none');
    await ada.page.getByRole('heading', { name: 'There is no such settlement.' }).waitFor();
  });

  test('lets a case be printed whole, with the facts, its amounts and its statement', async () => {
    const { page } = ada;
    await openCase(fixture, ada, id, COMPANY);
    await page.locator('.statement tbody tr').first().waitFor({ state: 'attached' });
    const all = (await pagesOf(await page.pdf({ format: 'A4' }))).flat();
    const isPrinted = (text: string) => all.some((each) => each.includes(text));
    for (const text of [
      'HKD 80,000,000,000,000.00',
      'Owed after it',
      'The newest 50 of 249.',
      'Directors identity',
      // Folded on the screen.
      'Settlement period',
    ])
      expect(isPrinted(text), text).toBe(true);
    for (const pressed of ['Record a repayment', 'Reverse', 'Export'])
      expect(isPrinted(pressed), pressed).toBe(false);
  });
});
