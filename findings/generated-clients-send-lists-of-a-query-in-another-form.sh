#!/usr/bin/env bash
# OpenAPI says for each list in a query how it is sent: `style: form` with `explode: false` is status=open,paid. Two makers
# of clients do not look at it. swagger-typescript-api 13.13.0 (two million downloads a month) always repeats the name, as if
# explode was true. openapi-zod-client 1.18.3 with @zodios/core 10.9.6 leaves it to axios, whose own form is neither of
# OpenAPI's: the name with brackets, status[]. The types and zod accept the list, and generating says nothing. A server that
# refuses unknown parameters answers 400; one that does not gives all orders for the brackets, or for the repeated name
# the last status alone. One status works in the first client, so a test with one is green. Join the list yourself where the type
# allows a text, or replace the serializer: `paramsSerializer` of axios, `addArrayQueryParam` of the generated class.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' >package.json
npm install --silent --no-audit --no-fund swagger-typescript-api@13.13.0 openapi-zod-client@1.18.3 @zodios/core@10.9.6 \
  axios@1.18.0 zod@3.25.76 typescript@5.9.3 2>/dev/null
cat >orders.json <<'JSON'
{
  "openapi": "3.1.0",
  "info": { "title": "Orders", "version": "1" },
  "servers": [{ "url": "http://127.0.0.1" }],
  "paths": {
    "/orders": {
      "get": {
        "operationId": "listOrders",
        "parameters": [
          {
            "name": "status",
            "in": "query",
            "style": "form",
            "explode": false,
            "schema": { "type": "array", "items": { "type": "string" } }
          }
        ],
        "responses": { "200": { "description": "ok", "content": { "application/json": { "schema": { "type": "object" } } } } }
      }
    }
  }
}
JSON
npx swagger-typescript-api generate --path orders.json --output . --name typescript-api.ts >/dev/null 2>&1
npx openapi-zod-client ./orders.json -o ./zodios.ts >/dev/null 2>&1
npx tsc typescript-api.ts zodios.ts --target es2022 --module esnext --noCheck
cat >ask.js <<'JS'
import { once } from 'node:events';
import { createServer } from 'node:http';
import { Api } from './typescript-api.js';
import { createApiClient } from './zodios.js';

const asked = [];
const server = createServer(({ url }, response) => {
  asked.push(decodeURIComponent(url));
  response.setHeader('content-type', 'application/json');
  response.end('{}');
});
await once(server.listen(0, '127.0.0.1'), 'listening');
const baseUrl = `http://127.0.0.1:${server.address().port}`;
const status = ['open', 'paid'];
await new Api({ baseUrl }).orders.listOrders({ status });
await createApiClient(baseUrl).get('/orders', { queries: { status } });

const names = ['swagger-typescript-api', 'zodios'];
console.log(names.map((name, index) => `${name}: ${asked[index]}`).join('\n'));
const expected = ['/orders?status=open&status=paid', '/orders?status[]=open&status[]=paid'];
process.exit(asked.join() === expected.join() ? 0 : 1);
JS
timeout 30 node ask.js
# Seen:
# swagger-typescript-api: /orders?status=open&status=paid
# zodios: /orders?status[]=open&status[]=paid
