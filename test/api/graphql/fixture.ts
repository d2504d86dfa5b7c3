import { buildSchema, type GraphQLSchema, type GraphQLFieldResolver } from 'graphql';
import { NO_LOAD } from '../../../src/pipeline/limits/load.ts';
import { NO_TELEMETRY } from '../../../src/engine/tracing/telemetry.ts';
import { noFacts } from '../../../src/engine/log/request-facts.ts';
import * as scalars from '../../../src/pipeline/graphql-kit/scalars.ts';
import type { Upload } from '../../../src/api/graphql/request/request-state.ts';
import { createGraphqlServer } from '../../../src/api/graphql/server.ts';
import { createStreams } from '../../../src/api/graphql/stream/streams.ts';
import { OperationError, refusal } from '../../../src/kernel/errors.ts';

const sdl = /* GraphQL */ `
  scalar JSONObject
  scalar SafeInt
  scalar File
  enum Country {
    HK
    MY
  }
  input AddressInput {
    city: String!
    line: String
  }
  input PersonInput {
    number: String!
    type: Country
  }
  input CreateInput {
    name: String!
    country: Country
    age: Int
    amount: SafeInt
    registeredAddress: AddressInput
    directors: [PersonInput!]
    extra: JSONObject
    file: File
  }
  input LookUp @oneOf {
    id: ID
    email: String
  }
  type Person {
    name: String
    friends(first: Int, last: Int): PersonConnection
    tags: [Person!]!
    self: Person
  }
  type PersonConnection {
    edges: [PersonEdge!]!
    totalCount: Int
  }
  type PersonEdge {
    node: Person
  }
  type Query {
    echo(text: String, input: CreateInput, at: [Int!]): String
    find(by: LookUp!): String
    needed(size: Int!): Int
    person(id: ID!): Person
    people(first: Int, last: Int): PersonConnection
    fails(how: String!): String
    failsHard(how: String!): String!
    never: Int
    viaContext: String
  }
  type Mutation {
    create(input: CreateInput!): String
    touch(customerId: ID!): String
  }
`;

/** The message of an internal error, which must never be shown. */
export const internalText = 'SELECT secret FROM vault';

const failures: Record<string, () => never> = {
  refused: () => {
    throw refusal('resource_missing', 'There is no such customer.');
  },
  fields: () => {
    throw new OperationError([
      { code: 'parameter_invalid', path: ['registered_address', 'address_line_1'], says: 'is too long' },
      { code: 'parameter_missing', path: ['directors_identity_number', 2, 'type'], says: 'is required' },
    ]);
  },
  busy: () => {
    throw refusal('idempotency_key_in_use', 'Still running.', { retryAfterSeconds: 1 });
  },
  bug: () => {
    throw new Error(internalText);
  },
  text: () => {
    throw internalText;
  },
};

const fail: GraphQLFieldResolver<unknown, unknown, { how: string }> = (_, { how }) =>
  failures[how]?.() ?? null;
const json: GraphQLFieldResolver<unknown, unknown> = (_, args) => JSON.stringify(args);

const viaContext: GraphQLFieldResolver<unknown, { echo?: string }> = (_, __, { echo }) => echo;

const resolvers: Record<string, Record<string, GraphQLFieldResolver<never, never>>> = {
  Query: {
    viaContext,
    echo: json,
    find: json,
    needed: () => 1,
    never: () => 'not a number',
    fails: fail,
    failsHard: fail,
  },
  Mutation: { create: json, touch: json },
};

function buildFixture(): GraphQLSchema {
  const schema = buildSchema(sdl);
  const config = schema.toConfig();
  const published = [scalars.JsonObject, scalars.SafeInt, scalars.File];
  for (const scalar of published) Object.assign(schema.getType(scalar.name) ?? {}, coercionOf(scalar));
  for (const type of config.types) {
    if (!('getFields' in type)) continue;
    for (const [name, resolve] of Object.entries(resolvers[type.name] ?? {})) {
      Object.assign(type.getFields()[name] ?? {}, { resolve });
    }
  }
  return schema;
}

function coercionOf(
  scalar: (typeof scalars)['SafeInt'] | (typeof scalars)['JsonObject'] | (typeof scalars)['File'],
) {
  const { serialize, parseValue, parseLiteral, coerceOutputValue, coerceInputValue, coerceInputLiteral } =
    scalar;
  return { serialize, parseValue, parseLiteral, coerceOutputValue, coerceInputValue, coerceInputLiteral };
}

const schema = buildFixture();

/** As much of the real reader as the server needs. */
async function readJson(request: Request): Promise<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(await request.text());
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  } catch {
    // Refused below, with every other body that is no object.
  }
  throw refusal('body_invalid', 'The body is not a well-formed JSON object.');
}

interface Given {
  readonly introspection?: boolean;
  readonly context?: (request: Request) => object;
  readonly readUpload?: (request: Request) => Promise<Upload>;
}

/** A server over the schema above, and what it has logged. */
export function openFixture({ introspection = true, context, readUpload }: Given = {}) {
  const logged: { error: unknown; requestId: string }[] = [];
  const server = createGraphqlServer({
    schema,
    introspection,
    context: context ?? (() => ({})),
    openStream: () => createStreams(NO_TELEMETRY).open({ actor: 'test', partnerId: null }),
    charge: () => undefined,
    load: NO_LOAD,
    authorize: () => undefined,
    validateValues: async () => null,
    readJson,
    readUpload: readUpload ?? (() => Promise.reject(refusal('content_type_invalid', 'No uploads here.'))),
    checkBeforeFiles: async () => {},
    log: (error, requestId) => logged.push({ error, requestId }),
  });
  const fetch = (url: string, init: RequestInit = {}) =>
    server.fetch(new Request(new URL(url, 'http://localhost'), init), {
      requestId: 'req-1',
      cors: {},
      facts: noFacts(),
    });

  const send = (body: object, headers: Record<string, string> = {}) =>
    fetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const ask = async (query: string, variables?: object): Promise<Answer> => {
    const response = await send({ query, ...(variables && { variables }) });
    return { status: response.status, ...(await readAnswer(response)) };
  };
  return { server, fetch, send, ask, logged };
}

interface ShownError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly locations?: readonly object[];
  readonly extensions: {
    readonly type: string;
    readonly code: string;
    readonly param?: string;
    readonly errors?: readonly { readonly code: string; readonly param?: string; readonly message: string }[];
    readonly requestId: string;
  };
}

export interface Result {
  readonly data?: Record<string, unknown> | null;
  readonly errors?: readonly ShownError[];
  readonly text: string;
}

type Answer = Result & { readonly status: number };

export async function readAnswer(response: Response): Promise<Result> {
  const text = await response.text();
  const body: Omit<Result, 'text'> = JSON.parse(text);
  return { ...body, text };
}

/** The parts of an error that most tests check. */
export function gist({ errors = [] }: Result): { code: string; param?: string; message: string }[] {
  return errors.flatMap(({ message, extensions: { code, param, errors: all } }) =>
    all ? [...all] : [{ code, ...(param !== undefined && { param }), message }],
  );
}
