import type { z } from 'zod';
import type { RestExample } from '../../examples/examples.ts';
import { isKeyed, type Route } from '../../../pipeline/rest-kit/route.ts';
import { MIME_TYPES } from '../../../nouns/document/metadata.rules.ts';
import { FILES_MAX } from '../../../engine/http/multipart/upload-limits.ts';
import { errorResponses, type RecordedErrors } from './errors.ts';
import { type HeaderName, headerRefs } from './headers.ts';
import { parametersOf } from './parameters.ts';
import type { JsonSchema, SchemaBook } from './schemas.ts';

interface Naming {
  readonly operationId: string;
  /** The row that replaces a deprecated row. */
  readonly successor: Route | undefined;
  /** Whether it is of a sandbox. */
  readonly sandbox: boolean;
}

/** Facts about a row besides its own description. */
interface Recorded {
  /** A request and its response. */
  readonly example: Omit<RestExample, 'row'> | undefined;
  /** The GraphQL fields that do the same. */
  readonly fields: readonly string[];
  readonly errors: RecordedErrors;
}

/** A row as an operation of the document. */
export function operationOf(
  route: Route,
  { operationId, successor, sandbox, ...recorded }: Naming & Recorded,
  book: SchemaBook,
): JsonSchema {
  const { body } = route.describe;
  const { example } = recorded;
  return {
    operationId,
    summary: route.summary,
    tags: [route.tag],
    ...(successor && { deprecated: true }),
    description:
      successor === undefined
        ? [descriptionOf(route, recorded), ...(sandbox ? [route.sandboxNote ?? []].flat() : [])].join('\n\n')
        : `Use \`${successor.method} ${successor.path}\`, which has the same response.`,
    ...(route.access === 'anyone' && { security: [] }),
    parameters: parametersOf(route, book, example?.path),
    ...(body && { requestBody: requestBody(body, example, book) }),
    responses: { ...successResponses(route, example, book), ...errorResponses(route, book, recorded.errors) },
  };
}

/** The description of the row, in sentences. */
function descriptionOf(route: Route, { fields }: Recorded): string {
  const { access, summary, describe } = route;
  const { body } = describe;
  return [
    `${summary}.`,
    access === 'anyone' && 'It needs no API key.',
    access === 'key' &&
      isKeyed(route) &&
      'With an `Idempotency-Key` it can be sent again safely: the change happens once.',
    body?.mediaType === 'multipart/form-data' &&
      'It replaces what was there before, so that it can be sent again safely.',
    isPaged(route) && 'The `Link` header of a response has the address of the next page.',
    fields.length > 0 && `In GraphQL it is ${fields.map((field) => `\`${field}\``).join(' and ')}.`,
  ]
    .filter((sentence) => sentence !== false)
    .join(' ');
}

function requestBody(
  body: NonNullable<Route['describe']['body']>,
  recorded: Recorded['example'],
  book: SchemaBook,
): JsonSchema {
  const schema = book.schemaOf(body.schema, 'input');
  const content = body.mediaType === 'application/json' ? { schema } : multipart(schema);
  // If a body may be absent, it may also be an empty object.
  const example = recorded === undefined ? {} : { example: recorded.body ?? {} };
  return { required: body.isOptional !== true, content: { [body.mediaType]: { ...content, ...example } } };
}

/** Bytes in a form that generators for both versions know. */
const BYTES = { type: 'string', format: 'binary' };

/** A file part. Some generators for OpenAPI 3.1 know only `contentMediaType`. */
const FILE = { ...BYTES, contentMediaType: 'application/octet-stream' };

/** The schema of the text part, with the file parts added. */
function multipart(schema: JsonSchema): JsonSchema {
  const names = Array.from({ length: FILES_MAX }, (_, position) =>
    position === 0 ? 'file' : `file${position}`,
  );
  const files = Object.fromEntries(names.map((name) => [name, FILE]));
  const encoding = Object.fromEntries(names.map((name) => [name, { contentType: MIME_TYPES.join(', ') }]));
  return {
    schema: {
      ...schema,
      properties: { ...Object(schema['properties']), ...files },
      additionalProperties: false,
    },
    encoding: { metadata: { contentType: 'application/json' }, ...encoding },
  };
}

function successResponses(
  route: Route,
  example: Recorded['example'],
  book: SchemaBook,
): Record<string, JsonSchema> {
  const { response } = route.describe;
  if (response === 'bytes') {
    const sent = ['Request-Id', 'Accept-Ranges', 'Content-Disposition', 'ETag'] as const;
    return {
      200: { description: 'The whole document.', headers: headerRefs(sent), content: bytesContent(example) },
      206: {
        description: 'The part of the document that `Range` asks for.',
        headers: headerRefs([...sent, 'Content-Range']),
        content: bytesContent(example),
      },
    };
  }
  return { 200: { ...jsonResponse(route), content: jsonContent(response, example, book) } };
}

/** Whether its responses link to the next page. A feed has cursors instead. */
const isPaged = ({ describe }: Route): boolean => 'starting_after' in (describe.query?.shape ?? {});

const bytesContent = (recorded: Recorded['example']): JsonSchema =>
  Object.fromEntries(
    MIME_TYPES.map((type) => [
      type,
      { schema: BYTES, ...(recorded !== undefined && { example: recorded.answer }) },
    ]),
  );

function jsonResponse(route: Route): JsonSchema {
  const { access, successor } = route;
  const names: HeaderName[] = ['Request-Id', 'Fundgate-Ignored'];
  if (access === 'key') names.push('RateLimit-Policy', 'RateLimit');
  if (isKeyed(route)) names.push('Idempotent-Replayed');
  if (isPaged(route) || successor !== undefined) names.push('Link');
  if (successor !== undefined) names.push('Deprecation');
  return { description: 'Done.', headers: headerRefs(names) };
}

const jsonContent = (response: z.ZodType, recorded: Recorded['example'], book: SchemaBook): JsonSchema => ({
  'application/json': {
    schema: book.schemaOf(response, 'output'),
    ...(recorded !== undefined && { example: recorded.answer }),
  },
});
