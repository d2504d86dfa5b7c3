#!/usr/bin/env bash
# @graphql-mesh/compose-cli 1.8.2 with @omnigraph/openapi 0.112.4, served by @graphql-hive/gateway-runtime 2.12.1.
#
# OpenAPI 3.1 has no `nullable`: a member that is always there and may be null is `required`, with
# `"type": ["number", "null"]`. Mesh heeds `nullable: true` of 3.0 and `anyOf` with null, but makes `Float!` of the list of
# types. Composing says nothing. When the null comes, GraphQL throws the whole object away: the POST was done upstream, and
# the caller gets an error and not even the id of what was made, so that it tries again.
#
# Prints the fields and the answer, and fails if they change.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' >package.json
npm install --no-audit --no-fund --loglevel=error node@22.23.3 graphql@16.15.0 @graphql-mesh/compose-cli@1.8.2 \
  @omnigraph/openapi@0.112.4 @graphql-hive/gateway-runtime@2.12.1 >/dev/null
export PATH=$PWD/node_modules/.bin:$PATH
cat >api.json <<'JSON'
{
  "openapi": "3.1.1",
  "info": { "title": "Orders", "version": "1" },
  "paths": {
    "/count": { "get": { "operationId": "count", "responses": { "200": { "description": "ok", "content": { "application/json": { "schema": { "type": "integer" } } } } } } },
    "/orders": {
      "post": {
        "operationId": "createOrder",
        "responses": { "200": { "description": "ok", "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Order" } } } } }
      }
    }
  },
  "components": {
    "schemas": {
      "Order": {
        "type": "object",
        "required": ["id", "fee_by_types", "fee_by_any"],
        "properties": {
          "id": { "type": "string" },
          "fee_by_types": { "type": ["number", "null"] },
          "fee_by_any": { "anyOf": [{ "type": "number" }, { "type": "null" }] }
        }
      }
    }
  }
}
JSON
cat >try.mjs <<'JS'
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createGatewayRuntime } from '@graphql-hive/gateway-runtime';

let orders = 0;
const server = createServer((request, response) => {
  orders += 1;
  const order = { id: `order-${orders}`, fee_by_types: null, fee_by_any: null };
  response.setHeader('content-type', 'application/json').end(JSON.stringify(order));
}).listen(0, '127.0.0.1');
await once(server, 'listening');
writeFileSync('mesh.config.js', `
import { defineConfig } from '@graphql-mesh/compose-cli';
import { loadOpenAPISubgraph } from '@omnigraph/openapi';
const source = { source: './api.json', endpoint: 'http://127.0.0.1:${server.address().port}' };
export const composeConfig = defineConfig({ subgraphs: [{ sourceHandler: loadOpenAPISubgraph('Orders', source) }] });
`);
const composed = spawnSync('mesh-compose', ['-c', 'mesh.config.js', '-o', 'super.graphql'], { encoding: 'utf8' });
if (composed.status !== 0) throw new Error(composed.stderr + composed.stdout);
const supergraph = readFileSync('super.graphql', 'utf8');
const fields = [...supergraph.matchAll(/^ +(fee_\w+: \w+!?)/gm)].map(([, field]) => field);
const gateway = createGatewayRuntime({ supergraph, logging: false });
const ask = async (members) => {
  const body = JSON.stringify({ query: `mutation { createOrder { ${members} } }` });
  const headers = { 'content-type': 'application/json' };
  const answer = await gateway.fetch('http://gateway.test/graphql', { method: 'POST', headers, body });
  const { data, errors } = await answer.json();
  return `${JSON.stringify(data)} ${errors?.[0].message ?? ''}`.trim();
};
const seen = [fields.join(', '), await ask('id fee_by_any'), await ask('id fee_by_types'), `${orders} orders`];
console.log(seen.join('\n'));
const expected = [
  'fee_by_types: Float!, fee_by_any: Float',
  '{"createOrder":{"id":"order-1","fee_by_any":null}}',
  '{"createOrder":null} Unexpected error.',
  '2 orders',
];
process.exit(seen.every((line, at) => line === expected[at]) ? 0 : 1);
JS
timeout 300 node try.mjs
# Seen:
# fee_by_types: Float!, fee_by_any: Float
# {"createOrder":{"id":"order-1","fee_by_any":null}}
# {"createOrder":null} Unexpected error.
# 2 orders
