#!/usr/bin/env bash
# swagger-client 3.39.0 (3.9 million downloads a month) is the client within Swagger UI. In a multipart form a list is sent as
# several parts of one name: RFC 7578 has it so for several files, and OpenAPI takes the content type of a list from its
# items. A list of files is sent so, but a list of texts as ONE part, joined with commas: the names "Chan, Tai Man" and
# "Lee, Ka Yan" are one text with three commas, which nobody can take apart. `explode: true` in the `encoding` of the
# document is the remedy. And an object whose `encoding` says `contentType: application/json` gets a file name, "blob", so
# that servers that tell files from fields by it look for it among the files. One text, the usual test, shows none of it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund swagger-client@3.39.0 2>/dev/null
cat >send.cjs <<'JS'
const { createServer } = require('node:http');
const SwaggerClient = require('swagger-client').default ?? require('swagger-client');

const server = createServer(async (request, response) => {
  const { headers } = request;
  const form = await new Response(request, { headers: { 'content-type': headers['content-type'] } }).formData();
  const parts = [...form].map(([name, value]) => (typeof value === 'string' ? `${name}=${value}` : `${name} is the file ${value.name}`));
  response.setHeader('content-type', 'application/json').end(JSON.stringify(parts));
});
const send = async (encoding) => {
  const list = { type: 'array', items: { type: 'string' } };
  const files = { type: 'array', items: { type: 'string', format: 'binary' } };
  const schema = { type: 'object', properties: { owners: list, pages: files, account: { type: 'object' } } };
  const post = {
    operationId: 'apply',
    requestBody: { content: { 'multipart/form-data': { schema, ...encoding } } },
    responses: { 200: { description: 'OK' } },
  };
  const servers = [{ url: `http://127.0.0.1:${server.address().port}` }];
  const spec = { openapi: '3.0.3', info: { title: 'Loans', version: '1' }, servers, paths: { '/loans': { post } } };
  const requestBody = {
    owners: ['Chan, Tai Man', 'Lee, Ka Yan'],
    pages: [new File(['1'], '1.png'), new File(['2'], '2.png')],
    account: { number: '012345678001' },
  };
  const { body } = await SwaggerClient.execute({ spec, operationId: 'apply', requestBody });
  return body.join('; ');
};
server.listen(0, '127.0.0.1', async () => {
  const seen = [
    await send({}),
    await send({ encoding: { owners: { style: 'form', explode: true } } }),
    await send({ encoding: { account: { contentType: 'application/json' } } }),
  ];
  console.log(seen.join('\n'));
  const pages = 'pages is the file 1.png; pages is the file 2.png';
  const expected = [
    `owners=Chan, Tai Man,Lee, Ka Yan; ${pages}; account={"number":"012345678001"}`,
    `owners=Chan, Tai Man; owners=Lee, Ka Yan; ${pages}; account={"number":"012345678001"}`,
    `owners=Chan, Tai Man,Lee, Ka Yan; ${pages}; account is the file blob`,
  ];
  process.exit(seen.join('\n') === expected.join('\n') ? 0 : 1);
});
JS
node send.cjs
# Seen:
# owners=Chan, Tai Man,Lee, Ka Yan; pages is the file 1.png; pages is the file 2.png; account={"number":"012345678001"}
# owners=Chan, Tai Man; owners=Lee, Ka Yan; pages is the file 1.png; pages is the file 2.png; account={"number":"012345678001"}
# owners=Chan, Tai Man,Lee, Ka Yan; pages is the file 1.png; pages is the file 2.png; account is the file blob
