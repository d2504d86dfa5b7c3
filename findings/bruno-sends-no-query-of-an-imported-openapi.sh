#!/usr/bin/env bash
# @usebruno/cli 4.1.0: `bru import openapi` makes a collection of an OpenAPI document, and `bru run` sends its requests.
#
# The import writes the query parameters into the list of the request, switched on, each with the example of the document.
# But it writes the URL without them, and `bru run` sends the URL as it is: no query parameter is sent, in both formats
# of a collection. So an imported request for the open orders in one currency gets all orders, and the run says 200 and
# PASS. Parameters of the path and the body arrive. The query has to be written into the URL as well.
#
# Prints what arrived at a server, and fails if that changes.
set -euo pipefail
folder=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server"; rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' >package.json
npm install --no-audit --no-fund --loglevel=error @usebruno/cli@4.1.0 >/dev/null
cat >serve.mjs <<'JS'
import { appendFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';

const server = createServer((request, response) => {
  appendFileSync('arrived', `${request.method} ${request.url}\n`);
  response.setHeader('content-type', 'application/json').end('[]');
}).listen(0, '127.0.0.1', () => writeFileSync('port', `${server.address().port}`));
JS
node serve.mjs &
server=$!
for attempt in $(seq 50); do [ -s port ] || sleep 0.1; done
cat >api.json <<JSON
{
  "openapi": "3.0.3",
  "info": { "title": "Orders", "version": "1" },
  "servers": [{ "url": "http://127.0.0.1:$(cat port)" }],
  "paths": {
    "/shops/{shop}/orders": {
      "get": {
        "summary": "Orders",
        "parameters": [
          { "name": "shop", "in": "path", "required": true, "schema": { "type": "string" }, "example": "7" },
          { "name": "currency", "in": "query", "required": true, "schema": { "type": "string" }, "example": "HKD" },
          { "name": "status", "in": "query", "schema": { "type": "string" }, "example": "open" }
        ],
        "responses": { "200": { "description": "ok" } }
      }
    }
  }
}
JSON
for format in bru opencollection; do
  mkdir "$format"
  node_modules/.bin/bru import openapi --source api.json --output "$format" --collection-name orders --collection-format "$format" >/dev/null
  (cd "$format/orders" && ../../node_modules/.bin/bru run -r --env 'Environment 1' >../report 2>&1) || { cat "$format/report" >&2; exit 1; }
  grep -m 1 '(200 OK)' "$format/report" | sed 's/ - .*//'
done
grep -A 3 '^params:query' bru/orders/Orders.bru
cat arrived
[ "$(sort -u arrived)" = 'GET /shops/7/orders' ]
# Seen:
# Orders (200 OK)
# Orders (200 OK)
# params:query {
#   currency: HKD
#   status: open
# }
# GET /shops/7/orders
# GET /shops/7/orders
