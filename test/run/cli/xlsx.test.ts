import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCommandLine } from '../../support/gateway-commands.ts';

const cli = openCommandLine();
let partnerId: string;
beforeAll(async () => {
  const { out } = await cli.run('partner', 'create', '=Harbour; "Pay"', '--json');
  partnerId = JSON.parse(out).partner_id;
});
afterAll(() => cli[Symbol.dispose]());

const rowsOf = async (path: string) => (await readXlsx(new Uint8Array(readFileSync(path)))).sheets[0]?.rows;

test('a table is written to a file for Excel, and nothing to the terminal', async () => {
  const path = join(cli.folder, 'partners.xlsx');
  expect(await cli.run('partner', 'list', '--xlsx', path)).toEqual({ code: 0, out: '', err: '' });
  const rows = await rowsOf(path);
  expect(rows?.[0]).toEqual(['partner_id', 'name', 'review', 'accept', 'offer', 'currencies']);
  expect(rows?.[1]?.slice(0, 3)).toEqual([partnerId, '=Harbour; "Pay"', 'auto']);
  expect(rows).toHaveLength(2);
});

test('keys have moments in it, as in CSV', async () => {
  const path = join(cli.folder, 'keys.xlsx');
  expect((await cli.run(`--xlsx=${path}`, 'key', 'list', partnerId)).code).toBe(0);
  expect((await rowsOf(path))?.[0]?.slice(-2)).toEqual(['expires_at', 'revoked_at']);
});

test('a long answer is written as it comes, and its numbers go to standard error', async () => {
  const log = join(cli.folder, 'gateway.log');
  const line = { level: 'info', time: '2026-11-28T00:00:00.000Z', msg: 'request', method: 'GET' };
  writeFileSync(log, `${JSON.stringify(line)}\nnot JSON\n`);
  const path = join(cli.folder, 'requests.xlsx');
  const { code, out, err } = await cli.run('requests', log, '--xlsx', path);
  expect({ code, out }).toEqual({ code: 0, out: '' });
  expect(err).toMatch(/^requests +other_lines +unreadable_lines\n/);
  expect((await rowsOf(path))?.[0]?.[0]).toBe('time');
});

test.each([
  [
    'a file that is there is not replaced',
    ['partner', 'list'],
    '--xlsx must be a file that is not there yet.',
  ],
  [
    'nor beside another form',
    ['partner', 'list', '--csv'],
    "Option '--xlsx <file>' cannot be used with option '--csv'.",
  ],
  ['nor for a script', ['completion', 'bash'], '--xlsx must be left out, because the output is a script.'],
])('%s', async (_what, args, sentence) => {
  const path = join(cli.folder, 'there.xlsx');
  writeFileSync(path, 'mine');
  const { code, err } = await cli.run(...args, '--xlsx', path);
  expect({ code, err }).toEqual({ code: 1, err: `${sentence}\n` });
  expect(readFileSync(path, 'utf8')).toBe('mine');
});
