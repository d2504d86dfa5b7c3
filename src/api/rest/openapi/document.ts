import { readErrorExamples, readExamples } from '../../examples/examples.ts';
import { NOUNS } from '../../../kernel/nouns.ts';
import { FAULT_HEADER, SLOW_SECONDS_MAX } from '../../../nouns/sandbox/faults.ts';
import type { Route } from '../../../pipeline/rest-kit/route.ts';
import { describeCodes, errorExamples } from './errors.ts';
import { headerParameters, headers } from './headers.ts';
import { operationIds } from './names.ts';
import { operationOf } from './operation.ts';
import { createSchemaBook, type JsonSchema } from './schemas.ts';
import { world } from '../../../kernel/world.ts';

const DESCRIPTION = `Customers, KYC, documents and instant-settlement funding for partners.

Every success is 200. Names are in snake_case, timestamps in UTC, amounts in minor units. \`HEAD\` works where \`GET\`
does. A body may carry the members of its resource that can be read but not written; they are ignored. Other unknown
members are refused.

Where no operation is found, the answer is one of these errors:

${describeCodes(['route_unknown', 'method_not_allowed'])}
`;

/** Its header is no parameter of an operation: Postman's importer sends all parameters, so each request would fail. */
const SANDBOX_DESCRIPTION = `This is a sandbox: no money moves. The header \`${FAULT_HEADER}\` of a request asks for a
fault. \`lost_answer\` processes the request and then responds with \`service_unavailable\`. \`slow=<seconds>\` delays
the response by up to ${SLOW_SECONDS_MAX} seconds. \`rate_limited\` and \`service_unavailable\` respond with that error
and do nothing.
`;

const TAGS: ReadonlyMap<string, string> = new Map([
  ...Object.values(NOUNS).flatMap((row) =>
    'tag' in row ? [[row.tag.name, row.tag.description] as const] : [],
  ),
  ['Meta', 'The interface itself.'],
]);

/** What the description depends on besides the rows. */
export interface GatewayKind {
  readonly sandbox: boolean;
}

/**
 * The whole OpenAPI 3.1 document, generated from the rows that also serve the requests. All rows together take as long
 * as a thousand requests, so each row gets its own turn of the event loop.
 */
export async function openApiDocument(
  routes: readonly Route[],
  publicUrl: string,
  { sandbox }: GatewayKind,
): Promise<JsonSchema> {
  const book = createSchemaBook();
  const names = operationIds(routes);
  const recordedOf = recordings(publicUrl);
  const errors = readErrorExamples(publicUrl);
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const row of routes) {
    await world.turn();
    const operationId = names.get(row) ?? row.describe.operationId;
    const successor = successorOf(row, routes);
    const naming = { operationId, successor, sandbox };
    const operation = operationOf(row, { ...naming, errors, ...recordedOf(successor ?? row) }, book);
    paths[row.path] = { ...paths[row.path], [row.method.toLowerCase()]: operation };
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Fundgate',
      version: '1',
      summary: 'The REST API of the funding gateway',
      description: sandbox ? `${DESCRIPTION}\n${SANDBOX_DESCRIPTION}` : DESCRIPTION,
      contact: { name: 'The provider of this gateway', url: `${publicUrl}/docs` },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publicUrl }],
    security: [{ apiKey: [] }],
    tags: [...new Set(routes.map(({ tag }) => tag))].map((name) => ({ name, description: TAGS.get(name) })),
    paths,
    components: {
      schemas: book.components,
      headers,
      parameters: headerParameters,
      examples: errorExamples(errors),
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key: `Authorization: Bearer fgk_...`.',
        },
      },
    },
  };
}

/** Finds the example of a row. */
function recordings(publicUrl: string) {
  const examples = readExamples(publicUrl);
  return ({ method, path, describe }: Route) => {
    const row = `${method} ${path}`;
    const alike = examples.filter(({ rest }) => rest.some((each) => each.row === row));
    return {
      example: alike.flatMap(({ rest }) => rest).find((each) => each.row === row) ?? describe.example,
      fields: [...new Set(alike.map(({ graphql }) => graphql.field))],
    };
  };
}

/** The row that replaces a deprecated path. */
function successorOf(row: Route, routes: readonly Route[]): Route | undefined {
  if (row.successor === undefined) return undefined;
  return routes.find(
    ({ path, successor, handle }) =>
      path === row.successor && successor === undefined && handle === row.handle,
  );
}
