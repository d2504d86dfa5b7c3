#!/usr/bin/env bash
# @stoplight/prism-cli 5.16.0, as a validating proxy (`prism proxy`).
#
# A good engineer expects that a proxy hands on the body that it was sent. Prism reads every body that is not JSON as UTF-8 and
# sends that text on: each byte that is no UTF-8 becomes U+FFFD, three other bytes. The upload is answered 200 and what is
# stored is another file. It is so for a file part of multipart/form-data and for application/octet-stream, both described
# as `format: binary`. Texts and files of ASCII pass, so a first try does not show it.
#
# Prints what the upstream got directly and through Prism, and fails if that changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --ignore-scripts --no-audit --no-fund --loglevel=error @stoplight/prism-cli@5.16.0 > /dev/null

cat > try.js <<'JS'
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';

const BYTES = new Uint8Array([0x25, 0x50, 0x44, 0x46, 0xff, 0xfe, 0x80]);
const file = { type: 'string', format: 'binary' };
const posting = (content) => ({ post: { requestBody: { required: true, content }, responses: { 200: { description: 'ok' } } } });
writeFileSync('api.json', JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Uploads', version: '1' },
  paths: {
    '/octets': posting({ 'application/octet-stream': { schema: file } }),
    '/form': posting({ 'multipart/form-data': { schema: { type: 'object', required: ['file'], properties: { file } } } }),
  },
}));

let got = Buffer.alloc(0);
const upstream = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  got = Buffer.concat(chunks);
  response.end();
}).listen(0, '127.0.0.1');
const taken = createServer().listen(0, '127.0.0.1');
await Promise.all([once(upstream, 'listening'), once(taken, 'listening')]);
const direct = `http://127.0.0.1:${upstream.address().port}`;
const { port } = taken.address();
taken.close();

const cli = createRequire(import.meta.url).resolve('@stoplight/prism-cli/dist/index.js');
const prism = spawn(process.execPath, [cli, 'proxy', 'api.json', direct, '--errors', '--port', port], { stdio: ['ignore', 'pipe', 'inherit'] });
let said = '';
for await (const chunk of prism.stdout.iterator({ destroyOnReturn: false })) {
  said += chunk;
  if (said.includes('is listening')) break;
}
prism.stdout.resume();

const seen = [];
for (const base of [direct, `http://127.0.0.1:${port}`])
  for (const path of ['/octets', '/form']) {
    const form = new FormData();
    form.append('file', new Blob([BYTES]), 'scan.pdf');
    const headers = path === '/octets' ? { 'content-type': 'application/octet-stream' } : {};
    const { status } = await fetch(base + path, { method: 'POST', headers, body: path === '/octets' ? BYTES : form });
    const at = got.indexOf('%PDF');
    const kept = got.subarray(at, at + BYTES.length).equals(Buffer.from(BYTES));
    seen.push(`${base === direct ? 'direct' : 'by Prism'} ${path}: ${status}, the upstream has ${kept ? 'the file' : 'another file'}: ${got.subarray(at, at + 13).toString('hex')}`);
  }
prism.kill();
upstream.close();
upstream.closeAllConnections();
console.log(seen.join('\n'));
const as = (outcome) => seen.filter((line) => line.includes(outcome)).length;
process.exitCode = as('200, the upstream has the file') === 2 && as('200, the upstream has another file: 25504446efbfbdefbfbdefbfbd') === 2 ? 0 : 1;
JS
timeout 120 node try.js
