#!/usr/bin/env bash
# @readme/oas-to-har 38.5.1, with oas 38.6.0: makes the request of an OpenAPI operation and of the values that a person gave.
#
# If the body has a free object (`{ "type": "object", "additionalProperties": true }`), all texts in it are read as JSON, at
# any depth. A reference that looks like a number becomes one: 1E5 is sent as 100000 and 9007199254740993 as
# 9007199254740992. The text true becomes a boolean, the text null becomes null, and a text that holds JSON becomes an object.
# 0012 stays, because JSON has no such number, so a test with leading zeros finds nothing. Objects that name their members
# keep their texts, and so does `additionalProperties: { "type": "string" }`.
#
# Prints the body that is sent, and fails if that changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' >package.json
npm install --silent --no-audit --no-fund @readme/oas-to-har@38.5.1 oas@38.6.0
cat >make.mjs <<'JS'
import oasToHar from '@readme/oas-to-har';
import Oas from 'oas';

const reference = { type: 'object', properties: { reference: { type: 'string' } } };
const free = { type: 'object', additionalProperties: true };
const texts = { type: 'object', additionalProperties: { type: 'string' } };
const schema = { type: 'object', properties: { named: reference, texts, free } };
const document = new Oas({
  openapi: '3.1.1',
  info: { title: 'Orders', version: '1' },
  servers: [{ url: 'https://api.example.com' }],
  paths: {
    '/orders': {
      post: {
        requestBody: { content: { 'application/json': { schema } } },
        responses: { 200: { description: 'ok' } },
      },
    },
  },
});
const given = {
  named: { reference: '1E5' },
  texts: { reference: '1E5' },
  free: { reference: '1E5', long: '9007199254740993', zeros: '0012', lines: [{ paid: 'true', note: 'null' }] },
};
const { request } = oasToHar(document, document.operation('/orders', 'post'), { body: given }).log.entries[0];
const sent = request.postData.text;
console.log(`given ${JSON.stringify(given)}\nsent  ${sent}`);
const expected =
  '{"named":{"reference":"1E5"},"texts":{"reference":"1E5"},' +
  '"free":{"reference":100000,"long":9007199254740992,"zeros":"0012","lines":[{"paid":true,"note":null}]}}';
if (sent !== expected) process.exitCode = 1;
JS
node make.mjs
# Seen:
# given {"named":{"reference":"1E5"},"texts":{"reference":"1E5"},"free":{"reference":"1E5","long":"9007199254740993","zeros":"0012","lines":[{"paid":"true","note":"null"}]}}
# sent  {"named":{"reference":"1E5"},"texts":{"reference":"1E5"},"free":{"reference":100000,"long":9007199254740992,"zeros":"0012","lines":[{"paid":true,"note":null}]}}
