// The package is packed, installed and compiled by npm and the compiler, and runs on Node and in a browser, as at a partner's.
import { execFile, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { verifyWebhook } from 'fundgate/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import gatewayPackage from '../../package.json' with { type: 'json' };
import { browserPath, closeVisits, visit } from '../pages/console/browser.ts';
import { blocksOf, guide, textOf } from '../pages/docs/pages.ts';
import { freePort } from '../support/free-port.ts';
import { pdf } from '../support/gateway.ts';
import { type Served, serveTestGateway } from '../support/served.ts';
import { installPacked, type PartnerFolder } from './packed.ts';
import { customer } from './samples.ts';

const run = promisify(execFile);
const README = 'src/client/README.md';
const secret = `whsec_${randomBytes(32).toString('base64')}`;

let partner: PartnerFolder;
let served: Served;
beforeAll(async () => {
  partner = await installPacked();
  served = await serveTestGateway({ CORS_ORIGINS: '*' }, 'sends webhooks');
});
afterAll(async () => {
  await closeVisits();
  await served.stop();
  partner[Symbol.dispose]();
});

const textsOf = (pattern: string) =>
  globSync(pattern, { cwd: partner.installed }).map((path) =>
    readFileSync(join(partner.installed, path), 'utf8'),
  );

test('the package has its README and compiled files, needs no other package, and only its command needs Node', () => {
  const files = globSync('**/*', { cwd: partner.installed, withFileTypes: true });
  const others = files.filter((each) => each.isFile() && !/\.(?:js|d\.ts)$/.test(each.name));
  expect(others.map(({ name }) => name).toSorted()).toEqual(['README.md', 'package.json']);
  const { version, dependencies, engines, bin } = JSON.parse(textsOf('package.json')[0] ?? '');
  expect({ version, dependencies, engines, bin }).toEqual({
    version: gatewayPackage.version,
    dependencies: undefined,
    engines: { node: '>=22' },
    bin: { fundgate: 'compiled/node/bin.js' },
  });
  for (const text of textsOf('compiled/node/*.js'))
    expect(text).not.toMatch(/from '(?!\.|node:)|\brequire\(/);
  // The rest runs in browsers, so it loads nothing of the command either.
  for (const text of textsOf('compiled/{*,generated/*}.js'))
    expect(text).not.toMatch(/from '(?!\.)|from '[^']*\/node\/|\brequire\(|\bprocess\.|\bBuffer\b/);
});

test('what runs of it besides the printed operations is at most 300 lines', () => {
  const lines = textsOf('compiled/*.js').flatMap((text) => text.split('\n'));
  const code = lines.filter((line) => line.trim() !== '' && !/^\s*(?:\/\/|\/?\*)/.test(line));
  expect(code.length).toBeLessThanOrEqual(300);
  expect(code.length).toBeGreaterThan(200);
});

/**
 * Bytes as libraries of servers declare them: their memory may be shared, as far as the compiler knows. And headers of a class
 * of the server's own.
 */
const BYTES = `import { type UploadFile, verifyWebhook } from 'fundgate/client';
export const receive = (body: Uint8Array, headers: Headers) => verifyWebhook(body, headers, 'whsec_');
class ServerHeaders { get(name: string): string | null { return name; } }
export const receiveThere = (body: Uint8Array) => verifyWebhook(body, new ServerHeaders(), 'whsec_');
export const scan = (content: Uint8Array): UploadFile => ({ content, filename: 'scan', mime_type: 'application/pdf' });
`;

/** Mistakes that a partner can make; each line must be an error of the compiler. */
const MISUSE = `import { createClient, ApiError, verifyWebhook } from 'fundgate/client';
const fundgate = createClient({ baseUrl: 'https://funding.example.com', apiKey: 'fgk_' });
// @ts-expect-error A key is needed.
createClient({ baseUrl: 'https://funding.example.com' });
// @ts-expect-error There is no such country.
fundgate.kyc.zz;
// @ts-expect-error A member is missing.
fundgate.customers.create({ external_customer_id: 'e' });
// @ts-expect-error A member is misspelt.
fundgate.customers.list({ limt: 10 });
// @ts-expect-error There is no such decision.
fundgate.instantSettlements.decide('fun_1', { type: 'maybe' });
// @ts-expect-error There is no such document type.
fundgate.kyc.documents.upload('cus_1', { type: 'selfie', files: [] });
// @ts-expect-error There is no such media type.
fundgate.kyc.documents.upload('cus_1', { type: 'nar1', files: [{ content: new Blob([]), filename: 'f', mime_type: 'image/heic' }] });
// @ts-expect-error A read takes no idempotency key.
fundgate.customers.get('cus_1', { idempotencyKey: 'k' });
// @ts-expect-error A list is walked and not awaited.
(await fundgate.customers.list()).items;
// @ts-expect-error An answer is not changed.
(await fundgate.customers.get('cus_1')).company_name = 'Other';
// @ts-expect-error Only single reads have it.
(await fundgate.instantSettlements.list().page()).items[0]?.transactions;
// @ts-expect-error It may be null.
(await fundgate.kyc.hk.get('cus_1')).legal_name.length;
// @ts-expect-error A secret is needed.
verifyWebhook('{}', {});
const status: 'submitted' | 'approved' | 'denied' | 'accepted' | 'rejected' | 'funded' | 'repaid' =
  (await fundgate.instantSettlements.get('fun_1')).status;
const code: string = new ApiError(400, { error: { type: 'api_error', code: 'conflict', message: '', request_id: '', doc_url: '' } }, { idempotencyKey: null, attempts: 1, retryAfterMs: 0 }).code;
export { code, status };
`;

test.each([
  // What servers pass on are bytes whose memory the compiler of a later standard knows to be shared, or not.
  ['take bytes and headers of any origin', 'bytes.ts', BYTES, 'es2024'],
  ['refuse what is wrong, in a project for browsers too', 'misuse.ts', MISUSE, 'es2022'],
])('its types %s', async (_says, file, program, standard) => {
  const forBrowsers = { lib: [standard, 'dom', 'dom.iterable'], types: [], noEmit: true };
  expect(await partner.compile({ [file]: program }, forBrowsers)).toBe('');
});

/** The machine's own Node, and Node 22 if \`NODE22\` says where it is or the machine has it. */
const OTHER = process.env['NODE22'] ?? 'node22';
const version22 = spawnSync(OTHER, ['--version'], { encoding: 'utf8' }).stdout ?? '';

const programOf = (page: string) => blocksOf(page, 'ts').join('\n');

describe('the guide and the README, each one program', () => {
  const types = new URL('../../node_modules/@types', import.meta.url).pathname;
  const programs = { 'guide.ts': programOf(guide('client')), 'readme.ts': programOf(README) };
  const forNode = { typeRoots: [types], types: ['node'], skipLibCheck: true };
  beforeAll(async () => {
    writeFileSync(join(partner.path, 'scan.pdf'), pdf());
    expect(await partner.compile(programs, forNode)).toBe('');
    writeFileSync(join(partner.path, 'run.js'), RUN);
  });

  test('say the oldest TypeScript that the package names', () => {
    expect(JSON.parse(textsOf('package.json')[0] ?? '').peerDependencies).toEqual({ typescript: '>=5.7' });
    for (const page of [README, guide('client')])
      expect(textOf(page)).toContain('The types need TypeScript 5.7 or newer');
  });

  const runWith = (apiKey: string, node: string, program = 'run.js') => {
    const env = {
      PATH: process.env['PATH'],
      BASE_URL: served.baseUrl,
      API_KEY: apiKey,
      WEBHOOK_SECRET: secret,
    };
    return run(node, [program], { cwd: partner.path, env });
  };

  /** Runs it twice with one key: the second time there is a customer more. */
  async function runTwiceOn(node: string): Promise<void> {
    const { apiKey } = await served.partner();
    for (const total of [1, 2]) {
      const { stdout, stderr } = await runWith(apiKey, node);
      expect(stderr).toBe('');
      expect(stdout.replaceAll(/\b(cus|fun)_\w+/g, '$1').split('\n')).toEqual([
        `${pdf().length} bytes of ${pdf().length}`,
        expect.stringMatching(
          /^parameter_invalid date_of_incorporation \S+ \S+\/docs\/errors#parameter_invalid$/,
        ),
        ...Array.from({ length: total }, () => 'cus Harbour Trading Limited'),
        `${total} of ${total}`,
        'funding.approved funding/fun',
        'funding.accepted funding/fun',
        'kyc.updated kyc/cus',
        '204 400',
        '',
      ]);
    }
  }

  test('compiles, and runs on the Node of the project', () => runTwiceOn(process.execPath));

  test('the README runs, and what it says is what the package does', async () => {
    const { apiKey } = await served.partner();
    const { stdout, stderr } = await runWith(apiKey, process.execPath, 'readme.js');
    expect({ stdout: stdout.split('\n'), stderr }).toEqual({
      stdout: [
        'Harbour Trading Limited',
        `404 resource_missing There is no such customer. ${served.baseUrl}/docs/errors#resource_missing`,
        '1 file',
        '',
      ],
      stderr: '',
    });
    const { engines } = JSON.parse(textsOf('package.json')[0] ?? '');
    expect(textOf(README)).toContain(`Node ${engines.node.replace('>=', '')} and newer`);
  });

  test('runs on Node 22, which NODE22 may name', async ({ skip }) => {
    skip(!version22.startsWith('v22.'), 'NODE22 names no Node 22, and there is no node22.');
    await runTwiceOn(OTHER);
  });
});

/** Runs the program of the guide, and gives its receiver a webhook. */
const RUN = `import { createHmac } from 'node:crypto';
import { receive } from './guide.js';
const body = '{"type":"kyc.updated","subject":"kyc/cus_1"}';
const at = String(Math.floor(Date.now() / 1000));
const key = Buffer.from(process.env.WEBHOOK_SECRET.slice('whsec_'.length), 'base64');
const signature = 'v1,' + createHmac('sha256', key).update(\`evt_1.\${at}.\${body}\`).digest('base64');
const headers = { 'webhook-id': 'evt_1', 'webhook-timestamp': at, 'webhook-signature': signature };
const post = async (sent) => (await receive(new Request('http://here', { method: 'POST', body: sent, headers }))).status;
console.log(await post(body), await post(body + ' '));
`;

test('it runs in a browser, at another origin than the gateway', async ({ skip }) => {
  skip(browserPath === null, 'There is no browser.');
  const { apiKey } = await served.partner();
  const { page, leave, complaints } = await visit();
  await using tool = await serveTool();
  await page.goto(tool.url);
  const options = JSON.stringify({ baseUrl: served.baseUrl, apiKey });
  expect(await page.evaluate(`(${IN_PAGE})(${options}, ${JSON.stringify(customer)})`)).toEqual({
    count: 1,
    kept: 2,
    followed: 'customer.created',
    refused: 'resource_missing',
    requestId: 'string',
    retryAfter: 0,
  });
  expect(complaints.filter((text) => !text.includes('404'))).toEqual([]);
  await leave();
});

/** A page of a partner's, with the package beside it. */
async function serveTool() {
  const server = createServer(({ url = '/' }, response) => {
    const isPage = url === '/';
    response.setHeader('Content-Type', isPage ? 'text/html' : 'text/javascript');
    const page = '<!doctype html><title>Tool</title><link rel="icon" href="data:,">';
    response.end(isPage ? page : readFileSync(join(partner.installed, url)));
  });
  const port = await freePort();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${port}/`, [Symbol.asyncDispose]: async () => void server.close() };
}

/** What the page does; not the code of this file, which Vite has changed. */
const IN_PAGE = `async (options, sample) => {
  const { createClient } = await import('/compiled/index.js');
  const fundgate = createClient(options);
  const { customer_id: id } = await fundgate.customers.create(sample);
  const content = new File(['%PDF-1.7 scan'], 'scan.pdf');
  const files = [1, 2].map((at) => ({ content, filename: 'scan ' + at, mime_type: 'application/pdf' }));
  const { files: kept } = await fundgate.kyc.documents.upload(id, { type: 'nar1', files });
  const { count } = await fundgate.customers.list({ limit: 1 }).page();
  const { value } = await fundgate.events.follow(null, { types: ['customer.created'] }).next();
  const refused = await fundgate.customers.get('cus_none').catch((error) => error);
  return {
    count,
    kept: kept.length,
    followed: value.event.type,
    refused: refused.code,
    requestId: typeof refused.requestId,
    retryAfter: refused.call.retryAfterMs,
  };
}`;

describe('its command, as npm installs it', () => {
  const command = () => join(partner.path, 'node_modules/.bin/fundgate');
  const begin = (...args: string[]) => spawn(command(), args, { cwd: partner.path });

  test('posts signed events to a receiver, and ends at Ctrl-C', async () => {
    const { apiKey, rest } = await served.partner();
    const received: Request[] = [];
    const receiver = createServer(async (request, response) => {
      const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature } = request.headers;
      const headers = new Headers([
        ['webhook-id', String(id)],
        ['webhook-timestamp', String(at)],
        ['webhook-signature', String(signature)],
      ]);
      const body = Buffer.concat(await request.toArray());
      received.push(new Request('http://here', { method: 'POST', headers, body }));
      response.writeHead(204).end();
    });
    const port = await freePort();
    receiver.listen(port, '127.0.0.1');
    await once(receiver, 'listening');
    const forward = ['--forward', `http://127.0.0.1:${port}/hooks`, '--secret', secret];
    const listening = begin('webhook', 'listen', ...forward, '--url', served.baseUrl, '--key', apiKey);
    let said = '';
    listening.stdout.on('data', (chunk) => (said += chunk));
    listening.stderr.on('data', (chunk) => (said += chunk));
    try {
      await expect.poll(() => said).toContain(`The secret is ${secret}\n`);
      // Until it has found the end of the feed, an event is before that.
      const asks = async () => {
        await rest('POST', '/v1/customers', { ...customer });
        return received.length > 0;
      };
      await expect.poll(asks, { interval: 500 }).toBe(true);
      const [first] = received;
      const event = await verifyWebhook(await (first?.text() ?? ''), first?.headers ?? {}, secret);
      expect(event.type).toMatch(/^(?:customer|kyc)\.created$/);
      await expect.poll(() => said).toContain(`204  ${event.type}  ${event.subject}`);
      listening.kill('SIGINT');
      const [code, signal] = await once(listening, 'exit');
      expect([code, signal]).toEqual([130, null]);
      expect(said).toMatch(/\nTo continue from here: --after \S+\n$/);
    } finally {
      listening.kill('SIGKILL');
      receiver.close();
      receiver.closeAllConnections();
    }
  });
});
