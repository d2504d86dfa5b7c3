#!/usr/bin/env bash
# @ts-rest/core 3.52.1 (1.5 million downloads a month): a route with `contentType: 'multipart/form-data'` takes an object as its
# body, and the client makes the form of it. Everything that is not a File is written as JSON, texts as well: the reference
# INV-1 arrives as "INV-1" with the quotes, a Date with quotes, a field that is undefined as the text undefined, and a Blob,
# which `fetch` and the SDKs give for a document, as {}: the document is gone. A part of a form is plain text unless its
# Content-Type says otherwise (RFC 7578), and the parts have none. Nothing fails at the client. Numbers arrive well. A body
# that is a FormData is sent as it is; make it yourself.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @ts-rest/core@3.52.1 zod@3.25.76
cat >send.cjs <<'JS'
const { initClient, initContract } = require('@ts-rest/core');

const contract = initContract().router({
  upload: { method: 'POST', path: '/documents', contentType: 'multipart/form-data', body: null, responses: { 201: null } },
});
const api = async ({ body }) => {
  const parts = await new Response(body).formData();
  const texts = [...parts].map(([name, value]) => `${name}: ${typeof value === 'string' ? value : `a file of ${value.size} bytes`}`);
  return { status: 201, body: texts, headers: new Headers() };
};
const client = initClient(contract, { baseUrl: 'http://127.0.0.1', api });
const body = {
  reference: 'INV-1',
  pages: 2,
  issuedOn: new Date('2026-11-30T00:00:00Z'),
  note: undefined,
  front: new File(['%PDF-'], 'front.pdf', { type: 'application/pdf' }),
  back: new Blob(['%PDF-'], { type: 'application/pdf' }),
};
void client.upload({ body }).then(({ body: seen }) => {
  console.log(seen.join('\n'));
  const expected = [
    'reference: "INV-1"',
    'pages: 2',
    'issuedOn: "2026-11-30T00:00:00.000Z"',
    'note: undefined',
    'front: a file of 5 bytes',
    'back: {}',
  ];
  process.exit(seen.join('\n') === expected.join('\n') ? 0 : 1);
});
JS
node send.cjs
# Seen:
# reference: "INV-1"
# pages: 2
# issuedOn: "2026-11-30T00:00:00.000Z"
# note: undefined
# front: a file of 5 bytes
# back: {}
