import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { serveTestGateway } from '../../support/served.ts';
import { LONG_NAMED, LONG_SEARCH } from '../../system/compose/long-search.ts';
import { hasNginx } from '../../system/compose/nginx.ts';
import { answerOn, REFUSED_BY_NGINX } from '../../system/compose/refused-by-nginx.ts';
import { freePort } from '../../support/free-port.ts';
import { blocksOf, guide, textOf } from '../pages.ts';

const UNIT = 'src/docs/deployment/fundgate.service';

const ROOT = new URL('../../../', import.meta.url).pathname.replace(/\/$/, '');
const hasSystemd = spawnSync('systemd-analyze', ['--version']).error === undefined;
const run = promisify(execFile);
const START_TIMEOUT_MS = 15_000;

test.skipIf(!hasSystemd)('systemd finds nothing wrong with the unit', () => {
  const unit = textOf(UNIT);
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
    const { status, stderr } = analyze('verify', '--man=no', path);
    // Units of the machine itself may have faults.
    const own = stderr.split('\n').filter((line) => line.includes('fundgate.service'));
    expect({ status, own }).toEqual({ status: 0, own: [] });
    // Tenths of its scale of exposure, on which a usual service has 9.6: the network and machine code are left to it.
    expect(analyze('security', '--offline=true', '--threshold=15', join(ROOT, UNIT))).toMatchObject({
      status: 0,
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

const analyze = (...args: string[]) => spawnSync('systemd-analyze', args, { encoding: 'utf8' });

test('the unit gives a stop more time than requests may take, and writes only to its own folders', () => {
  const unit = textOf(UNIT);
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(32);
  expect(unit).toMatch(/^ProtectSystem=strict$/m);
  expect(unit).not.toMatch(/^ReadWritePaths=/m);
  for (const [, path] of unit.matchAll(/(?:DATA_DIR|NODE_COMPILE_CACHE)=(\S+)/g))
    expect(['/var/lib/fundgate', '/var/cache/fundgate']).toContain(path);
});

const UNTIL_IT_LISTENS_MS = 500;

test('the lines that install the unit end with a look that waits until the gateway listens', async () => {
  const lines = blocksOf(guide('running'), 'sh').find((block) => block.includes('systemctl enable')) ?? '';
  const [look = ''] = /^curl .*$/m.exec(lines) ?? [];
  const port = await freePort();
  const looked = run('bash', ['-c', look.replace('4000', String(port))], {
    env: { ...process.env, NO_PROXY: '*' },
  });
  const server = createServer((_request, response) => response.end('ready'));
  await setTimeout(UNTIL_IT_LISTENS_MS);
  server.listen(port, '127.0.0.1');
  expect(await looked).toMatchObject({ stdout: 'ready', stderr: '' });
  server.close();
});

const TOO_LARGE_BYTES = 4 * 1024 * 1024;

test.skipIf(!hasNginx)('nginx ends TLS by the configuration and passes requests on', async () => {
  const server = textOf('src/docs/deployment/nginx-tls.conf');
  const gateway = await serveTestGateway({ TRUST_PROXY: '1' });
  try {
    await using proxy = await startTls(server, new URL(gateway.baseUrl).port);
    const { apiKey } = await gateway.partner();
    const headers = ['-H', `Authorization: Bearer ${apiKey}`, '-H', 'X-Forwarded-Host: elsewhere.example'];

    const answer = await proxy.curl('/v1/customers', ['-i', ...headers]);
    expect(answer).toMatch(/^HTTP\/\S+ 200/);
    expect(answer).toMatch(/^strict-transport-security: max-age=31536000/im);
    expect(answer).toContain('{"items":[],"count":0}');

    // The gateway refuses, and not nginx, so the body is that of the catalogue.
    const body = join(proxy.folder, 'body');
    writeFileSync(body, `"${'x'.repeat(TOO_LARGE_BYTES)}"`);
    const json = ['-H', 'Content-Type: application/json', '--data-binary', `@${body}`];
    expect(await proxy.curl('/v1/customers', [...headers, ...json])).toContain('"code":"request_too_large"');

    // A stream of events is no answer that waits for its end, and a body is not written to the disk of the proxy.
    const query = JSON.stringify({ query: 'subscription { events { cursor } }' });
    const stream = [
      '-N',
      '--max-time',
      '2',
      '-H',
      'Accept: text/event-stream',
      '-H',
      'Content-Type: application/json',
    ];
    expect(await proxy.begun('/graphql', [...headers, ...stream, '--data-binary', query])).toMatch(
      /^:|^event/,
    );
    expect(readdirSync(join(proxy.folder, 'client_body'))).toEqual([]);
  } finally {
    await gateway.stop();
  }
});

test.skipIf(!hasNginx)('an answer whose header repeats a long search passes nginx', async () => {
  const gateway = await serveTestGateway({ TRUST_PROXY: '1' });
  try {
    await using proxy = await startTls(
      textOf('src/docs/deployment/nginx-tls.conf'),
      new URL(gateway.baseUrl).port,
    );
    const partner = await gateway.partner();
    for (let made = 0; made < 2; made += 1) await partner.rest('POST', '/v1/customers', LONG_NAMED);
    const authorization = ['-H', `Authorization: Bearer ${partner.apiKey}`];
    const answer = await proxy.curl(LONG_SEARCH, ['-i', ...authorization]);
    expect(answer).toMatch(/^HTTP\/\S+ 200/);
    expect(/^link: (.*)$/im.exec(answer)?.[1]?.length).toBeGreaterThan(4_096);
  } finally {
    await gateway.stop();
  }
});

test.skipIf(!hasNginx)('what nginx refuses itself is told as a gateway tells it', async () => {
  const gateway = await serveTestGateway({ TRUST_PROXY: '1' });
  try {
    await using proxy = await startTls(
      textOf('src/docs/deployment/nginx-tls.conf'),
      new URL(gateway.baseUrl).port,
    );
    const address = { host: '127.0.0.1', port: Number(proxy.port) };
    for (const [what, sent, told] of REFUSED_BY_NGINX) {
      const { headers, ...answer } = await answerOn(
        connectTls({ ...address, rejectUnauthorized: false }),
        sent,
      );
      expect([what, answer]).toEqual([what, { told, isWhole: true }]);
      expect([what, headers.get('strict-transport-security')]).toEqual([what, 'max-age=31536000']);
    }
    // Without TLS, on the port of TLS.
    const plain = await answerOn(connect(address), 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(plain).toMatchObject({ told: [400, 'body_invalid', expect.any(String)], isWhole: true });
  } finally {
    await gateway.stop();
  }
});

test.skipIf(!hasNginx)('without a gateway nginx answers as one, and logs no signed URL', async () => {
  await using proxy = await startTls(textOf('src/docs/deployment/nginx-tls.conf'), String(await freePort()));
  const answer = await proxy.curl('/v1/files/doc_1?expires=1&signature=secret', ['-i']);
  expect(answer).toMatch(/^HTTP\/\S+ 503/);
  expect(answer).toMatch(/^retry-after: 1\r$/im);
  const [, id] = /^request-id: (\S+)\r$/im.exec(answer) ?? [];
  const doc_url = 'https://funding.example.com/docs/errors#service_unavailable';
  const error = { code: 'service_unavailable', request_id: id, doc_url };
  expect(JSON.parse(answer.slice(answer.indexOf('{')))).toMatchObject({ error });
  expect(readFileSync(join(proxy.folder, 'error.log'), 'utf8')).not.toMatch(/signature|doc_1/);
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
    ['/var/log/nginx/error.log', join(folder, 'error.log')],
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
  /** The part of an endless answer that had come when curl stopped. */
  const begun = (path: string, args: readonly string[]): Promise<string> =>
    curl(path, args).catch((error: unknown) => z.object({ stdout: z.string() }).parse(error).stdout);
  const until = Date.now() + START_TIMEOUT_MS;
  while ((await curl('/healthz').catch(() => '')) === '') {
    if (child.exitCode !== null || Date.now() > until)
      throw new Error(`nginx did not start: ${printed.text}`);
    await setTimeout(20);
  }
  return {
    folder,
    port,
    curl,
    begun,
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
