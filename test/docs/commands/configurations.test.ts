import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { serveTestGateway } from '../../support/served.ts';
import { hasNginx } from '../../system/compose/nginx.ts';
import { freePort } from '../../support/gateway-process.ts';
import { blocksOf, guide } from '../pages.ts';

const ROOT = new URL('../../../', import.meta.url).pathname.replace(/\/$/, '');
const hasSystemd = spawnSync('systemd-analyze', ['--version']).error === undefined;
const run = promisify(execFile);
const START_TIMEOUT_MS = 15_000;

test.skipIf(!hasSystemd)('systemd finds nothing wrong with the unit', () => {
  const [unit = ''] = blocksOf(guide('running'), 'ini');
  const folder = mkdtempSync(join(tmpdir(), 'fundgate-unit-'));
  try {
    const path = join(folder, 'fundgate.service');
    // The project, the user and the file of the page are not on this machine.
    const here = replaced(unit, [
      ['/opt/fundgate', ROOT],
      ['User=fundgate', 'User=root'],
      ['/etc/fundgate.env', '/dev/null'],
    ]);
    writeFileSync(path, here);
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', path], {
      encoding: 'utf8',
    });
    // Units of the machine itself may have faults.
    const own = stderr.split('\n').filter((line) => line.includes('fundgate.service'));
    expect({ status, own }).toEqual({ status: 0, own: [] });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

const TOO_LARGE_BYTES = 4 * 1024 * 1024;

test.skipIf(!hasNginx)('nginx ends TLS by the configuration and passes requests on', async () => {
  const [server = ''] = blocksOf(guide('running'), 'nginx');
  const gateway = await serveTestGateway();
  try {
    await using proxy = await startTls(server, new URL(gateway.baseUrl).port);
    const { apiKey } = await gateway.partner();
    const headers = ['-H', `Authorization: Bearer ${apiKey}`, '-H', 'X-Forwarded-Host: elsewhere.example'];

    const answer = await proxy.curl('/v1/customers', ['-i', ...headers]);
    expect(answer).toMatch(/^HTTP\/\S+ 200/);
    expect(answer).toMatch(/^strict-transport-security: max-age=31536000/im);
    expect(answer).toContain('{"items":[],"count":0}');

    // It is the gateway that refuses, in the words of its catalogue.
    const body = join(proxy.folder, 'body');
    writeFileSync(body, `"${'x'.repeat(TOO_LARGE_BYTES)}"`);
    const json = ['-H', 'Content-Type: application/json', '--data-binary', `@${body}`];
    expect(await proxy.curl('/v1/customers', [...headers, ...json])).toContain('"code":"request_too_large"');
  } finally {
    await gateway.stop();
  }
});

/** An nginx with the server of the page in front of a gateway, with a port and a certificate of its own. */
async function startTls(server: string, gatewayPort: string) {
  const folder = mkdtempSync(join(tmpdir(), 'fundgate-tls-'));
  const port = await freePort();
  const files = await makeCertificate(folder);
  const here = replaced(server, [
    ['listen 443 ssl;', `listen 127.0.0.1:${port} ssl;`],
    ['/etc/ssl/funding.example.com.pem', files.certificate],
    ['/etc/ssl/private/funding.example.com.key', files.key],
    ['http://127.0.0.1:4000', `http://127.0.0.1:${gatewayPort}`],
  ]);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${kind};`,
  );
  const configuration = join(folder, 'nginx.conf');
  writeFileSync(
    configuration,
    ['pid nginx.pid;', 'error_log stderr;', 'events {}', 'http {', ...temporary, here, '}'].join('\n'),
  );
  const child = spawn('nginx', ['-p', `${folder}/`, '-c', configuration, '-g', 'daemon off;'], {
    env: { PATH: `${process.env['PATH']}:/usr/sbin` },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const printed = { text: '' };
  child.stderr.on('data', (chunk) => (printed.text += chunk));
  const exited = once(child, 'close');
  const curl = async (path: string, args: readonly string[] = []) => {
    const url = `https://127.0.0.1:${port}${path}`;
    return (await run('curl', ['-sSk', '--noproxy', '*', ...args, url])).stdout;
  };
  const until = Date.now() + START_TIMEOUT_MS;
  while ((await curl('/healthz').catch(() => '')) === '') {
    if (child.exitCode !== null || Date.now() > until)
      throw new Error(`nginx did not start: ${printed.text}`);
    await setTimeout(20);
  }
  return {
    folder,
    curl,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await exited;
      rmSync(folder, { recursive: true });
    },
  };
}

async function makeCertificate(folder: string) {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const subject = ['-subj', '/CN=funding.example.com', '-days', '1', '-nodes', '-newkey', 'rsa:2048'];
  await run('openssl', ['req', '-x509', ...subject, '-keyout', key, '-out', certificate]);
  return { key, certificate };
}

/** A text with each of some parts, which must be there, replaced by another one. */
function replaced(text: string, changes: readonly (readonly [string, string])[]): string {
  return changes.reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`The configuration has no ${from}.`);
    return changed.replaceAll(from, to);
  }, text);
}
