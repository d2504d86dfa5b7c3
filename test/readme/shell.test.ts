import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Served, serveTestGateway } from '../demo/served.ts';
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
