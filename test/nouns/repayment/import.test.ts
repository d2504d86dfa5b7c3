import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openRepayments, type Repayments } from './fixture.ts';

let fixture: Repayments;
let id: string;
beforeAll(async () => {
  fixture = await openRepayments();
  id = await fixture.bring('funded');
});
afterAll(() => fixture.close());

const IMPORT = `mutation ($input: ImportRepaymentsInput!) { done: importRepayments(input: $input) {
  recorded refused items { row outcome fundingId receivedOn reference repayment { id } errors { code param message } }
} }`;
const send = async (csv: string, how = {}, headers = {}) => {
  const { json, text } = await fixture.operator.graphql(IMPORT, { input: { csv, ...how } }, headers);
  return {
    done: json.data?.done ?? null,
    error: json.errors?.[0].extensions,
    message: json.errors?.[0].message,
    text,
  };
};
const HEAD = 'funding_id,amount,currency,received_on,reference,source';
const repaymentOf = async (repaymentId: string) =>
  (await fixture.partner.rest('GET', `/v1/repayments/${repaymentId}`)).json;

describe('an import', () => {
  test('records each row of a file', async () => {
    const csv = `${HEAD}\n${id},745.00,HKD,2026-03-01,0012,transfer\n${id},7,HKD,2026-03-01,+852 1E5,sales_share\n`;
    const { done } = await send(csv);
    expect([done.recorded, done.refused, done.items.map(({ row }: { row: number }) => row)]).toEqual([
      2,
      0,
      [2, 3],
    ]);
    expect(await repaymentOf(done.items[0].repayment.id)).toMatchObject({
      amount: 74_500,
      received_on: '2026-03-01',
      reference: '0012',
      source: 'transfer',
    });
    expect(await repaymentOf(done.items[1].repayment.id)).toMatchObject({
      amount: 700,
      reference: '+852 1E5',
      source: 'sales_share',
    });
  });

  test('takes a reference that was copied from an export for the one that was exported', async () => {
    const rowWith = (reference: string) => `${HEAD}\n${id},8.00,HKD,2026-03-01,${reference},transfer\n`;
    const { done: first } = await send(rowWith('+85291234567'));
    const recorded = await repaymentOf(first.items[0].repayment.id);
    expect(recorded.reference).toBe('+85291234567');
    const { done: again } = await send(rowWith("'+85291234567"));
    expect(again.items[0].errors).toMatchObject([{ code: 'repayment_duplicate' }]);
  });

  test('reads a file that Excel wrote, if the person names its format', async () => {
    const csv =
      '\u{FEFF}sep=;\r\nSource;Reference;Received_On;Currency;Amount;Funding_ID\r\n' +
      `Transfer;"first; ""last""";1/3/2026;HKD;745,5;${id}\r\n;;;;;\r\n`;
    const { done } = await send(csv, {
      separator: 'SEMICOLON',
      decimalSign: 'COMMA',
      dateOrder: 'DAY_FIRST',
    });
    expect(done).toMatchObject({ recorded: 1, refused: 0 });
    expect(await repaymentOf(done.items[0].repayment.id)).toMatchObject({
      amount: 74_550,
      received_on: '2026-03-01',
      reference: 'first; "last"',
    });
  });

  const row = (cells: Readonly<Record<string, string>>) => {
    const whole = {
      funding_id: id,
      amount: '1.00',
      currency: 'HKD',
      received_on: '2026-03-01',
      reference: 'r',
      source: 'transfer',
    };
    return Object.values({ ...whole, ...cells })
      .map((cell) => `"${cell}"`)
      .join(',');
  };
  const MINOR = 'amount must be an amount in units of the currency, such as 745.00.';
  const SIGN = 'amount must have a point as decimal sign and no thousands separators, such as 745.00.';

  test.each([
    ['a comma as decimal sign', { amount: '12,50' }, ['parameter_invalid amount', SIGN]],
    ['a thousands separator', { amount: '1,000.00' }, ['parameter_invalid amount', SIGN]],
    ['three decimals', { amount: '1.001' }, ['parameter_invalid amount', MINOR]],
    ['an exponent', { amount: '1E3' }, ['parameter_invalid amount', MINOR]],
    ['a sign', { amount: '-1.00' }, ['parameter_invalid amount', MINOR]],
    ['no amount', { amount: ' ' }, ['parameter_missing amount', 'amount is required.']],
    [
      'another currency',
      { currency: 'USD' },
      ['parameter_invalid currency', 'currency must be HKD, the currency of the settlement.'],
    ],
    [
      'a currency that is none',
      { currency: 'CHF' },
      ['parameter_invalid currency', 'currency must be HKD, the currency of the settlement.'],
    ],
    [
      'a day in another order',
      { received_on: '01/03/2026' },
      ['parameter_invalid receivedOn', 'receivedOn must be a day with the year first, such as 2026-01-31.'],
    ],
    [
      'tomorrow',
      { received_on: '2026-03-02' },
      [
        'parameter_invalid receivedOn',
        'receivedOn must be a day from 2026-03-01, the payout, to 2026-03-01.',
      ],
    ],
    [
      'no settlement',
      { funding_id: 'fun_none' },
      ['resource_missing fundingId', 'fundingId must be the id of an instant settlement.'],
    ],
    [
      'an unknown source',
      { source: 'cheque' },
      ['parameter_invalid source', 'source must be one of transfer, sales_share, instalment, offset.'],
    ],
  ])('refuses a row with %s, and names row and column', async (_what, cells, fault) => {
    const { done } = await send(`${HEAD}\n${row({})}\n${row({ reference: 'other', ...cells })}\n`);
    const [first, second] = done.items;
    expect([done.recorded, first.outcome, second.row, second.outcome]).toEqual([0, 'VALID', 3, 'REFUSED']);
    const [{ code, param, message }] = second.errors;
    expect([`${code} ${param}`, message]).toEqual(fault);
  });

  test('shows day and reference of each right row as they were read, before anything is recorded', async () => {
    const rows = [row({ received_on: '1/3/2026', reference: ' 0099 ' }), row({ received_on: '3/1/2026' })];
    const { done } = await send(`${HEAD}\n${rows.join('\n')}`, { dateOrder: 'DAY_FIRST', dryRun: true });
    const shown = done.items.map((item: Record<string, unknown>) => [
      item['outcome'],
      item['receivedOn'],
      item['reference'],
    ]);
    expect(shown).toEqual([
      ['VALID', '2026-03-01', '0099'],
      ['REFUSED', null, null],
    ]);
  });

  test('names the settlement of a row that has a fault, whatever the fault is', async () => {
    const faults = [
      { amount: '1,000.00' },
      { reference: '' },
      { received_on: 'today' },
      { source: 'cheque' },
    ];
    const { done } = await send(`${HEAD}\n${faults.map(row).join('\n')}`);
    expect(done.items.map(({ fundingId }: { fundingId: string }) => fundingId)).toEqual([id, id, id, id]);
  });

  test('refuses a row with more cells than the first row', async () => {
    const { done } = await send(`${HEAD}\n${id},1,000.00,HKD,2026-03-01,r,transfer\n`);
    expect(done.items[0].errors[0].message).toBe('The row has more cells than the first row.');
  });

  test('leaves out cells that have only a format, at the end of each row', async () => {
    const csv = `${HEAD},,\r\n${id},3.00,HKD,2026-03-01,formatted,transfer,,\r\n,,,,,,,\r\n`;
    expect((await send(csv)).done).toMatchObject({ recorded: 1, refused: 0 });
  });

  test.each([
    ['a currency sign', { amount: 'HK$1.00' }, MINOR],
    ['digits of full width', { amount: '\u{FF17}' }, MINOR],
    ['parentheses', { amount: '(1.00)' }, MINOR],
    ['a space as thousands separator', { amount: '1 000.00' }, MINOR],
    ['more units than are exact', { amount: '90071992547409.92' }, MINOR],
    [
      'a year of two digits',
      { received_on: '1/3/26' },
      'receivedOn must be a day with the year first, such as 2026-01-31.',
    ],
    [
      'a day that does not exist',
      { received_on: '2026-02-30' },
      'receivedOn must be a day that exists, with the year first, such as 2026-01-31.',
    ],
    [
      'a line break in its reference',
      { reference: 'a\r\nb' },
      'reference must not contain control characters.',
    ],
    [
      'a reference of 141 characters',
      { reference: 'x'.repeat(141) },
      'reference must have 1 to 140 characters.',
    ],
    [
      'a currency in lower case',
      { currency: 'hkd' },
      'currency must be HKD, the currency of the settlement.',
    ],
  ])('refuses a row with %s', async (_what, cells, says) => {
    const { done } = await send(`${HEAD}\r\n${row({ reference: 'hand', ...cells })}\r\n`);
    expect(done.items.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['REFUSED']);
    expect(done.items[0].errors[0].message).toBe(says);
  });

  test.each([
    [
      'MONTH_FIRST',
      '31/01/2026',
      'that exists, with the month first and a year of four digits, such as 01/31/2026',
    ],
    [
      'DAY_FIRST',
      '29/02/2026',
      'that exists, with the day first and a year of four digits, such as 31/01/2026',
    ],
    ['DAY_FIRST', '2026-01-31', 'with the day first and a year of four digits, such as 31/01/2026'],
  ])('in the order %s refuses the day %s, and names the order', async (dateOrder, received_on, says) => {
    const { done } = await send(`${HEAD}\n${row({ reference: 'order', received_on })}\n`, { dateOrder });
    expect(done.items[0].errors[0].message).toBe(`receivedOn must be a day ${says}.`);
  });

  test('takes yen without decimals', async () => {
    const yen = await fixture.submit({ currency: 'JPY' });
    for (const event of ['approve', 'accept', 'disburse'] as const) await fixture.cause(event, yen);
    const rows = [
      row({ funding_id: yen, currency: 'JPY', amount: '1000', reference: 'a' }),
      row({ funding_id: yen, currency: 'JPY', amount: '1000.00', reference: 'b' }),
    ];
    const { done } = await send(`${HEAD}\n${rows.join('\n')}`, { onlyValid: true });
    expect(done.items.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['RECORDED', 'REFUSED']);
    expect((await repaymentOf(done.items[0].repayment.id)).amount).toBe(1_000);
    expect(done.items[1].errors[0].message).toBe(
      'amount must be an amount in units of the currency, such as 1000.',
    );
  });

  const columns = `must name these columns in its first row, each once, and no other: ${HEAD.replaceAll(',', ', ')}`;
  test.each([
    ['is empty', '', 'is empty'],
    ['has no row', HEAD, 'has no row below the names of its columns'],
    ['lacks a column', 'funding_id,amount\na,b', columns],
    ['has an unknown column', `${HEAD},memo\n`, columns],
    ['has a column twice', `${HEAD},amount\n`, columns],
    ['has 10,000 columns', `${HEAD}${',x'.repeat(9_994)}\n`, columns],
    [
      'has semicolons between its cells',
      `${HEAD.replaceAll(',', ';')}\n`,
      'has a semicolon between its cells; give that as the separator',
    ],
    [
      'has semicolons between its cells, of which one has quotes',
      `${HEAD.replaceAll(',', ';')}\na;"b, c"\n`,
      'has a semicolon between its cells; give that as the separator',
    ],
    [
      'names two columns with a semicolon between them',
      'funding_id;amount\na;b',
      'has a semicolon between its cells; give that as the separator',
    ],
    ['names one column before a semicolon', 'funding_id;memo\na;b', columns],
    ['has a semicolon in the first of two cells', 'funding_id;amount,currency\na,b', columns],
    [
      'says that it has semicolons',
      `sep=;\r\n${HEAD}\n`,
      'names another separator in its first line than the comma',
    ],
    ['has all columns in one cell', `"${HEAD}"\n`, columns],
    [
      'has 501 rows',
      `${HEAD}\n${'a,b,c,d,e,f\n'.repeat(501)}`,
      'must have at most 500 rows below the names of its columns',
    ],
    ['has 1,000 empty rows', `${HEAD}${'\n'.repeat(1_001)}`, 'must have at most 1000 rows'],
    ['has a quote that does not end', `${HEAD}\n"a`, 'has a quote that does not end'],
    ['has more than 2 MiB', `${HEAD}\n${'x'.repeat(2 * 1024 * 1024)}`, 'must have at most 2 MiB'],
  ])('refuses a file that %s', async (_what, csv, says) => {
    const { error, message } = await send(csv);
    expect([error.code, error.param, message]).toEqual(['parameter_invalid', 'csv', `csv ${says}.`]);
  });

  test('reads a file of exactly 2 MiB, and refuses one with a byte more', async () => {
    const rows = Array.from(
      { length: 500 },
      () => `${id},1.00,HKD,2026-03-01,${'x'.repeat(4_100)},transfer\n`,
    );
    const csv = `${HEAD}\n${rows.join('')}`;
    const padded = `${csv.slice(0, -1)}${' '.repeat(2 * 1024 * 1024 - csv.length)}\n`;
    const { done, message } = await send(padded);
    expect(message).toBeUndefined();
    expect([done.refused, done.items[0].errors[0].message]).toEqual([
      500,
      'reference must have 1 to 140 characters.',
    ]);
    expect((await send(`${padded}\n`)).message).toBe('csv must have at most 2 MiB.');
  });

  test('refuses a file of 3 MiB before it is read', async () => {
    const { error } = await send('x'.repeat(3 * 1024 * 1024));
    expect(error.code).toBe('request_too_large');
  });
});

test('the same file twice is one import for an idempotency key', async () => {
  const csv = `${HEAD}\n${id},1.00,HKD,2026-03-01,one import,transfer\n`;
  const key = { 'idempotency-key': 'f'.repeat(64) };
  const [first, second] = [await send(csv, {}, key), await send(csv, {}, key)];
  expect([first.done.recorded, second.text]).toEqual([1, first.text]);
  const again = await send(csv);
  expect(again.done.items[0].errors[0].code).toBe('repayment_duplicate');
});
