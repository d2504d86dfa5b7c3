import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openXlsx } from '../../../src/engine/sheets/xlsx.ts';
import { settlementBody } from '../../support/gateway.ts';
import { type ExportFixture, openExports } from '../../pages/export/fixture.ts';

let fixture: ExportFixture;
beforeAll(async () => {
  fixture = await openExports();
});
afterAll(() => fixture.gateway.close());

/** The sheets of a file as another library reads them. */
async function sheetsOf(file: Uint8Array) {
  const { sheets } = await readXlsx(file);
  return sheets.map(({ name, rows }) => ({ name, rows }));
}

/** A file of these rows, given in pages of two. */
function fileOf(headings: readonly string[], rows: readonly (readonly string[])[], rowsMax?: number) {
  const writer = openXlsx('a list', headings, rowsMax);
  const parts = [writer.head()];
  for (let at = 0; at < rows.length; at += 2) parts.push(writer.rows(rows.slice(at, at + 2)));
  return Buffer.concat([...parts, writer.end()]);
}

test('each text is read again unchanged, and never as a number, a date or a formula', async () => {
  const texts = [
    '00012345',
    '12345678901234567890',
    '9007199254740993.55',
    '0.0000001',
    '1E5',
    '2026-11-28',
    'TRUE',
    '=1+1',
    '@SUM(A1)',
    '-2 Limited',
    'Tea "House" <b> & Söhne',
    '海港貿易有限公司',
    '𠮷野家',
    'first\nsecond\ttab',
    '  spaces  ',
    '_x0041_',
    '',
  ];
  const file = fileOf(
    ['id', 'text'],
    texts.map((text, at) => [`row_${at}`, text]),
  );
  const [sheet, ...others] = await sheetsOf(file);
  expect(others).toEqual([]);
  expect(sheet?.name).toBe('a list');
  expect(sheet?.rows[0]).toEqual(['id', 'text']);
  expect(sheet?.rows.slice(1).map(([, text]) => text ?? '')).toEqual(texts);
});

test('each entry is deflated: with sizes that follow the bytes, Java and SheetJS read no stored one', () => {
  const file = fileOf(['id'], [['1']]);
  const entries = [];
  for (let at = file.indexOf('PK\u0003\u0004'); at >= 0; at = file.indexOf('PK\u0003\u0004', at + 4)) {
    const name = file.toString('latin1', at + 30, at + 30 + file.readUInt16LE(at + 26));
    entries.push([name, file.readUInt16LE(at + 8)]);
  }
  const DEFLATED = 8;
  expect(entries.length).toBeGreaterThan(4);
  expect(entries.filter(([, method]) => method !== DEFLATED)).toEqual([]);
});

test('characters that no XML can have are replaced, and a text that is too long for a cell is cut', async () => {
  const [sheet] = await sheetsOf(fileOf(['a', 'b'], [['\u0000\u001b[31m\ud800', 'x'.repeat(40_000)]]));
  expect(sheet?.rows[1]?.[0]).toBe('\ufffd\ufffd[31m\ufffd');
  expect(sheet?.rows[1]?.[1]).toBe(`${'x'.repeat(32_766)}…`);
});

test('a list that is longer than a sheet goes on in the next one, with its headings', async () => {
  const rows = Array.from({ length: 5 }, (_, at) => [`row_${at}`]);
  expect(await sheetsOf(fileOf(['id'], rows, 3))).toEqual([
    { name: 'a list', rows: [['id'], ['row_0'], ['row_1']] },
    { name: 'a list 2', rows: [['id'], ['row_2'], ['row_3']] },
    { name: 'a list 3', rows: [['id'], ['row_4']] },
  ]);
});

test('the bytes come while the rows do, so that nothing of earlier rows is kept', () => {
  const writer = openXlsx('a list', ['id']);
  writer.head();
  let most = 0;
  let all = 0;
  for (let page = 0; page < 200; page += 1) {
    const bytes = writer.rows(
      Array.from({ length: 100 }, (_, at) => [`${page} ${at} ${Math.sin(page + at)}`]),
    ).length;
    most = Math.max(most, bytes);
    all += bytes;
  }
  expect(all).toBeGreaterThan(5 * most);
  expect(writer.end().length).toBeLessThanOrEqual(2 * most);
});

test('a list is saved as a file of that format, whole, with its line in the trail', async () => {
  await fixture.addCustomers(Array.from({ length: 130 }, (_, at) => `Company ${at}`));
  const path = (await fixture.askLink('customers', {}, {}, 'xlsx')).json.path;
  const { headers, body } = await fixture.follow(path);
  expect(headers.get('content-type')).toBe(
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  );
  expect(headers.get('content-disposition')).toMatch(
    /^attachment; filename="customers-\d{4}-\d\d-\d\d\.xlsx"$/,
  );
  const [sheet] = await sheetsOf(new Uint8Array(await new Response(body).arrayBuffer()));
  expect(sheet?.name).toBe('customers');
  expect(sheet?.rows).toHaveLength(131);
  expect(sheet?.rows[0]?.[0]).toBe('customer_id');
  expect(new Set(sheet?.rows.map(([id]) => id)).size).toBe(131);
  const { json } = await fixture.admin.graphql(
    '{ events(first: 2, filter: { types: [EXPORT_BEGAN, EXPORT_FINISHED] }) { nodes { data } } }',
  );
  expect(json.data.events.nodes).toEqual([
    { data: { rows: 130 } },
    { data: { list: 'customers', format: 'xlsx', filter: {} } },
  ]);
});

test('amounts are exact texts, also of sixteen digits', async () => {
  const id = await fixture.partner.completeCustomer();
  const body = settlementBody(id, { currency: 'JPY', amount: 8_007_199_254_740_991 });
  expect((await fixture.partner.rest('POST', '/v1/instant-settlements', body)).status).toBe(200);
  const path = (await fixture.askLink('settlements', { id }, {}, 'xlsx')).json.path;
  const { body: file } = await fixture.follow(path);
  const [sheet] = await sheetsOf(new Uint8Array(await new Response(file).arrayBuffer()));
  expect(sheet?.rows[1]?.slice(1, 3)).toEqual(['JPY', '8007199254740991']);
});

test('an unknown format is refused', async () => {
  const { status, json } = await fixture.askLink('customers', {}, {}, 'ods');
  expect([status, json.error.code]).toEqual([400, 'parameter_invalid']);
});

test('a reader that goes away in the middle ends the reading of the list', async () => {
  await fixture.copyEvents(3_000);
  const path = (await fixture.askLink('events', { subject: 'customer/copy' }, {}, 'xlsx')).json.path;
  const before = fixture.pagesRead();
  const reader = (await fixture.follow(path)).body?.getReader();
  await reader?.read();
  await reader?.read();
  await reader?.cancel();
  await fixture.gateway.fetch('GET', '/healthz');
  expect(fixture.pagesRead() - before).toBeLessThan(30);
});
