import type { z } from 'zod';
import { ID_MEANINGS } from '../../../kernel/nouns.ts';
import { isKeyed, type Route } from '../../../pipeline/rest-kit/route.ts';
import { parameterRefs } from './headers.ts';
import type { JsonSchema, SchemaBook } from './schemas.ts';

const QUERY: Readonly<Record<string, string>> = {
  limit: 'How many items a page has at most.',
  offset: 'How many of the newest items are left out. For long lists `starting_after` is faster.',
  external_customer_id: 'Only customers with this id of your own.',
  company_name: 'Only customers whose name begins with this text, in upper or lower case.',
  customer_id: 'Only those of this customer.',
  status: 'Only those in one of these statuses.',
  currency: 'Only those in this currency.',
  created_from: 'Only those created at this moment or on this day, UTC, or later.',
  created_until: 'Only those created at this moment or on this day, UTC, or earlier.',
  after:
    '`next_cursor` of the previous answer, or `latest` for the end of the feed; the first event when absent.',
  types: 'Only events of one of these types.',
  subject: 'Only events of this record, such as `customer/cus_...`.',
  starting_after: 'The id of the last item of the previous page; instead of `offset`.',
};

/** All parameters of a row besides the body: path, query and headers, with the values of an example of the row. */
export function parametersOf(route: Route, book: SchemaBook, examplePath = ''): readonly JsonSchema[] {
  const { query, answer } = route.describe;
  const [path = '', search = ''] = examplePath.split('?', 2);
  return [
    ...pathParameters(route.path, path),
    ...(query ? queryParameters(query, book, new URLSearchParams(search)) : []),
    ...parameterRefs([
      ...(isKeyed(route) ? (['IdempotencyKey'] as const) : []),
      'RequestId',
      ...(answer === 'bytes' ? (['Range', 'IfRange'] as const) : []),
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
    const { description = QUERY[name], ...schema } = withoutNull(memberOf(properties, name));
    return {
      name,
      in: 'query',
      // Several values are one parameter, separated by commas.
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
function withoutNull({ type, default: preset, ...schema }: JsonSchema): JsonSchema {
  const named: readonly unknown[] = Array.isArray(type) ? type.filter((each) => each !== 'null') : [type];
  return {
    type: named.length === 1 ? named[0] : named,
    ...schema,
    ...(preset !== undefined && preset !== null && { default: preset }),
  };
}
