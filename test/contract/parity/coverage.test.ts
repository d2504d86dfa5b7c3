import { expect, test } from 'vitest';
import { gatewaySchema, routesOf } from '../../../src/features.ts';
import { isOperatorField } from '../../support/permissions.ts';
import { operations } from './operations.ts';
import type { OnBothApis } from './on-both-apis.ts';

/** Operations that only one API has, and why. */
const onOneApi = new Set([
  // The bytes of a document; GraphQL gives their URL.
  'GET /v1/files/{document_id}',
  // Any type that has an id; each also has a query of its own.
  'Query.node',
  // The key and its partner; REST has no row for them.
  'Query.viewer',
  // The machine of settlements, for a page that draws it; the guides have it as a table.
  'Query.instantSettlementMoves',
  // The trail; REST has no row for it.
  'Query.events',
]);

const all = Object.values<OnBothApis>(operations);
const missingFrom = (covered: readonly string[], names: readonly string[]) =>
  names.filter((name) => !covered.includes(name) && !onOneApi.has(name));
/** Operators have GraphQL and the command line. */
const forPartners = (names: readonly string[]) => names.filter((name) => !isOperatorField(name));

test('every row of the route table is called on both APIs', () => {
  const rows = routesOf({ sandbox: true }).map(({ method, path }) => `${method} ${path}`);
  expect(
    missingFrom(
      all.flatMap((each) => each.rows),
      rows,
    ),
  ).toEqual([]);
});

test('every query and every mutation is called on both APIs', () => {
  const schema = gatewaySchema();
  const fields = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
    Object.keys(type?.getFields() ?? {}).map((name) => `${type?.name}.${name}`),
  );
  expect(
    missingFrom(
      all.map(({ field }) => field),
      forPartners(fields),
    ),
  ).toEqual([]);
});
