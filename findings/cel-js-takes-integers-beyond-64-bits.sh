#!/bin/sh
# CEL says that an integer literal which does not fit 64 bits is an error when it is read. @marcbachmann/cel-js parses and
# checks it as an `int`, and compares with a value that no `int` can have. A sum of the same size is an error.
set -e
version=8.0.0
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --no-audit --no-fund --save-exact "@marcbachmann/cel-js@$version" >/dev/null
cat >show.mjs <<'JS'
import { Environment } from '@marcbachmann/cel-js';

const environment = new Environment().registerVariable('amount', 'int');
const literal = environment.parse('9223372036854775808 > amount');
console.log(`check: ${JSON.stringify(literal.check())}`);
console.log(`value: ${literal({ amount: 9223372036854775807n })}`);
try {
  console.log(`sum: ${environment.parse('amount + 1 > 0')({ amount: 9223372036854775807n })}`);
} catch (error) {
  console.log(`sum: ${error.message.split('\n')[0]}`);
}
JS
echo "@marcbachmann/cel-js $version on Node $(node --version)"
node show.mjs | tee output
grep -q '^check: {"valid":true,"type":"bool"}' output
grep -q '^value: true' output
grep -q '^sum: integer overflow' output
echo 'A literal beyond 64 bits is taken; a sum beyond 64 bits is an error.'
