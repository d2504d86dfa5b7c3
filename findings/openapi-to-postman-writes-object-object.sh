#!/usr/bin/env bash
# openapi-to-postmanv2 6.3.3 (Postman's importer): a part of a multipart body may be a JSON object; OpenAPI says that
# it is sent as JSON. The importer writes its example into the form as the text "[object Object]", whatever "Parameter
# generation" is set to. There is no error: the collection is saved, and each upload from it is refused by a server that
# reads the part. The same object as a body of its own is written as JSON.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund openapi-to-postmanv2@6.3.3
cat >import.cjs <<'JS'
const { convertV2 } = require('openapi-to-postmanv2');

const metadata = { type: 'object', properties: { type: { type: 'string', example: 'passport' } } };
const form = { type: 'object', properties: { metadata, file: { type: 'string', format: 'binary' } } };
const responses = { 200: { description: 'Done' } };
const post = (mediaType, schema) => ({ requestBody: { content: { [mediaType]: { schema } } }, responses });
const document = {
  openapi: '3.1.1',
  info: { title: 'Uploads', version: '1' },
  paths: {
    '/form': { post: post('multipart/form-data', form) },
    '/json': { post: post('application/json', metadata) },
  },
};

const importWith = (parametersResolution) =>
  new Promise((resolve) => {
    convertV2({ type: 'json', data: document }, { parametersResolution }, (_error, { output }) => {
      const items = output[0].data.item.flatMap(({ item, ...rest }) => item ?? [rest]);
      const bodies = items.map(({ request }) => request.body);
      const part = bodies.find(({ mode }) => mode === 'formdata').formdata.find(({ key }) => key === 'metadata');
      const json = bodies.find(({ mode }) => mode === 'raw').raw.replaceAll(/\s/g, '');
      resolve({ part: part.value, json });
    });
  });

void Promise.all(['Schema', 'Example'].map(importWith)).then((imports) => {
  for (const { part, json } of imports) console.log(`part ${part}, body ${json}`);
  if (imports.some(({ part, json }) => part !== '[object Object]' || !json.startsWith('{"type"'))) process.exitCode = 1;
});
JS
node import.cjs 2>/dev/null
# Seen:
# part [object Object], body {"type":"<string>"}
# part [object Object], body {"type":"passport"}
