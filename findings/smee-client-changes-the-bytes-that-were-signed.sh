#!/usr/bin/env bash
# smee-client 5.0.0 brings webhooks from a channel to the developer's own machine, with the headers as they came: also the
# signature. One would expect the body as it came, too. It is parsed and written again by JSON.stringify, so each body
# that is not exactly what JSON.stringify writes has other bytes under the same signature: an amount 100.10 becomes 100.1,
# a number of an invoice beyond 2^53 becomes another number, a space behind a colon (Python writes one) and \u9673 of a
# name go. Verification refuses these deliveries and takes the others, and only behind smee. Who believes that the
# secret or the library is at fault searches for long; who reads the amount from the body gets another number. Test a
# receiver of signed webhooks with a tunnel of TCP or a command of the sender itself.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund smee-client@5.0.0 standardwebhooks@1.1.1
cat >forward.mjs <<'JS'
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import SmeeClient from 'smee-client';
import { Webhook } from 'standardwebhooks';

console.log(`smee-client ${JSON.parse(readFileSync('node_modules/smee-client/package.json', 'utf8')).version}`);
const webhook = new Webhook(`whsec_${Buffer.alloc(32, 7).toString('base64')}`);
const bodies = [
  '{"amount":100}',
  '{"amount":100.10}',
  '{"invoice":9007199254740993}',
  '{"amount": 100}',
  '{"name":"\\u9673"}',
];
const seen = new Map();
let finish;
const whole = new Promise((resolve) => (finish = resolve));
const listening = async (server) => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${server.address().port}/hooks`;
};
const isSigned = (body, headers) => {
  try {
    webhook.verify(body, headers);
    return true;
  } catch {
    return false;
  }
};

const receiver = createServer(async (request, response) => {
  const body = await text(request);
  seen.set(Number(request.headers['webhook-id']), `${body} ${isSigned(body, request.headers) ? 'verified' : 'refused'}`);
  response.end();
  if (seen.size === bodies.length) finish();
});
// What a channel of smee sends: the headers and the body of each webhook in one event.
const channel = createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  bodies.forEach((body, index) => {
    const now = new Date();
    const headers = {
      'webhook-id': String(index),
      'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
      'webhook-signature': webhook.sign(String(index), now, body),
    };
    response.write(`data: {"body":${body},"query":{},${JSON.stringify(headers).slice(1)}\n\n`);
  });
});
const logger = { info() {}, error: console.error };
await new SmeeClient({ source: await listening(channel), target: await listening(receiver), logger }).start();
await whole;
const lines = bodies.map((body, index) => `${body} -> ${seen.get(index)}`);
console.log(lines.join('\n'));
const expected = [
  '{"amount":100} -> {"amount":100} verified',
  '{"amount":100.10} -> {"amount":100.1} refused',
  '{"invoice":9007199254740993} -> {"invoice":9007199254740992} refused',
  '{"amount": 100} -> {"amount":100} refused',
  '{"name":"\\u9673"} -> {"name":"陳"} refused',
];
process.exit(lines.join() === expected.join() ? 0 : 1);
JS
timeout 30 node forward.mjs
# Seen:
# smee-client 5.0.0
# {"amount":100} -> {"amount":100} verified
# {"amount":100.10} -> {"amount":100.1} refused
# {"invoice":9007199254740993} -> {"invoice":9007199254740992} refused
# {"amount": 100} -> {"amount":100} refused
# {"name":"\u9673"} -> {"name":"陳"} refused
