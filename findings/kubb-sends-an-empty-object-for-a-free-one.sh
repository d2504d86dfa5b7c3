#!/usr/bin/env bash
# @kubb/plugin-zod and @kubb/plugin-client 4.39.3 (with `parser: 'zod'`), zod 4.6.7.
#
# `{ "type": "object" }` is any object: in JSON Schema and OpenAPI further members are allowed unless it is said otherwise.
# Kubb makes `z.object({})` of it, which zod reads as an object to strip of all members, and the client sends the PARSED
# body. So what the caller gave goes out as `{}`, and what the server answers comes back as `{}`: no error, and the types
# (`object`) let both pass. Only where the document says what goes without saying, `additionalProperties: true`, do the
# members arrive. The same holds for members beside named ones.
#
# Prints what arrived at a server and at the caller, and fails if that changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' >package.json
npm install --no-audit --no-fund --loglevel=error node@22.23.3 zod@4.6.7 @kubb/cli@4.39.3 @kubb/core@4.39.3 \
  @kubb/plugin-oas@4.39.3 @kubb/plugin-ts@4.39.3 @kubb/plugin-zod@4.39.3 @kubb/plugin-client@4.39.3 >/dev/null
export PATH=$PWD/node_modules/.bin:$PATH
cat >api.json <<'JSON'
{
  "openapi": "3.1.1",
  "info": { "title": "Orders", "version": "1" },
  "paths": {
    "/orders": {
      "post": {
        "operationId": "createOrder",
        "requestBody": { "required": true, "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Order" } } } },
        "responses": { "200": { "description": "ok", "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Order" } } } } }
      }
    }
  },
  "components": {
    "schemas": {
      "Order": {
        "type": "object",
        "required": ["amount"],
        "properties": {
          "amount": { "type": "integer" },
          "free": { "type": "object" },
          "said": { "type": "object", "additionalProperties": true }
        }
      }
    }
  }
}
JSON
cat >kubb.config.mjs <<'JS'
import { defineConfig } from '@kubb/core';
import { pluginClient } from '@kubb/plugin-client';
import { pluginOas } from '@kubb/plugin-oas';
import { pluginTs } from '@kubb/plugin-ts';
import { pluginZod } from '@kubb/plugin-zod';

export default defineConfig({
  root: '.',
  input: { path: './api.json' },
  output: { path: './generated', format: false, lint: false },
  plugins: [pluginOas({ generators: [] }), pluginTs(), pluginZod(), pluginClient({ client: 'fetch', parser: 'zod' })],
});
JS
DO_NOT_TRACK=1 node node_modules/@kubb/cli/bin/kubb.cjs generate >kubb.log 2>&1 || { cat kubb.log >&2; exit 1; }
cat >try.ts <<'JS'
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createOrder } from './generated/clients/createOrder.ts';

const order = { amount: 1250000, free: { monthly: [{ month: '2026-10', sales: 990 }] }, said: { monthly: 1 }, more: 2 };
let sent = '';
const server = createServer(async (request, response) => {
  for await (const chunk of request) sent += chunk;
  response.setHeader('content-type', 'application/json').end(JSON.stringify(order));
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as { port: number };
const received = JSON.stringify(await createOrder(order, { baseURL: `http://127.0.0.1:${port}` }));
server.close();
console.log(`given    ${JSON.stringify(order)}\nsent     ${sent}\nreceived ${received}`);
const expected = '{"amount":1250000,"free":{},"said":{"monthly":1}}';
if (sent !== expected || received !== expected) process.exitCode = 1;
JS
node --disable-warning=ExperimentalWarning try.ts
# Seen:
# given    {"amount":1250000,"free":{"monthly":[{"month":"2026-10","sales":990}]},"said":{"monthly":1},"more":2}
# sent     {"amount":1250000,"free":{},"said":{"monthly":1}}
# received {"amount":1250000,"free":{},"said":{"monthly":1}}
