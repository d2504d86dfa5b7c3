import { buildSchema, type GraphQLFieldResolver } from 'graphql';
import { noFacts } from '../../../../src/engine/log/request-facts.ts';
import { NO_TELEMETRY } from '../../../../src/engine/tracing/telemetry.ts';
import { afterAll, expect, test } from 'vitest';
import { NO_LOAD } from '../../../../src/pipeline/limits/load.ts';
import { createResultBudget } from '../../../../src/api/graphql/plan/result-budget.ts';
import { RESULT_BYTES_MAX, RESULT_OBJECTS_MAX } from '../../../../src/api/graphql/limits/limits.ts';
import { createGraphqlServer } from '../../../../src/api/graphql/server.ts';
import { createStreams } from '../../../../src/api/graphql/stream/streams.ts';
import { refusal } from '../../../../src/kernel/errors.ts';
import { gist, readAnswer } from '../fixture.ts';

const MIB = 1024 * 1024;
const read = { text: 0, json: 0, rows: 0 };

/** A schema whose fields return more than they declare. */
const schema = buildSchema(`
  scalar JSON
  type Row { fails: Int text: String json: JSON rows(count: Int!): [Row!]! later: Row n: Int }
  type Query { row: Row! rows(count: Int!): [Row!]! }
`);
const row = {};
const rows: GraphQLFieldResolver<unknown, unknown, { count: number }> = (_, { count }) => {
  read.rows += 1;
  return Array.from({ length: count }, () => row);
};
const resolvers: Readonly<Record<string, Readonly<Record<string, GraphQLFieldResolver<never, never>>>>> = {
  Query: { row: () => row, rows },
  Row: {
    rows,
    later: async () => row,
    fails() {
      throw refusal('resource_missing', 'There is no such thing.');
    },
    n: () => 1,
    text() {
      read.text += 1;
      return 'é'.repeat(MIB / 2);
    },
    async json() {
      read.json += 1;
      return { list: 'x'.repeat(MIB) };
    },
  },
};
for (const [type, fields] of Object.entries(resolvers)) {
  const found = schema.getType(type);
  if (found === undefined || !('getFields' in found)) continue;
  for (const [name, resolve] of Object.entries(fields))
    Object.assign(found.getFields()[name] ?? {}, { resolve });
}

const logged: unknown[] = [];
const server = createGraphqlServer({
  schema,
  introspection: true,
  openStream: () => createStreams(NO_TELEMETRY).open({ actor: 'test', partnerId: null }),
  charge: () => undefined,
  load: NO_LOAD,
  authorize: () => undefined,
  context: () => ({}),
  validateValues: async () => null,
  readJson: (request) => request.json(),
  readUpload: () => Promise.reject(new Error('unused')),
  checkBeforeFiles: async () => {},
  log: (error) => void logged.push(error),
});
afterAll(() => server.dispose());

async function ask(query: string) {
  const headers = { 'content-type': 'application/json' };
  const request = new Request('http://localhost/graphql', {
    method: 'POST',
    headers,
    body: JSON.stringify({ query }),
  });
  return readAnswer(await server.fetch(request, { requestId: 'req-1', cors: {}, facts: noFacts() }));
}

const TOO_LARGE = [
  {
    code: 'query_too_complex',
    message:
      'The response would have more than 16 MiB or 20000 objects; ask for fewer fields or smaller pages.',
  },
];

test('a result under the limit is complete', async () => {
  const answer = await ask('{ rows(count: 15) { text } }');
  expect(answer.errors).toBeUndefined();
  expect(Buffer.byteLength(answer.text)).toBeGreaterThan(15 * MIB);
});

test.each([
  ['texts that are there at once', '{ rows(count: 400) { text } }', 'text'],
  ['free JSON that comes later', '{ rows(count: 400) { json } }', 'json'],
] as const)(
  '%s end the result as soon as it is too large, independent of their cost',
  async (_, query, field) => {
    read[field] = 0;
    const answer = await ask(query);
    expect(gist(answer)).toEqual(TOO_LARGE);
    expect(answer).not.toHaveProperty('data');
    expect(answer.text.length).toBeLessThan(1_000);
    // All resolvers of one list are started before the first of them resolves.
    if (field === 'text') expect(read[field]).toBeLessThan(20);
  },
);

test('too many objects end the run too, before their fields are read', async () => {
  read.rows = 0;
  expect(gist(await ask(`{ rows(count: ${RESULT_OBJECTS_MAX + 1}) { text } }`))).toEqual(TOO_LARGE);
  expect(gist(await ask('{ later: row { later { rows(count: 150) { rows(count: 150) { n } } } } }'))).toEqual(
    TOO_LARGE,
  );
  expect(read.rows).toBeLessThan(150);
});

test('of a thousand failing fields fifty errors are listed, and the rest of the result is complete', async () => {
  const answer = await ask('{ rows(count: 5000) { n fails } }');
  expect(answer.errors).toHaveLength(50);
  expect(answer.data).toMatchObject({ rows: expect.objectContaining({ length: 5_000 }) });
});

test('a budget counts names, values and objects', () => {
  const refused = expect.objectContaining({ code: 'query_too_complex' });
  const budget = createResultBudget({ bytesMax: 100, objectsMax: 3 });
  budget.onObject(20);
  budget.onLeaf('é'.repeat(20));
  budget.onLeaf(1);
  expect(() => budget.onLeaf({ text: 'x'.repeat(40) })).toThrow(refused);
  const objects = createResultBudget({ bytesMax: RESULT_BYTES_MAX, objectsMax: 3 });
  for (let count = 0; count < 3; count += 1) objects.onObject(0);
  expect(() => objects.onObject(0)).toThrow(refused);
});

test('none of these requests is logged as a failure of the gateway', () => {
  expect(logged).toEqual([]);
});
