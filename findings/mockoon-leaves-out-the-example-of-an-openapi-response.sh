#!/usr/bin/env bash
# @mockoon/cli 9.9.0 imports an OpenAPI document and serves it. A response of the document has an `example`, and a schema
# with limits. One would expect the example, or at least a body that the schema allows. Mockoon does not read the `example`
# of a response, keeps its `examples` behind a body that it makes up, and serves the one that it made up: each text is empty
# although `minLength` is 1, numbers are up to 100,000 although a rate is at most 1, and each `date-time` is what JavaScript
# writes, "Sun Nov 29 2026 13:43:19 GMT+0000 (Coordinated Universal Time)", which no reader of RFC 3339 takes. The import
# says nothing. So a client of an API of money that is tested against this mock fails at its first timestamp, or worse, is
# made to take it. Only an `example` within the schema is served as it is.
set -euo pipefail
folder=$(mktemp -d)
trap 'kill "${server:-}" 2>/dev/null || true; rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @mockoon/cli@9.9.0
cat >write.cjs <<'JS'
const { writeFileSync } = require('node:fs');
const schema = {
  type: 'object',
  required: ['id', 'rate', 'created_at'],
  properties: {
    id: { type: 'string', minLength: 1 },
    rate: { type: 'number', minimum: 0, maximum: 1 },
    created_at: { type: 'string', format: 'date-time' },
  },
};
const value = { id: 'fun_1', rate: 0.03, created_at: '2026-11-30T09:00:00Z' };
const get = (content) => ({
  get: { responses: { 200: { description: 'Done.', content: { 'application/json': { schema, ...content } } } } },
});
const paths = {
  '/example': get({ example: value }),
  '/examples': get({ examples: { first: { value } } }),
  '/schema': get({ schema: { ...schema, example: value } }),
};
const document = { openapi: '3.0.3', info: { title: 'Settlements', version: '1' }, paths };
writeFileSync('openapi.json', JSON.stringify(document));
JS
node write.cjs
port=$(node -e "const s = require('net').createServer().listen(0, () => { console.log(s.address().port); s.close() })")
npx --no-install mockoon-cli --version | cut -d' ' -f1
npx --no-install mockoon-cli import --input openapi.json --output mock.json
npx --no-install mockoon-cli start --data mock.json --port "$port" --hostname 127.0.0.1 --disable-log-to-file >log 2>&1 &
server=$!
for _ in $(seq 100); do
  curl -sf "http://127.0.0.1:$port/schema" >schema.json && break
  sleep 0.2
done
curl -sf "http://127.0.0.1:$port/example" >example.json
curl -sf "http://127.0.0.1:$port/examples" >examples.json
cat >read.cjs <<'JS'
const { readFileSync } = require('node:fs');
const seen = ['example', 'examples', 'schema'].map((name) => {
  const { id, rate, created_at: time } = JSON.parse(readFileSync(`${name}.json`, 'utf8'));
  const isOfJavaScript = /^\w{3} \w{3} \d\d \d{4} \d\d:\d\d:\d\d GMT/.test(time);
  return `${name}: id "${id}", rate ${rate > 1 ? 'above 1' : rate}, time ${isOfJavaScript ? 'of JavaScript' : time}`;
});
console.log(seen.join('\n'));
const expected = [
  'example: id "", rate above 1, time of JavaScript',
  'examples: id "", rate above 1, time of JavaScript',
  'schema: id "fun_1", rate 0.03, time 2026-11-30T09:00:00Z',
];
if (seen.join() !== expected.join()) process.exitCode = 1;
JS
node read.cjs
# Seen:
# @mockoon/cli/9.9.0
# example: id "", rate above 1, time of JavaScript
# examples: id "", rate above 1, time of JavaScript
# schema: id "fun_1", rate 0.03, time 2026-11-30T09:00:00Z
