// The receivers of the page are programs in TypeScript, Python and bash: that they run as they stand there is the subject.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { afterAll, describe, expect, test } from 'vitest';
import { freePort } from '../../../support/free-port.ts';
import { serveTestGateway } from '../../../support/served.ts';
import { fileNeeds } from '../../../support/needs.ts';
import { blocksOf, guide } from '../pages.ts';
import { shell, needPastedCommands } from './pasted.ts';

const page = guide('webhooks');
const secret = `whsec_${randomBytes(32).toString('base64')}`;
const folder = mkdtempSync(join(tmpdir(), 'fundgate-receivers-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const hasPython = spawnSync('python3', ['--version']).status === 0;

/** A request as the gateway makes it, at a moment. */
function requestAt(at: Date) {
  const body = JSON.stringify({
    event_id: 'evt_1',
    type: 'kyc.updated',
    subject: 'kyc/cus_1',
    data: { a: '貿易' },
  });
  const signature = new Webhook(secret).sign('evt_1', at, body);
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  return {
    body,
    headers: { 'webhook-id': 'evt_1', 'webhook-timestamp': timestamp, 'webhook-signature': signature },
  };
}

/** Runs a receiver of the page, and asks it once it listens. */
async function withReceiver(
  command: string,
  file: string,
  language: string,
  work: (
    post: (request: { body: string; headers: Record<string, string> }) => Promise<number>,
  ) => Promise<void>,
): Promise<string> {
  const path = join(folder, file);
  writeFileSync(path, blocksOf(page, language).join('\n'));
  const port = await freePort();
  const env = { PATH: process.env['PATH'], WEBHOOK_SECRET: secret, PORT: String(port) };
  const child: ChildProcess = spawn(command, [path], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const printed: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: unknown) => printed.push(String(chunk)));
  const url = `http://127.0.0.1:${port}/hooks`;
  const ask = async (init: RequestInit): Promise<number> => (await fetch(url, init)).status;
  try {
    for (
      let tries = 0;
      tries < 1_600 && (await ask({ method: 'POST', body: '' }).catch(() => 0)) === 0;
      tries += 1
    )
      await setTimeout(25);
    await work((request) => ask({ method: 'POST', ...request }));
  } finally {
    child.kill();
    await once(child, 'close');
  }
  return printed.join('');
}

describe.each([
  ['TypeScript', process.execPath, 'receiver.ts', 'ts', true],
  ['Python', 'python3', 'receiver.py', 'python', hasPython],
] as const)('the receiver in %s', (_name, command, file, language, isThere) => {
  fileNeeds(isThere, `The receiver needs ${command}.`);

  test('takes genuine events, and refuses events that were altered, are old or have no signature', async () => {
    const printed = await withReceiver(command, file, language, async (post) => {
      const genuine = requestAt(new Date());
      expect(await post(genuine)).toBe(204);
      const two = {
        ...genuine.headers,
        'webhook-signature': `v1,xxx ${genuine.headers['webhook-signature']}`,
      };
      expect(await post({ ...genuine, headers: two })).toBe(204);
      expect(await post({ ...genuine, body: genuine.body.replace('cus_1', 'cus_2') })).toBe(400);
      expect(await post({ ...genuine, headers: { ...genuine.headers, 'webhook-id': 'evt_2' } })).toBe(400);
      expect(await post(requestAt(new Date(Date.now() - 600_000)))).toBe(400);
      expect(await post({ ...genuine, headers: {} })).toBe(400);
    });
    expect(printed).toContain('kyc.updated kyc/cus_1');
  });
});

describe('the lines in bash', () => {
  needPastedCommands();
  const [subscribe = '', sign = ''] = blocksOf(page, 'bash');

  test('make the signature of a request', async () => {
    using terminal = shell();
    const { headers, body } = requestAt(new Date());
    const { code, out } = await terminal.script([sign], {
      WEBHOOK_SECRET: secret,
      WEBHOOK_ID: headers['webhook-id'],
      WEBHOOK_TIMESTAMP: headers['webhook-timestamp'],
      BODY: body,
    });
    expect({ code, out: `v1,${out.trim()}` }).toEqual({ code: 0, out: headers['webhook-signature'] });
  });

  test('subscribe', async () => {
    using terminal = shell();
    const served = await serveTestGateway({ WEBHOOK_ALLOW: '127.0.0.1' });
    const { apiKey } = await served.partner();
    const environment = {
      BASE_URL: served.baseUrl,
      API_KEY: apiKey,
      RECEIVER_URL: 'http://127.0.0.1:3000/hooks',
    };
    const { code, out, err } = await terminal.script([subscribe], environment);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(JSON.parse(out)).toMatchObject({ status: 'enabled', secret: expect.stringMatching(/^whsec_/) });
    await served.stop();
  });
});
