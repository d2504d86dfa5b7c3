#!/usr/bin/env bash
# @ts-rest/core 3.52.1: the client of a contract puts a path parameter into the path as it is. In a URL a slash, a question
# mark and a number sign within a value have to be percent-encoded (RFC 3986), and other clients do it: openapi-fetch asks for
# /payments/INV%2F26%2F7. ts-rest asks for /payments/INV/26/7, which is another route or none; of `7#2` the server sees 7,
# another payment, and of `7?a` too. And 0, a valid number, is taken for no value: the client asks for /payments, and gets
# the list, status 200. A literal percent, as in `100%25`, is decoded by the server to another id. Queries are encoded well,
# and so are texts in Chinese. Encode the parameters yourself, and give numbers as texts.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @ts-rest/core@3.52.1 zod@3.25.76 openapi-fetch@0.17.0
cat >ask.mjs <<'JS'
import { createServer } from 'node:http';
import { once } from 'node:events';
import { initClient, initContract } from '@ts-rest/core';
import createClient from 'openapi-fetch';

const server = createServer(({ url }, response) => {
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ url }));
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const baseUrl = `http://127.0.0.1:${server.address().port}`;
const contract = initContract().router({ one: { method: 'GET', path: '/payments/:id', responses: { 200: null } } });
const rest = initClient(contract, { baseUrl });
const openapi = createClient({ baseUrl });

const seen = [];
for (const id of ['INV-7', 'INV/26/7', '7#2', '7?a', 0]) {
  const { body } = await rest.one({ params: { id } });
  const { data } = await openapi.GET('/payments/{id}', { params: { path: { id } } });
  seen.push(`${JSON.stringify(id)}: ${body.url}, openapi-fetch ${data.url}`);
}
console.log(seen.join('\n'));
const expected = [
  '"INV-7": /payments/INV-7, openapi-fetch /payments/INV-7',
  '"INV/26/7": /payments/INV/26/7, openapi-fetch /payments/INV%2F26%2F7',
  '"7#2": /payments/7, openapi-fetch /payments/7%232',
  '"7?a": /payments/7?a, openapi-fetch /payments/7%3Fa',
  '0: /payments, openapi-fetch /payments/0',
];
process.exit(seen.join('\n') === expected.join('\n') ? 0 : 1);
JS
node ask.mjs
# Seen:
# "INV-7": /payments/INV-7, openapi-fetch /payments/INV-7
# "INV/26/7": /payments/INV/26/7, openapi-fetch /payments/INV%2F26%2F7
# "7#2": /payments/7, openapi-fetch /payments/7%232
# "7?a": /payments/7?a, openapi-fetch /payments/7%3Fa
# 0: /payments, openapi-fetch /payments/0
