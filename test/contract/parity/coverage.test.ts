import { expect, test } from 'vitest';
import { createGatewaySchema } from '../../../src/graphql/schema.ts';
import { routes } from '../../../src/rest/routes.ts';
import { isOperatorField } from '../../support/permissions.ts';
import { operations } from './operations.ts';
import type { OnBothApis } from './on-both-apis.ts';

/** What only one API has, and why. */
const onOneApi = new Set([
  // Bytes; GraphQL gives the URL of them.
  'GET /v1/files/{document_id}',
  // Whatever has an id, which the queries of each type show as well.
  'Query.node',
  // The key and its partner, which no row of the interface tells of.
  'Query.viewer',
  // The trail, of which the interface knows nothing.
  'Query.events',
]);

const all = Object.values<OnBothApis>(operations);
const missingFrom = (covered: readonly string[], names: readonly string[]) =>
  names.filter((name) => !covered.includes(name) && !onOneApi.has(name));
/** Operators have GraphQL and the command line. */
const forPartners = (names: readonly string[]) => names.filter((name) => !isOperatorField(name));

test('every row of the route table is called on both APIs', () => {
  const rows = routes.map(({ method, path }) => `${method} ${path}`);
  expect(
    missingFrom(
      all.flatMap((each) => each.rows),
      rows,
    ),
  ).toEqual([]);
});

test('every query and every mutation is called on both APIs', () => {
  const schema = createGatewaySchema();
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
