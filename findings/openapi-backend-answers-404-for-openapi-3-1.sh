#!/usr/bin/env bash
# openapi-backend 5.21.2 (250,000 downloads a month) routes, checks and mocks calls by an OpenAPI document; "OpenAPI 3.1
# support" is ticked in its readme. But it judges each document by the schema of 3.0. A field that may be null, which 3.1
# writes as `type: [string, 'null']`, is no valid 3.0, so the document is refused. That is not an error: without `strict`,
# which is off by default, `init` resolves after a warning on the console, the router has no operation, and EVERY call is
# answered by the handler of `notFound`, also paths that have no such field. With `quick: true`, an option for a faster start,
# the document is not judged and the same calls are found.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund openapi-backend@5.21.2
cat >call.cjs <<'JS'
const { OpenAPIBackend } = require('openapi-backend');

const schema = (type) => ({ type: 'object', properties: { reference: { type } } });
const answer = (type) => ({ 200: { description: 'OK', content: { 'application/json': { schema: schema(type) } } } });
const documentWith = (type) => ({
  openapi: '3.1.0',
  info: { title: 'Loans', version: '1' },
  paths: {
    '/loans': { get: { operationId: 'loans', responses: answer(type) } },
    '/health': { get: { operationId: 'health', responses: { 200: { description: 'OK' } } } },
  },
});

const call = async (type, options) => {
  const handlers = { loans: () => 'loans', health: () => 'health', notFound: () => 'not found' };
  const api = new OpenAPIBackend({ definition: documentWith(type), handlers, ...options });
  await api.init();
  const request = (path) => api.handleRequest({ method: 'GET', path, headers: {} });
  return [await request('/loans'), await request('/health')].join(', ');
};
console.warn = () => {};
console.error = () => {};
void (async () => {
  const seen = [
    `text: ${await call('string', {})}`,
    `text or null: ${await call(['string', 'null'], {})}`,
    `text or null, quick: ${await call(['string', 'null'], { quick: true })}`,
  ];
  console.log(seen.join('\n'));
  const expected = ['text: loans, health', 'text or null: not found, not found', 'text or null, quick: loans, health'];
  process.exit(seen.join('\n') === expected.join('\n') ? 0 : 1);
})();
JS
node call.cjs
# Seen:
# text: loans, health
# text or null: not found, not found
# text or null, quick: loans, health
