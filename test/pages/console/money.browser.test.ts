import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { needsBrowser, type Visit } from './browser.ts';
import { closeConsole, type ConsoleFixture, goTo, openConsole, signIn } from './fixture.ts';
import { everyLook } from './looks.ts';

describe('the screen of money', needsBrowser, () => {
  let fixture: ConsoleFixture;
  let ada: Visit;
  let fundingId: string;
  beforeAll(async () => {
    fixture = await openConsole();
    const { admin, partner } = fixture;
    ({ fundingId } = await fixture.request('Paying Company', { amount: 1_000_000 }));
    const change = async (document: string, variables: Readonly<Record<string, unknown>> = {}) => {
      const { json } = await admin.graphql(document, { id: fundingId, ...variables });
      expect(json.errors).toBeUndefined();
    };
    await change('mutation ($id: ID!) { approveInstantSettlement(id: $id) { status } }');
    await partner.rest('PUT', `/v1/instant-settlements/${fundingId}/decision`, { type: 'accept' });
    await change('mutation ($id: ID!) { disburseInstantSettlement(id: $id, reference: "p") { status } }');
    const record = `mutation ($id: ID!, $input: RecordRepaymentInput!) { recordRepayment(id: $id, input: $input) { id } }`;
    await change(record, { input: { amount: 74_550, source: 'TRANSFER', reference: 'TRANSFER-1' } });
    await change(record, { input: { amount: 20_000, source: 'OFFSET', reference: `O-${'9'.repeat(130)}` } });
    ada = await signIn(fixture);
  });
  afterAll(() => closeConsole(fixture));

  const row = (name: string | RegExp) => ada.page.getByRole('row', { name });
  const rows = () => ada.page.locator('tbody tr').count();

  test('has every repayment, the newest first, in every look', async () => {
    const { page } = ada;
    await goTo(fixture, ada, 'money');
    await row(/TRANSFER-1/).waitFor();
    expect(await page.locator('tbody .money').allTextContents()).toEqual(['HKD 200.00', 'HKD 745.50']);
    await everyLook(ada, 'money-repayments');
  });

  test('has a field for each filter of the API, whose values are in the address', async () => {
    const { page } = ada;
    await goTo(fixture, ada, 'money/repayments');
    await row(/TRANSFER-1/).waitFor();
    for (const name of ['Received from', 'Received until', 'Reference', 'Funding id', 'Partner', 'Status'])
      expect(await page.getByLabel(name, { exact: true }).count(), name).toBe(1);
    await page.getByLabel('Reference', { exact: true }).fill('TRANSFER-1');
    await page.keyboard.press('Enter');
    await expect.poll(rows).toBe(1);
    expect(page.url()).toContain('reference=TRANSFER-1');
    await page.getByLabel('Status', { exact: true }).selectOption('REVERSED');
    await page.getByText('There is no such repayment.').waitFor();
    expect(page.url()).toContain('status=REVERSED');
    await page.getByLabel('Status', { exact: true }).selectOption('');
    await expect.poll(rows).toBe(1);
    await page.getByLabel('Received until').fill('2020-01-01');
    await page.getByText('There is no such repayment.').waitFor();
  });

  test('has the journal with debits and credits, narrowed by account, and leads to the case by the keyboard', async () => {
    const { page } = ada;
    await goTo(fixture, ada, 'money/journal');
    await row(/Disbursement/).waitFor();
    await everyLook(ada, 'money-journal');
    await page.getByLabel('Account', { exact: true }).selectOption('OFFSET_CLEARING');
    await expect.poll(rows).toBe(1);
    await row(/Repayment.*Offset clearing HKD 200\.00/).waitFor();
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    const lines = readFileSync(await saved.path(), 'utf8')
      .trim()
      .split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines[1]).toContain(',HKD,OFFSET_CLEARING,200.00,,');
    await page.locator('main').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Paying Company' }).first().waitFor();
    expect(page.url()).toContain(`/case/${fundingId}`);
  });

  test('the statement of a case is saved whole', async () => {
    const { page } = ada;
    await goTo(fixture, ada, `case/${fundingId}`);
    await page.getByText('Statement', { exact: true }).click();
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.locator('.statement').getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    const lines = readFileSync(await saved.path(), 'utf8')
      .trim()
      .split('\r\n');
    expect(lines.map((line) => line.split(',')[1])).toEqual([
      'kind',
      'OPENING_BALANCE',
      'DISBURSEMENT',
      'REPAYMENT',
      'REPAYMENT',
      'CLOSING_BALANCE',
    ]);
    await everyLook(ada, 'statement-saved');
  });

  test('the statement of a partner asks for a currency, and is saved whole', async () => {
    const { page } = ada;
    await goTo(fixture, ada, `money/statement?partner=${fixture.partner.partnerId}`);
    await page.getByText('Choose a partner and a currency.').waitFor();
    await page.getByLabel('Currency').selectOption('HKD');
    const table = page.getByRole('table', { name: 'Statement' });
    await table.waitFor();
    const facts = () => page.locator('dl.facts dd').allTextContents();
    await expect.poll(facts).toEqual(['Harbour Pay', 'HKD 0.00', 'HKD 9,074.50']);
    expect(await table.locator('tbody td:nth-child(3)').allTextContents()).toEqual([
      '10,020.00',
      '-745.50',
      '-200.00',
    ]);
    await everyLook(ada, 'money-statement');
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    const lines = readFileSync(await saved.path(), 'utf8')
      .trim()
      .split('\r\n');
    expect(lines.at(-1)).toBe(',CLOSING_BALANCE,,,,,,HKD,,9074.50,,');
    await page.getByLabel('Until').fill('2020-01-01');
    await page.getByText('Nothing changed in these days.').waitFor();
  });

  test('says so if an address has a filter that does not exist', async () => {
    const { page } = ada;
    await goTo(fixture, ada, 'money/journal?kind=NOTHING');
    await page.getByRole('alert').waitFor();
  });
});
