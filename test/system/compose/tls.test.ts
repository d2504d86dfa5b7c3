// nginx with TLS by the configuration of the guide is the subject; the gateway behind it is in this process.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { textOf } from '../../pages/docs/pages.ts';
import { freePort } from '../../support/free-port.ts';
import { replaced } from '../../support/replaced.ts';
import { serveTestGateway } from '../../support/served.ts';
import { LONG_NAMED, LONG_SEARCH } from './long-search.ts';
import { hasNginx } from './nginx.ts';
import { answerOn, REFUSED_BY_NGINX } from './refused-by-nginx.ts';

const run = promisify(execFile);
const START_TIMEOUT_MS = 15_000;
const NO_NGINX = 'There is no nginx.';

const TOO_LARGE_BYTES = 4 * 1024 * 1024;

test('nginx ends TLS by the configuration and passes requests on', async ({ skip }) => {
  skip(!hasNginx, NO_NGINX);
  const server = textOf('src/pages/docs/deployment/nginx-tls.conf');
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

test('an answer whose header repeats a long search passes nginx', async ({ skip }) => {
  skip(!hasNginx, NO_NGINX);
  const gateway = await serveTestGateway({ TRUST_PROXY: '1' });
  try {
    await using proxy = await startTls(
      textOf('src/pages/docs/deployment/nginx-tls.conf'),
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

test('what nginx refuses itself is told as a gateway tells it', async ({ skip }) => {
  skip(!hasNginx, NO_NGINX);
  const gateway = await serveTestGateway({ TRUST_PROXY: '1' });
  try {
    await using proxy = await startTls(
      textOf('src/pages/docs/deployment/nginx-tls.conf'),
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

test('without a gateway nginx answers as one, and logs no signed URL', async ({ skip }) => {
  skip(!hasNginx, NO_NGINX);
  await using proxy = await startTls(
    textOf('src/pages/docs/deployment/nginx-tls.conf'),
    String(await freePort()),
  );
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
