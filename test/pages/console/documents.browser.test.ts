import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { needsBrowser, type Visit } from './browser.ts';
import { openCase } from './cases.ts';
import { closeConsole, type ConsoleFixture, openConsole, signIn } from './fixture.ts';
import { redJpeg, redPdf } from './pictures.ts';

describe('a document', needsBrowser, () => {
  let fixture: ConsoleFixture;
  let ada: Visit;
  beforeAll(async () => {
    fixture = await openConsole();
    ada = await signIn(fixture);
  });
  afterAll(() => closeConsole(fixture));

  /** Opens the case of a customer whose directors have this one file, and the file. */
  async function openFile(company: string, bytes: Uint8Array) {
    const { fundingId, customerId } = await fixture.request(company);
    await fixture.partner.upload(customerId, 'directors_identity', [bytes]);
    await openCase(fixture, ada, fundingId, company);
    const files = ada.page.locator('.document-type', { hasText: 'Directors identity' });
    await files.getByRole('button', { name: 'scan 0.pdf' }).click();
  }

  async function save(): Promise<string> {
    const saved = ada.page.waitForEvent('download');
    await ada.page.getByRole('link', { name: 'Save' }).click();
    return (await saved).suggestedFilename();
  }

  test('is shown if a program wrote white space before the PDF', async () => {
    await openFile('Late Beginning Company', Buffer.concat([Buffer.from('\r\n\r\n'), redPdf()]));
    await ada.page.getByRole('img', { name: 'scan 0.pdf, page 1 of 1' }).waitFor();
  });

  test('that is of no kind that is shown can be saved', async () => {
    await openFile('Other Kind Company', Buffer.from('A text, whatever its name says.'));
    await ada.page.getByText('The file is neither a PDF nor a JPEG or PNG picture.').waitFor();
    expect(await save()).toBe('scan 0.pdf');
  });

  test('whose picture is damaged says so, and can be saved', async () => {
    await openFile('Damaged Company', redJpeg().subarray(0, 30));
    await ada.page.getByText('The picture is damaged.').waitFor();
    expect(await save()).toBe('scan 0.pdf');
  });

  test('that could not be loaded is loaded again by a button', async () => {
    await ada.page.route('**/graphql', (route) =>
      /DocumentUrl/.test(route.request().postData() ?? '') ? route.abort() : route.continue(),
    );
    await openFile('Offline Company', redJpeg());
    await ada.page.getByText('The gateway does not respond.').waitFor();
    await ada.page.unrouteAll({ behavior: 'wait' });
    await ada.page.locator('.viewer').getByRole('button', { name: 'Try again' }).click();
    await ada.page.getByRole('img', { name: 'scan 0.pdf' }).waitFor();
  });
});
