import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Served, serveTestGateway } from '../support/served.ts';
import { blocksOf } from './readme.ts';

const tools = ['bash', 'curl', 'sha256sum', 'cmp'];
const lacking = tools.filter((tool) => spawnSync(tool, ['--version']).error !== undefined);

let served: Served;
let folder: string;
beforeAll(async () => {
  served = await serveTestGateway();
  folder = await mkdtemp(join(tmpdir(), 'fundgate-readme-'));
});
afterAll(async () => {
  await served.stop();
  await rm(folder, { recursive: true });
});

const WRONG = { API_KEY: 'fgk_this-key-is-not-one-that-the-gateway-knows0' };

/** A bash that reads the lines of the page, and what it printed. */
function bash(args: readonly string[], input: string, changes: NodeJS.ProcessEnv) {
  const env = { ...process.env, NO_PROXY: '127.0.0.1', BASE_URL: served.baseUrl, ...changes };
  return new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
    const child = execFile('bash', args, { env, cwd: folder }, (_, out, err) =>
      resolve({ code: child.exitCode, out, err }),
    );
    child.stdin?.end(input);
  });
}

test.skipIf(lacking.length > 0)('with a wrong key a script of them stops at the first answer', async () => {
  const lines = ['set -euo pipefail', ...blocksOf('bash')].join('\n');
  const { code, out, err } = await bash(['-c', lines], '', WRONG);
  expect(code).not.toBe(0);
  expect(out).toBe('');
  expect(err).toMatch(/API key/);
  expect(err.match(/returned error/g)).toHaveLength(1);
});

test.skipIf(lacking.length > 0)(
  'with a wrong key, pasted, they say why and send nothing that needs an answer',
  async () => {
    const { out, err } = await bash(['--norc', '-i'], `${blocksOf('bash').join('\n')}\n`, WRONG);
    expect(out + err).not.toMatch(/undefined|resource_missing|route_unknown|SyntaxError/);
    expect(err).toMatch(/API key/);
    expect(err).toMatch(/CUSTOMER_ID: parameter null or not set/);
    // The customer, and the two of GraphQL that need nothing before them.
    expect(err.match(/returned error: 401/g)).toHaveLength(3);
  },
);

test.skipIf(lacking.length > 0)('with no gateway they say that there is no answer', async () => {
  const lines = ['set -euo pipefail', ...blocksOf('bash')].join('\n');
  const { code, out, err } = await bash(['-c', lines], '', { ...WRONG, BASE_URL: 'http://127.0.0.1:9' });
  expect({ isFailure: code !== 0, out }).toEqual({ isFailure: true, out: '' });
  expect(err).toContain('There is no answer.');
});

test.skipIf(lacking.length > 0)('its shell lines work when they are pasted', async () => {
  const { apiKey } = await served.partner();
  const env = { ...process.env, NO_PROXY: '127.0.0.1', BASE_URL: served.baseUrl, API_KEY: apiKey };
  const lines = ['set -euo pipefail', ...blocksOf('bash')].join('\n');
  const { stdout, stderr } = await promisify(execFile)('bash', ['-c', lines], { env, cwd: folder });

  expect(stderr).toBe('');
  expect(stdout).not.toMatch(/"errors?":|undefined/);
  expect(stdout).toMatch(/^cus_\w+$/m);
  expect(stdout).toContain('"status":"missing_supporting_documents"');
  expect(stdout.match(/"type":"\w+","files":\[/g)).toHaveLength(8);
  expect(stdout).toMatch(/^complete$/m);
  expect(stdout).toContain('"status":"approved"');
  expect(stdout).toContain('"status":"accepted"');
  expect(stdout).toMatch(/^the same bytes$/m);
  expect(stdout).toContain('"totalCount":1');
  expect(stdout).toContain('"createCustomer":{"id":"cus_');
  expect(stdout).toContain('"uploadDocuments":{"type":"NAR1","status":"UPLOADED"');
});
