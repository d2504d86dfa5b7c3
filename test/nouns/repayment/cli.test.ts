import { rmSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStages } from '../../support/fixtures/settlement-stages.ts';
import { SECRET_KEY } from '../../support/gateway.ts';
import { runCommand } from '../../support/run-command.ts';

let folder: string;
let environment: NodeJS.ProcessEnv;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fundgate-import-'));
  environment = {
    NODE_ENV: 'test',
    DATABASE_URL: `sqlite:${join(folder, 'fundgate.db')}`,
    STORAGE_URL: `fs:${join(folder, 'files')}`,
    DATA_DIR: folder,
    SECRET_KEY,
  };
  await runCommand(environment, 'partner', 'create', 'Acme');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function importFile(bytes: Uint8Array | string, ...options: string[]) {
  const file = join(folder, 'repayments.csv');
  await writeFile(file, bytes);
  return runCommand(environment, 'repayment', 'import', file, ...options);
}

const CSV =
  'funding_id,amount,currency,received_on,reference,source\nfun_none,12.50,HKD,2026-03-01,a,transfer\n';

test.each([
  ['UTF-8', Buffer.from(CSV)],
  ['UTF-16', Buffer.from(`\u{FEFF}${CSV}`, 'utf16le')],
])(
  'the command line names row and column of a faulty row in %s, and records nothing',
  async (_name, bytes) => {
    const { code, out, err } = await importFile(bytes);
    expect([code, err]).toEqual([1, 'Nothing was recorded, because 1 of 1 rows are refused.\n']);
    expect(out.replaceAll(/\s+/g, ' ')).toContain(
      'row 2 outcome refused funding_id fun_none received_on reference repayment_id errors funding_id must be the id of an instant settlement.',
    );
  },
);

test.each([
  ['in Big5', Buffer.from([0xb3, 0xaf]), 'must be UTF-8, or UTF-16 with a byte-order mark'],
  ['of 3 MiB', Buffer.alloc(3 * 1024 * 1024, 'x'), 'must have at most 2 MiB'],
  [
    'with 10,000 columns',
    Buffer.from(CSV.replace('source', `source${',x'.repeat(9_994)}`)),
    'must name these columns in its first row, each once, and no other',
  ],
  ['with semicolons', Buffer.from(CSV.replaceAll(',', ';')), 'has a semicolon between its cells'],
])('the command line refuses a file %s', async (_name, bytes, says) => {
  const { code, err } = await importFile(bytes);
  expect(code).not.toBe(0);
  expect(err).toContain(says);
});

test('the command line records a file as a clerk saves it, and the same file twice once', async () => {
  const stages = await openStages({ review: 'manual' }, environment);
  const id = await stages.bring('funded');
  const rows = (first: string) =>
    `sep=;\r\nReference;Funding_ID;Amount;Currency;Received_On;Source;\r\n"${first}; ""Wan Chai""";${id};745,5;HKD;1/3/2026;Transfer;\r\n` +
    `0012;${id};1002;HKD;01/03/2026;sales_share;\r\n;;;;;;\r\n`;
  const file = Buffer.from(`\u{FEFF}${rows('first')}`, 'utf16le');
  const how = ['--separator', 'semicolon', '--decimal-sign', 'comma', '--date-order', 'day_first', '--json'];
  const counted = async (bytes: Buffer, ...options: string[]) => {
    const { code, out } = await importFile(bytes, ...how, ...options);
    const { recorded, valid, refused } = JSON.parse(out);
    return { code, recorded, valid, refused };
  };
  expect(await counted(file, '--dry-run')).toEqual({ code: 0, recorded: 0, valid: 2, refused: 0 });
  expect((await stages.read(id)).servicing.paid).toBe(0);
  const first = await importFile(file, ...how);
  expect(JSON.parse(first.out)).toMatchObject({ recorded: 2, refused: 0 });
  expect(await importFile(file, ...how)).toEqual(first);
  expect((await stages.read(id)).servicing.paid).toBe(74_550 + 100_200);
  const { json } = await stages.partner.rest('GET', `/v1/instant-settlements/${id}/repayments`);
  expect(json.items.map(({ reference }: { reference: string }) => reference)).toEqual([
    '0012',
    'first; "Wan Chai"',
  ]);
  // Another file with a row of the first one.
  const other = Buffer.from(rows('second'));
  expect(await counted(other)).toEqual({ code: 1, recorded: 0, valid: 1, refused: 1 });
  expect(await counted(other, '--only-valid')).toEqual({ code: 0, recorded: 1, valid: 0, refused: 1 });
  await stages.close();
});
