import { z } from 'zod';
import type { RestExample } from '../../../api/examples/examples.ts';
import type { Route } from '../../../pipeline/rest-kit/route.ts';
import { codesOf } from '../../../api/rest/openapi/errors.ts';
import { headerParameters } from '../../../api/rest/openapi/headers.ts';
import { parametersOf } from '../../../api/rest/openapi/parameters.ts';
import type { SchemaBook } from '../../../api/rest/openapi/schemas.ts';
import { block, cell, json, parts, table } from './markdown-table.ts';
import { membersTable, shapeOf, typeInWords, typeLink } from './members.ts';

const Parameter = z.looseObject({
  $ref: z.string().optional(),
  name: z.string().optional(),
  in: z.string().optional(),
  required: z.boolean().optional(),
  description: z.string().optional(),
  schema: z.record(z.string(), z.unknown()).optional(),
});

const SHARED: Readonly<Record<string, unknown>> = headerParameters;

/** A row of the route table, with an example of it if there is one. */
export function restEquivalent(route: Route, example: RestExample | undefined, book: SchemaBook): string {
  const { response } = route.describe;
  return parts(
    `**REST** \`${route.method} ${route.path}\``,
    parameters(route, book),
    body(route, book),
    example === undefined ? null : requestOf(route, example),
    response === 'bytes'
      ? 'The response has the bytes of the file.'
      : `The response is ${typeOfResponse(route, book)}:`,
    example === undefined ? null : json(example.answer),
    `Errors: ${codesOf(route)
      .map((code) => `[\`${code}\`](errors.md#${code})`)
      .join(', ')}.`,
  );
}

function parameters(route: Route, book: SchemaBook): string | null {
  const rows = parametersOf(route, book).map((each) => {
    const own = Parameter.parse(each);
    const shared = own.$ref === undefined ? own : SHARED[own.$ref.slice(own.$ref.lastIndexOf('/') + 1)];
    const { name = '', in: place = '', schema = {}, description = '', required } = Parameter.parse(shared);
    const words = typeInWords(shapeOf(schema));
    return [`\`${name}\``, place, cell(words), required === true ? 'yes' : '', cell(description)];
  });
  return rows.length === 0 ? null : table(['Parameter', 'In', 'Takes', 'Required', 'Meaning'], rows);
}

function body({ describe }: Route, book: SchemaBook): string | null {
  if (describe.body === undefined) return null;
  const schema = book.schemaOf(describe.body.schema, 'input');
  const { $ref } = shapeOf(schema);
  if ($ref !== undefined) return `The body is ${typeLink($ref.slice($ref.lastIndexOf('/') + 1))}.`;
  return membersTable(schema);
}

function typeOfResponse({ describe }: Route, book: SchemaBook): string {
  if (describe.response === 'bytes') return 'bytes';
  const shape = shapeOf(book.schemaOf(describe.response, 'output'));
  return shape.$ref === undefined ? 'as in the example' : typeInWords(shape);
}

function requestOf({ method, describe }: Route, { path, body: sent }: RestExample): string {
  const lines = [`${method} ${path}`, 'Authorization: Bearer fgk_...'];
  if (sent === undefined) return block('http', lines.join('\n'));
  const type = describe.body?.mediaType ?? 'application/json';
  return block('http', [...lines, `Content-Type: ${type}`, '', JSON.stringify(sent, null, 2)].join('\n'));
}
