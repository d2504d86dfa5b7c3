import { rmSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
      'row 2 outcome refused funding_id fun_none repayment_id errors funding_id must be the id of an instant settlement.',
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
