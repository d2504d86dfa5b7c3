import type { z } from 'zod';
import type { Route } from '../../rest-kit/route.ts';
import { MIME_TYPES } from '../../document/upload.rules.ts';
import { FILES_MAX } from '../../http/multipart/upload-limits.ts';
import { errorResponses } from './errors.ts';
import { type HeaderName, headerRefs } from './headers.ts';
import { parametersOf } from './parameters.ts';
import type { JsonSchema, SchemaBook } from './schemas.ts';

interface Naming {
  readonly operationId: string;
  /** The row that a deprecated row is another spelling of. */
  readonly successor: Route | undefined;
}

/** A row as an operation of the document. */
export function operationOf(route: Route, { operationId, successor }: Naming, book: SchemaBook): JsonSchema {
  const { body } = route.describe;
  return {
    operationId,
    summary: route.summary,
    tags: [route.tag],
    ...(successor && {
      deprecated: true,
      description: `Use \`${successor.method} ${successor.path}\`, which answers the same.`,
    }),
    ...(route.access === 'anyone' && { security: [] }),
    parameters: parametersOf(route, book),
    ...(body && { requestBody: requestBody(body, book) }),
    responses: { ...successResponses(route, book), ...errorResponses(route, book) },
  };
}

function requestBody(body: NonNullable<Route['describe']['body']>, book: SchemaBook): JsonSchema {
  const schema = book.schemaOf(body.schema, 'input');
  const content = body.mediaType === 'application/json' ? { schema } : multipart(schema);
  return { required: body.isOptional !== true, content: { [body.mediaType]: content } };
}

/** The schema of the text part, with the file parts added. */
function multipart(schema: JsonSchema): JsonSchema {
  const names = Array.from({ length: FILES_MAX }, (_, position) =>
    position === 0 ? 'file' : `file${position}`,
  );
  const file = { type: 'string', contentMediaType: 'application/octet-stream' };
  const files = Object.fromEntries(names.map((name) => [name, file]));
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

function successResponses(route: Route, book: SchemaBook): Record<string, JsonSchema> {
  const { answer } = route.describe;
  if (answer === 'bytes') {
    const sent = ['Request-Id', 'Accept-Ranges', 'Content-Disposition', 'ETag'] as const;
    return {
      200: { description: 'The whole document.', headers: headerRefs(sent), content: bytes },
      206: {
        description: 'The part of the document that `Range` asks for.',
        headers: headerRefs([...sent, 'Content-Range']),
        content: bytes,
      },
    };
  }
  return { 200: jsonResponse(route, answer, book) };
}

const bytes: JsonSchema = Object.fromEntries(MIME_TYPES.map((type) => [type, {}]));

function jsonResponse(
  { access, describe, successor }: Route,
  answer: z.ZodType,
  book: SchemaBook,
): JsonSchema {
  const names: HeaderName[] = ['Request-Id', 'Fundgate-Ignored'];
  if (access === 'key') names.push('RateLimit-Policy', 'RateLimit');
  if (describe.body?.mediaType === 'application/json') names.push('Idempotent-Replayed');
  if (describe.query !== undefined || successor !== undefined) names.push('Link');
  if (successor !== undefined) names.push('Deprecation');
  return {
    description: 'Done.',
    headers: headerRefs(names),
    content: { 'application/json': { schema: book.schemaOf(answer, 'output') } },
  };
}
