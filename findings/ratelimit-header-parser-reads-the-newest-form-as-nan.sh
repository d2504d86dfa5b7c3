#!/usr/bin/env bash
# ratelimit-header-parser 0.1.0 tells a client from the headers of a response how many requests are left and when more
# will be. It comes from the maintainers of express-rate-limit 8.7.5 (80 million downloads a month), which writes three forms of these
# headers. Of the newest, `draft-8`, the parser finds the header and answers with an object, as for the two older ones. But
# its limit and the requests that remain are NaN, and `reset` is an Invalid Date: nothing throws, and it is not undefined, which
# stands for "no such header". Each comparison with NaN is false, so `remaining < 1` never holds, and a timer of NaN
# milliseconds fires at once. A client of an API with limits that waits by it never waits, from the day on which the server
# moves to the newest form. Read that form with a parser of structured fields (RFC 9651), as `structured-headers` has it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund ratelimit-header-parser@0.1.0 express@5.3.0 express-rate-limit@8.7.5
cat >read.mjs <<'JS'
import { once } from 'node:events';
import express from 'express';
import { rateLimit } from 'express-rate-limit';
import { parseRateLimit } from 'ratelimit-header-parser';

console.log('ratelimit-header-parser 0.1.0, express-rate-limit 8.7.5');
const seen = [];
for (const standardHeaders of ['draft-6', 'draft-7', 'draft-8']) {
  const app = express();
  app.use(rateLimit({ windowMs: 60_000, limit: 5, standardHeaders, legacyHeaders: false }));
  app.get('/', (_, response) => response.json({}));
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const response = await fetch(`http://127.0.0.1:${server.address().port}/`);
  const { limit, remaining, reset } = parseRateLimit(response);
  const first = response.headers.get('ratelimit') ?? response.headers.get('ratelimit-remaining');
  seen.push(`${standardHeaders}: ${first} -> limit ${limit}, remaining ${remaining}, reset ${Number.isNaN(reset.getTime()) ? 'invalid' : 'a time'}`);
  await response.body?.cancel();
  server.close();
  server.closeAllConnections();
}
console.log(seen.join('\n'));
const expected = [
  'draft-6: 4 -> limit 5, remaining 4, reset a time',
  'draft-7: limit=5, remaining=4, reset=60 -> limit 5, remaining 4, reset a time',
  'draft-8: "5-in-1min"; r=4; t=60 -> limit NaN, remaining NaN, reset invalid',
];
process.exitCode = seen.join() === expected.join() ? 0 : 1;
JS
node read.mjs
# Seen:
# ratelimit-header-parser 0.1.0, express-rate-limit 8.7.5
# draft-6: 4 -> limit 5, remaining 4, reset a time
# draft-7: limit=5, remaining=4, reset=60 -> limit 5, remaining 4, reset a time
# draft-8: "5-in-1min"; r=4; t=60 -> limit NaN, remaining NaN, reset invalid
