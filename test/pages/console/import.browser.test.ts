import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { needsBrowser, type Visit } from './browser.ts';
import { fundCase } from './cases.ts';
import { closeConsole, type ConsoleFixture, goTo, openConsole, signIn } from './fixture.ts';
import { everyLook } from './looks.ts';

const HEAD = 'funding_id,amount,currency,received_on,reference,source';

describe('an import of repayments', needsBrowser, () => {
  let fixture: ConsoleFixture;
  let ada: Visit;
  let id: string;
  /** The day of the payout in Hong Kong. */
  let day: string;
  let row: string;
  beforeAll(async () => {
    fixture = await openConsole();
    id = await fundCase(fixture, 'Paying Company');
    const { json } = await fixture.admin.graphql(
      'query ($id: ID!) { instantSettlement(id: $id) { servicing { fundedOn } } }',
      { id },
    );
    day = json.data.instantSettlement.servicing.fundedOn;
    row = `${id},1.00,HKD,${day},r,transfer\n`;
    ada = await signIn(fixture);
  });
  afterAll(() => closeConsole(fixture));
  beforeEach(async () => {
    await goTo(fixture, ada, 'queue/review');
    await goTo(fixture, ada, 'import');
  });

  /** As `2 Mar 2026`: an order of day and month that is wrong shows. */
  const dayInWords = () =>
    new Date(day)
      .toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
      .replace('Sept', 'Sep');
  const button = (name: string | RegExp) => ada.page.getByRole('button', { name });
  const choose = (bytes: Buffer, name = 'bank.csv') =>
    ada.page.getByLabel('CSV file').setInputFiles({ name, mimeType: 'text/csv', buffer: bytes });
  async function say(between: string, sign: string, order: string) {
    await ada.page.getByLabel('Between two cells').selectOption(between);
    await ada.page.getByLabel('Decimal sign').selectOption(sign);
    await ada.page.getByLabel('Order of dates').selectOption(order);
  }
  const checkPlain = async (csv: string) => {
    await choose(Buffer.from(csv));
    await say('COMMA', 'POINT', 'YEAR_FIRST');
    await button('Check the file').click();
  };
  const rowsOf = (name: string) => ada.page.getByRole('table', { name }).getByRole('row').allTextContents();

  /** The repayments of the settlement as the gateway has them, the newest first. */
  async function repayments() {
    const { json } = await fixture.admin.graphql(
      'query ($id: ID!) { instantSettlement(id: $id) { repayments(first: 20) { nodes { amount reference receivedOn } } } }',
      { id },
    );
    return json.data.instantSettlement.repayments.nodes;
  }

  test('reads a file as Excel saves it in Malaysia, shows each row, and records it once', async () => {
    const { page } = ada;
    const file = Buffer.from(
      '\u{FEFF}sep=;\r\nSource;Reference;Received_On;Currency;Amount;Funding_ID\r\n' +
        `transfer;"0012 ""first""";${day.split('-').toReversed().join('/')};HKD;745,50;${id}\r\n;;;;;\r\n`,
    );
    await choose(file);
    await page.getByText('bank.csv').waitFor();
    // Nothing is guessed: the browser asks for each choice.
    for (const name of ['Between two cells', 'Decimal sign', 'Order of dates'])
      expect(await page.getByLabel(name).inputValue()).toBe('');
    await button('Check the file').click();
    expect(await page.getByText('can be recorded').count()).toBe(0);
    await say('SEMICOLON', 'COMMA', 'DAY_FIRST');
    await button('Check the file').click();
    await page.getByText('1 row can be recorded. Nothing is recorded yet.').waitFor();
    expect(await rowsOf('Rows without a fault')).toEqual([
      'RowReceivedReferenceAmountWhat it paysSettlementOutcome',
      `2${dayInWords()}0012 "first"HKD 745.50fee 20.00, principal 725.50${id}Valid`,
    ]);
    expect(await repayments()).toEqual([]);
    await button('Record 1 repayment').click();
    await page.getByText('1 repayment was recorded.').waitFor();
    const recorded = [{ amount: 74_550, reference: '0012 "first"', receivedOn: day }];
    expect(await repayments()).toEqual(recorded);

    await button('Import another file').click();
    await choose(file);
    await button('Check the file').click();
    await page.getByText('Every repayment of this file stands already').waitFor();
    expect(await button(/^Record/).count()).toBe(0);
    expect(await repayments()).toEqual(recorded);
  });

  test('names row and column of each fault, and records only the right rows if the person says so', async () => {
    const { page } = ada;
    const csv = `${HEAD}\n${id},10.00,HKD,${day},right-1,transfer\n${id},"1,000.00",HKD,${day},wrong-1,transfer\n${id},1.00,HKD,31/01/2026,wrong-2,cheque\n${id},1.00,HKD,${day},"two\nlines",transfer\nfun_none,2.00,HKD,${day},wrong-3,transfer\n`;
    // As text of UTF-16 that is dropped on the page.
    const data = await page.evaluateHandle((text) => {
      const transfer = new DataTransfer();
      const bytes = new Uint16Array([0xfeff, ...Array.from(text, (letter) => letter.charCodeAt(0))]);
      transfer.items.add(new File([bytes], 'utf16.csv', { type: 'text/csv' }));
      return transfer;
    }, csv);
    await page
      .getByRole('heading', { name: 'Import repayments' })
      .dispatchEvent('drop', { dataTransfer: data });
    await page.getByText('utf16.csv').waitFor();
    await say('COMMA', 'POINT', 'YEAR_FIRST');
    await button('Check the file').click();
    await page.getByText('4 of 5 rows have a fault. Nothing is recorded.').waitFor();
    await page.getByText('By column: amount 1, received_on 1, reference 1, funding_id 1').waitFor();
    expect(await rowsOf('Rows with a fault')).toEqual([
      'RowFaultSettlement',
      `3amount must have a point as decimal sign and no thousands separators, such as 745.00.${id}`,
      `4received_on must be a day with the year first, such as 2026-01-31.${id}`,
      `5reference must not contain control characters.${id}`,
      '6funding_id must be the id of an instant settlement.fun_none',
    ]);
    await everyLook(ada, 'import-checked');
    const record = button('Record 1 repayment');
    expect(await record.isDisabled()).toBe(true);
    await page.getByLabel('Leave the rows with a fault out').check();
    await record.click();
    await page.getByText('1 repayment was recorded, and 4 rows left out.').waitFor();
    expect((await repayments())[0]).toEqual({ amount: 1_000, reference: 'right-1', receivedOn: day });
    await everyLook(ada, 'import-done');
  });

  test('takes a text that is pasted, and is done once, also if its response was lost', async () => {
    const { page } = ada;
    await page.getByText('Or paste the text').click();
    await page.getByLabel('Text of the file').fill(`${HEAD}\n${id},1.23,HKD,${day},pasted,offset`);
    await say('COMMA', 'POINT', 'YEAR_FIRST');
    await page.keyboard.press('Tab');
    await button('Check the file').press('Enter');
    await page.getByText('1 row can be recorded.').waitFor();
    await page.route('**/graphql', async (route) => {
      if (!/"dryRun":false/.test(route.request().postData() ?? '')) return route.continue();
      await route.fetch();
      return route.abort();
    });
    await button('Record 1 repayment').click();
    await page.getByText('The gateway does not respond.').waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    await button('Record 1 repayment').click();
    await page
      .getByText(
        'This file was imported before, and nothing was recorded twice. What happened then: 1 repayment was recorded.',
      )
      .waitFor();
    const found = await repayments();
    expect(found.filter(({ reference }: { reference: string }) => reference === 'pasted')).toHaveLength(1);
  });

  test.each([
    ['501 rows', () => `${HEAD}\n${row.repeat(501)}`, 'csv must have at most 500 rows'],
    ['10,000 columns', () => `${'a,'.repeat(10_000)}\n`, 'csv must name these columns in its first row'],
    ['nothing', () => '\n', 'csv is empty'],
  ])('of a file with %s is refused in the words of the catalogue', async (_what, textOf, says) => {
    await checkPlain(textOf());
    await ada.page.getByRole('alert').getByText(says).waitFor();
    expect(await button(/^Record/).count()).toBe(0);
  });

  test.each([3, 5])('of a file with %d MiB is refused before it is sent', async (size) => {
    await choose(Buffer.alloc(size * 1024 * 1024, 'x'));
    await ada.page.getByText('The file must have at most 2 MiB.').waitFor();
    expect(await button('Check the file').isDisabled()).toBe(true);
  });

  test('does not guess the encoding of a file that is not Unicode', async () => {
    await choose(Buffer.from([0xb3, 0xaf]));
    await ada.page.getByText('The file must be UTF-8, or UTF-16 with a byte-order mark.').waitFor();
    expect(await button('Check the file').isDisabled()).toBe(true);
  });

  test('shows 500 rows', async () => {
    const rows = Array.from({ length: 500 }, (_, at) => `${id},0.01,HKD,${day},many-${at},transfer\n`);
    await checkPlain(`${HEAD}\n${rows.join('')}`);
    await ada.page.getByText('500 rows can be recorded.').waitFor();
    expect(await ada.page.getByRole('table', { name: 'Rows without a fault' }).getByRole('row').count()).toBe(
      501,
    );
  });

  test('is not offered to an operator who may only read', async () => {
    const reader = await fixture.gateway.key(fixture.partner.partnerId, {
      role: 'operator',
      scopes: ['read'],
    });
    const rita = await signIn(fixture, reader.apiKey, 'import');
    await rita.page.getByText('To record repayments, your key needs the scope write.').waitFor();
    expect(await rita.page.getByLabel('CSV file').count()).toBe(0);
    await rita.leave();
  });
});
