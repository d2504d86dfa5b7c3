import { z } from 'zod';
import { isKeyed, type Route } from '../../../pipeline/rest-kit/route.ts';
import { catalogue, type ErrorCode } from '../../../kernel/error-catalogue.ts';
import { wordsOf } from '../../../kernel/words.ts';
import { type HeaderName, headerRefs } from './headers.ts';
import type { JsonSchema, SchemaBook } from './schemas.ts';

const codes = wordsOf(catalogue);
const types = [...new Set(Object.values(catalogue).map(({ type }) => type))];

const ProblemBody = z.strictObject({
  code: z.enum(codes),
  param: z
    .string()
    .optional()
    .meta({ description: 'The path of the field, such as `registered_address.city`.' }),
  message: z.string(),
});

/** The body of every error. */
export const ErrorBody = z
  .strictObject({
    error: z.strictObject({
      type: z.enum(types),
      ...ProblemBody.shape,
      errors: z.array(ProblemBody).min(2).optional().meta({
        description: 'Every problem, if there are several; the first one is also the error itself.',
      }),
      missing: z.array(z.string()).optional().meta({
        description: 'With `kyc_incomplete`: the fields and document types that are still to be sent.',
      }),
      request_id: z.string(),
      doc_url: z.url().meta({ description: 'The page that explains the code.' }),
    }),
  })
  .meta({ id: 'Error' });

const ANY: readonly ErrorCode[] = ['internal_error', 'service_unavailable'];
const KEYED: readonly ErrorCode[] = [
  'api_key_missing',
  'api_key_invalid',
  'api_key_expired',
  'api_key_revoked',
  'rate_limited',
  'permission_denied',
];
const WITH_BODY: readonly ErrorCode[] = ['body_invalid', 'content_type_invalid', 'request_too_large'];
const WITH_JSON: readonly ErrorCode[] = ['parameter_missing', 'parameter_invalid', 'parameter_unknown'];
const WITH_IDEMPOTENCY: readonly ErrorCode[] = [
  'idempotency_key_invalid',
  'idempotency_key_reused',
  'idempotency_key_in_use',
];

/** Every error code of all rows, in the order of the catalogue. */
export function codesOfAll(routes: readonly Route[]): readonly ErrorCode[] {
  const possible = new Set(routes.flatMap(codesOf));
  return codes.filter((code) => possible.has(code));
}

/** Every error code of a row, in the order of the catalogue. */
export function codesOf(route: Route): readonly ErrorCode[] {
  const { body, query, errors } = route.describe;
  const keyed = route.access === 'key';
  const possible = new Set<ErrorCode>([
    ...ANY,
    ...(keyed ? KEYED : []),
    ...(keyed && query ? (['parameter_invalid', 'parameter_unknown'] as const) : []),
    ...(keyed ? (['parameter_unknown'] as const) : []),
    ...(keyed && query && needsParameter(query) ? (['parameter_missing'] as const) : []),
    ...(body ? WITH_BODY : []),
    ...(body?.mediaType === 'application/json' ? WITH_JSON : []),
    ...(isKeyed(route) ? WITH_IDEMPOTENCY : []),
    // An id that is empty or has a slash makes another path, so `route_unknown` is possible.
    ...(route.path.includes('{') ? (['resource_missing', 'route_unknown'] as const) : []),
    ...errors,
  ]);
  return codes.filter((code) => possible.has(code));
}

const needsParameter = (query: z.ZodObject): boolean =>
  Object.values(query.shape).some((member) => !z.safeParse(member, undefined).success);

const CODE_HEADERS: Partial<Record<ErrorCode, HeaderName>> = {
  api_key_missing: 'WWW-Authenticate',
  idempotency_key_in_use: 'Retry-After',
  rate_limited: 'Retry-After',
  service_unavailable: 'Retry-After',
  range_not_satisfiable: 'Content-Range',
};

/** Recorded responses by their code. Codes that only a sandbox's rows have by REST are not recorded. */
export type RecordedErrors = Readonly<Record<string, unknown>>;

/** The error responses of a row, by status. */
export function errorResponses(
  route: Route,
  book: SchemaBook,
  recorded: RecordedErrors,
): Record<string, JsonSchema> {
  const byStatus = Map.groupBy(codesOf(route), (code) => String(catalogue[code].status));
  const more: readonly HeaderName[] = [
    ...(route.access === 'key' ? (['RateLimit-Policy', 'RateLimit'] as const) : []),
    ...(route.successor === undefined ? [] : (['Link', 'Deprecation'] as const)),
  ];
  return Object.fromEntries(
    [...byStatus].map(([status, those]) => [status, errorResponse(those, more, book, recorded)]),
  );
}

function errorResponse(
  those: readonly ErrorCode[],
  more: readonly HeaderName[],
  book: SchemaBook,
  recorded: RecordedErrors,
): JsonSchema {
  const code = { enum: those };
  const type = { enum: [...new Set(those.map((each) => catalogue[each].type))] };
  // Open, because the other members are in the schema that this one narrows.
  const errors = { items: { properties: { code }, additionalProperties: true } };
  const error = { properties: { type, code, errors }, additionalProperties: true };
  const narrowed = { properties: { error } };
  return {
    description: describeCodes(those),
    headers: headerRefs(['Request-Id', ...more, ...those.flatMap((each) => CODE_HEADERS[each] ?? [])]),
    content: {
      'application/json': {
        schema: { allOf: [book.schemaOf(ErrorBody, 'output'), narrowed] },
        examples: Object.fromEntries(
          those
            .filter((each) => Object.hasOwn(recorded, each))
            .map((each) => [each, { $ref: `#/components/examples/${each}` }]),
        ),
      },
    },
  };
}

export const describeCodes = (those: readonly ErrorCode[]): string =>
  those.map((code) => `- \`${code}\`: ${catalogue[code].when}`).join('\n');

/** An example of each code: a recorded response of one row. All rows refer to it. */
export const errorExamples = (recorded: RecordedErrors): JsonSchema =>
  Object.fromEntries(
    codes
      .filter((code) => Object.hasOwn(recorded, code))
      .map((code) => [code, { summary: catalogue[code].when, value: recorded[code] }]),
  );
