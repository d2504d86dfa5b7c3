// The journey through Prism, which stands between as a proxy and refuses every request and answer that the OpenAPI document
// does not allow. What it cannot check goes straight to the gateway: it takes a JSON part of a multipart body for a text,
// knows no path of GraphQL, and refuses large bodies itself.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { load, walk } from './journey.js';
import { ask } from './fetch-ask.js';

const { BASE_URL = '', PACKAGES = '' } = process.env;
const SMALL_BYTES = 1024 * 1024;

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  server.close();
  return port;
}

const folder = mkdtempSync(join(PACKAGES, 'journey-'));
const document = join(folder, 'openapi.json');
writeFileSync(document, await (await fetch(new URL('/v1/openapi.json', BASE_URL))).text());
const port = await freePort();
const cli = load.resolve('@stoplight/prism-cli/dist/index.js');
const args = [cli, 'proxy', document, BASE_URL, '--errors', '--port', String(port)];
const prism = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
let said = '';
for await (const chunk of prism.stdout.iterator({ destroyOnReturn: false })) {
  said += chunk;
  if (said.includes('is listening')) break;
}
prism.stdout.resume();

let checked = 0;
try {
  await walk((asked) => {
    const { pathname, search } = new URL(asked.url);
    const isDocumented = pathname.startsWith('/v1/') && !pathname.startsWith('/v1/files/');
    const isSmall = asked.file === undefined && JSON.stringify(asked.json ?? '').length < SMALL_BYTES;
    if (!isDocumented || !isSmall) return ask(asked);
    checked += 1;
    return ask({ ...asked, url: `http://127.0.0.1:${port}${pathname}${search}` });
  });
  if (checked === 0) throw new Error('Prism saw no request.');
} finally {
  prism.kill();
  rmSync(folder, { recursive: true });
}
