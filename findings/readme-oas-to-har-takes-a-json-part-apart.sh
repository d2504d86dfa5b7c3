#!/usr/bin/env bash
# @readme/oas-to-har 38.5.1, with oas 38.6.0: makes the request of an OpenAPI operation and of the values that a person gave.
#
# OpenAPI sends an object of a multipart body as one part of JSON; here `encoding` says so too.
# oas-to-har takes the object apart instead: each text and number in it becomes a part of its own, under its own name, from
# any depth. The part that the document names is not there at all. Of two members with one name, such as the hash of each of
# two files, both are sent as `hash`, and nothing says whose they are. The file itself is right, and there is no error.
#
# Prints the names of the parts, and fails if they change.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' >package.json
npm install --silent --no-audit --no-fund @readme/oas-to-har@38.5.1 oas@38.6.0
cat >make.mjs <<'JS'
import oasToHar from '@readme/oas-to-har';
import Oas from 'oas';

const text = { type: 'string' };
const described = { type: 'object', properties: { hash: text, pages: { type: 'integer' } } };
const metadata = { type: 'object', properties: { type: text, first: described, second: described } };
const schema = { type: 'object', properties: { metadata, first: { type: 'string', format: 'binary' } } };
const document = new Oas({
  openapi: '3.1.1',
  info: { title: 'Documents', version: '1' },
  servers: [{ url: 'https://api.example.com' }],
  paths: {
    '/documents': {
      post: {
        requestBody: {
          content: { 'multipart/form-data': { schema, encoding: { metadata: { contentType: 'application/json' } } } },
        },
        responses: { 200: { description: 'ok' } },
      },
    },
  },
});
const body = {
  metadata: { type: 'invoice', first: { hash: 'aa', pages: 1 }, second: { hash: 'bb', pages: 2 } },
  first: 'data:application/pdf;name=scan.pdf;base64,JVBERi0=',
};
const { request } = oasToHar(document, document.operation('/documents', 'post'), { body }).log.entries[0];
const parts = request.postData.params.map(({ name, value, fileName }) => `${name}=${fileName ?? value}`).join(' ');
console.log(parts);
if (parts !== 'type=invoice hash=aa pages=1 hash=bb pages=2 first=scan.pdf') process.exitCode = 1;
JS
node make.mjs
# Seen:
# type=invoice hash=aa pages=1 hash=bb pages=2 first=scan.pdf
