#!/usr/bin/env bash
# @whatwg-node/fetch 0.12.1, the Fetch API under graphql-yoga's server adapter on Node.
#
# A good engineer expects that `headers.set` replaces a header, as the Fetch standard says. In the package's own `Headers`, a
# header that came with the constructor as an object stays beside the one that is set later: `get('Vary')`, as it was written
# there, gives the old value, `get('vary')` the new one, and an iteration, which is what servers send, gives both, as
# `old, new`. So a test by `get` may be green while the client gets two values (of `Vary`, or of a header that may stand only
# once). Deleting the header first helps. Node's own `Headers` replaces it.
#
# Prints what each of the two gives, and fails if that changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --ignore-scripts --no-audit --no-fund --loglevel=error @whatwg-node/fetch@0.12.1 > /dev/null

cat > try.js <<'JS'
import * as ponyfill from '@whatwg-node/fetch';

function tried(Headers, before = () => {}) {
  const headers = new Headers({ Vary: 'Accept-Encoding' });
  before(headers);
  headers.set('Vary', 'Origin');
  return { asWritten: headers.get('Vary'), lower: headers.get('vary'), sent: Object.fromEntries(headers).vary };
}

const found = {
  node: tried(globalThis.Headers),
  package: tried(ponyfill.Headers),
  'package, deleted before': tried(ponyfill.Headers, (headers) => headers.delete('Vary')),
};
console.log(JSON.stringify(found, null, 2));
const expected = {
  node: { asWritten: 'Origin', lower: 'Origin', sent: 'Origin' },
  package: { asWritten: 'Accept-Encoding', lower: 'Origin', sent: 'Accept-Encoding, Origin' },
  'package, deleted before': { asWritten: 'Origin', lower: 'Origin', sent: 'Origin' },
};
if (JSON.stringify(found) !== JSON.stringify(expected)) {
  console.error('This has changed.');
  process.exit(1);
}
JS
node try.js
