#!/usr/bin/env bash
# @graphql-inspector/core 8.0.0 (2.5 million downloads a month) and graphql 16.15.0 and 17.1.0 (its `findBreakingChanges`)
# compare two schemas, and a build stops at what is breaking. Where an argument or a member of an input is not null and has
# a default, clients leave it out. If the default goes, each of their requests is refused: "is required, but it was not
# provided". All three call that "dangerous" (which they also say of a new value of an enum) and none calls it breaking, so a
# gate at breaking changes lets it pass. A new argument without a default, which has the same effect, is breaking for
# all of them. So treat changes of defaults as breaking, or validate the documents that clients really send.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @graphql-inspector/core@8.0.0 graphql@16.15.0 graphql-17@npm:graphql@17.1.0
cat >compare.cjs <<'JS'
const { diff } = require('@graphql-inspector/core');
const graphql16 = require('graphql');
const graphql17 = require('graphql-17');

const changes = [
  ['default of an argument removed', 'type Query { orders(first: Int! = 20): Int }', 'type Query { orders(first: Int!): Int }', '{ orders }'],
  [
    'default of a member removed',
    'input Page { first: Int! = 20 } type Query { orders(page: Page): Int }',
    'input Page { first: Int! } type Query { orders(page: Page): Int }',
    '{ orders(page: {}) }',
  ],
  ['argument added', 'type Query { orders: Int }', 'type Query { orders(first: Int!): Int }', '{ orders }'],
];
const compare = async ([name, before, after, document]) => {
  const errorsOf = (schema) => graphql16.validate(graphql16.buildSchema(schema), graphql16.parse(document)).length;
  const breakingOf = ({ buildSchema, findBreakingChanges }) => findBreakingChanges(buildSchema(before), buildSchema(after)).length;
  const found = await diff(graphql16.buildSchema(before), graphql16.buildSchema(after));
  const levels = found.map(({ criticality }) => criticality.level).join();
  return `${name}: ${document} has ${errorsOf(before)}, then ${errorsOf(after)} errors; inspector ${levels}; breaking for graphql 16: ${breakingOf(graphql16)}, for 17: ${breakingOf(graphql17)}`;
};
void Promise.all(changes.map(compare)).then((lines) => {
  console.log(lines.join('\n'));
  const expected = [
    'default of an argument removed: { orders } has 0, then 1 errors; inspector DANGEROUS; breaking for graphql 16: 0, for 17: 0',
    'default of a member removed: { orders(page: {}) } has 0, then 1 errors; inspector DANGEROUS; breaking for graphql 16: 0, for 17: 0',
    'argument added: { orders } has 0, then 1 errors; inspector BREAKING; breaking for graphql 16: 1, for 17: 1',
  ];
  if (lines.join() !== expected.join()) process.exitCode = 1;
});
JS
node compare.cjs
# Seen:
# default of an argument removed: { orders } has 0, then 1 errors; inspector DANGEROUS; breaking for graphql 16: 0, for 17: 0
# default of a member removed: { orders(page: {}) } has 0, then 1 errors; inspector DANGEROUS; breaking for graphql 16: 0, for 17: 0
# argument added: { orders } has 0, then 1 errors; inspector BREAKING; breaking for graphql 16: 1, for 17: 1
