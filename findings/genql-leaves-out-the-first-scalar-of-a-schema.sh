#!/usr/bin/env bash
# @genql/cli 6.3.4 (125,000 downloads a month) generates a GraphQL client; its readme says that `__scalar: true` fetches all
# scalar fields of a type. The generated client numbers the types, and takes the number 0 for no type: fields of the scalar
# that the schema names first are never asked for, by `__scalar` and by `everything`. If that is `scalar Decimal`, as in a
# schema that begins with its scalars, all amounts of all types are undefined; the compiler says that they are there, the
# request succeeds, and a sum of them is NaN. If the order of the schema changes, other fields are missing. A field that
# is named by hand is fetched.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @genql/cli@6.3.4 graphql@16.11.0 esbuild@0.25.12 2>/dev/null
cat >query.cjs <<'JS'
const { execFileSync } = require('node:child_process');
const { writeFileSync } = require('node:fs');

const tool = (name, ...options) => execFileSync(`node_modules/.bin/${name}`, options, { stdio: 'ignore' });
const selectionOf = (first, second, fields) => {
  const type = 'type Loan { id: ID! amount: Decimal! fee: Decimal paidOn: Date }';
  writeFileSync('schema.graphql', `scalar ${first}\nscalar ${second}\n${type}\ntype Query { loan: Loan }`);
  tool('genql', '--schema', 'schema.graphql', '--output', first);
  tool('esbuild', `${first}/index.ts`, '--bundle', '--platform=node', `--outfile=${first}/client.cjs`);
  const { generateQueryOp } = require(`./${first}/client.cjs`);
  return generateQueryOp({ loan: fields }).query.match(/on Loan\{(.*)\}/)?.[1] ?? 'by name';
};
const seen = [
  `Decimal comes first: ${selectionOf('Decimal', 'Date', { __scalar: true })}`,
  `Date comes first: ${selectionOf('Date', 'Decimal', { __scalar: true })}`,
];
console.log(seen.join('\n'));
const expected = ['Decimal comes first: id,paidOn,__typename', 'Date comes first: id,amount,fee,__typename'];
process.exit(seen.join('\n') === expected.join('\n') ? 0 : 1);
JS
node query.cjs
# Seen:
# Decimal comes first: id,paidOn,__typename
# Date comes first: id,amount,fee,__typename
