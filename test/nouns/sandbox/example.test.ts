// A shell is started, because the lines are for people who paste them into one.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { SANDBOX_EXAMPLE, sandboxExample } from '../../../src/run/sandbox-example.ts';
import { serveTestGateway } from '../../support/served.ts';

test('the lines that a first start prints go from nothing to overdue and repaid', async () => {
  const served = await serveTestGateway({ SANDBOX: 'on' });
  try {
    const { apiKey } = await served.partner();
    const [, , ...lines] = sandboxExample(served.baseUrl, apiKey);
    const shell = spawn('bash', ['-eo', 'pipefail'], { stdio: ['pipe', 'pipe', 'inherit'] });
    shell.stdin.end(lines.join('\n'));
    const [out] = await Promise.all([text(shell.stdout), once(shell, 'exit')]);
    const [completed = '', ...others] = out.trim().split('\n');
    expect(JSON.parse(completed)).toMatchObject({ status: 'complete' });
    expect(others).toEqual(['accepted', 'funded', 'funding.due_soon funding.overdue', 'repaid']);
  } finally {
    await served.stop();
  }
});

test('the guide has the same lines', () => {
  const guide = new URL('../../../src/pages/docs/guides/sandbox.md', import.meta.url);
  expect(readFileSync(guide, 'utf8')).toContain(SANDBOX_EXAMPLE.join('\n'));
});
