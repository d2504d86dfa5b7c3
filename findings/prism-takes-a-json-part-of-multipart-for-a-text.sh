#!/usr/bin/env bash
# @stoplight/prism-cli 5.16.0 (mock and proxy).
#
# A part of multipart/form-data whose schema is an object is JSON: OpenAPI says that application/json is its default, and here
# `encoding` says it again. Prism never parses the part: it compares its text with the schema, so EVERY right request is
# refused with 422, "Request body property metadata must be object", also where the part itself declares application/json.
# Described as a text the same request passes, and then nothing in it is checked.
#
# Prints the answers, and fails if they change.
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
import { createRequire } from 'node:module';
import { createServer } from 'node:net';

const posting = (metadata, encoding) => ({
  post: {
    requestBody: {
      required: true,
      content: { 'multipart/form-data': { schema: { type: 'object', required: ['metadata'], properties: { metadata } }, ...encoding } },
    },
    responses: { 200: { description: 'ok' } },
  },
});
const object = { type: 'object', required: ['pages'], properties: { pages: { type: 'integer' } } };
writeFileSync('api.json', JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Parts', version: '1' },
  paths: {
    '/default': posting(object, {}),
    '/encoding': posting(object, { encoding: { metadata: { contentType: 'application/json' } } }),
    '/text': posting({ type: 'string' }, {}),
  },
}));

const taken = createServer().listen(0, '127.0.0.1');
await once(taken, 'listening');
const { port } = taken.address();
taken.close();
const cli = createRequire(import.meta.url).resolve('@stoplight/prism-cli/dist/index.js');
const prism = spawn(process.execPath, [cli, 'mock', 'api.json', '--port', port], { stdio: ['ignore', 'pipe', 'inherit'] });
let said = '';
for await (const chunk of prism.stdout.iterator({ destroyOnReturn: false })) {
  said += chunk;
  if (said.includes('is listening')) break;
}
prism.stdout.resume();

const seen = {};
for (const path of ['/default', '/encoding', '/text'])
  for (const type of ['', 'application/json']) {
    const form = new FormData();
    form.append('metadata', type === '' ? '{"pages":2}' : new Blob(['{"pages":2}'], { type }));
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', body: form });
    const text = await answer.text();
    const message = text === '' ? '' : JSON.parse(text).validation[0].message;
    seen[`${path} ${type || '(no type)'}`] = `${answer.status} ${message}`.trim();
  }
prism.kill();
console.log(seen);
const refused = '422 Request body property metadata must be object';
const expected = [refused, refused, refused, refused, '200', '200'];
process.exitCode = JSON.stringify(Object.values(seen)) === JSON.stringify(expected) ? 0 : 1;
JS
timeout 120 node try.js
