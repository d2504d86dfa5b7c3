import type { z } from 'zod';
import { ID_MEANINGS } from '../../../kernel/nouns.ts';
import { isKeyed, type Route } from '../../../pipeline/rest-kit/route.ts';
import { parameterRefs } from './headers.ts';
import type { JsonSchema, SchemaBook } from './schemas.ts';

/** All parameters of a row besides the body: path, query and headers, with the values of an example of the row. */
export function parametersOf(route: Route, book: SchemaBook, examplePath = ''): readonly JsonSchema[] {
  const { query, response } = route.describe;
  const [path = '', search = ''] = examplePath.split('?', 2);
  return [
    ...pathParameters(route.path, path),
    ...(query ? queryParameters(query, book, new URLSearchParams(search)) : []),
    ...parameterRefs([
      ...(isKeyed(route) ? (['IdempotencyKey'] as const) : []),
      'RequestId',
      ...(response === 'bytes' ? (['Range', 'IfRange'] as const) : []),
    ]),
  ];
}

function pathParameters(path: string, examplePath: string): JsonSchema[] {
  const values = examplePath.split('/');
  return path.split('/').flatMap((segment, at) => {
    const [, name] = /^\{(\w+)\}$/.exec(segment) ?? [];
    if (name === undefined) return [];
    return [
      {
        name,
        in: 'path',
        required: true,
        ...described(ID_MEANINGS.get(name)),
        schema: { type: 'string', minLength: 1 },
        ...exampleOf(values[at]),
      },
    ];
  });
}

function queryParameters(query: z.ZodObject, book: SchemaBook, values: URLSearchParams): JsonSchema[] {
  const { properties, required } = book.schemaOf(query, 'input');
  return Object.keys(query.shape).map((name) => {
    const { description, ...schema } = withoutNull(memberOf(properties, name));
    return {
      name,
      in: 'query',
      // Several values form one parameter, separated by commas.
      ...(schema['type'] === 'array' && { style: 'form', explode: false }),
      ...(Array.isArray(required) && required.includes(name) && { required: true }),
      ...described(description),
      schema,
      ...exampleOf(values.get(name) ?? undefined, schema['type']),
    };
  });
}

const exampleOf = (text: string | undefined, type: unknown = 'string') =>
  text === undefined ? {} : { example: type === 'integer' ? Number(text) : text };

const described = (description: unknown) => (typeof description === 'string' ? { description } : {});

function memberOf(properties: unknown, name: string): JsonSchema {
  const member: unknown =
    typeof properties === 'object' && properties !== null ? Reflect.get(properties, name) : undefined;
  if (typeof member !== 'object' || member === null) throw new Error(`The query has no member ${name}.`);
  return { ...member };
}

/** A query parameter cannot be null. */
function withoutNull({ anyOf, ...member }: JsonSchema): JsonSchema {
  const others = Array.isArray(anyOf) ? anyOf.filter((each: JsonSchema) => each['type'] !== 'null') : [];
  const { type, default: preset, ...schema }: JsonSchema = { ...member, ...others[0] };
  const named: readonly unknown[] = Array.isArray(type) ? type.filter((each) => each !== 'null') : [type];
  return {
    type: named.length === 1 ? named[0] : named,
    ...schema,
    ...(preset !== undefined && preset !== null && { default: preset }),
  };
}
