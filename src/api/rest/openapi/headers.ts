import type { JsonSchema } from './schemas.ts';

const text = { type: 'string' } as const;

/** Response headers of interest to clients. The `required` ones are always present. */
export const headers = {
  'Request-Id': {
    description: 'The id of the request: the id that you sent, or a new one. Support will ask for it.',
    required: true,
    schema: text,
  },
  'Idempotent-Replayed': {
    description:
      'The response is a copy of the response to an earlier request with the same `Idempotency-Key`.',
    schema: { type: 'string', const: 'true' },
  },
  'Fundgate-Ignored': {
    description:
      'The unknown members and query parameters that were ignored, because a setting of the partner allows them.',
    schema: text,
  },
  Link: {
    description: 'The next page (`rel="next"`), or the successor of a deprecated spelling.',
    schema: text,
  },
  Deprecation: { description: 'Since when this spelling is deprecated (RFC 9745).', schema: text },
  'Retry-After': {
    description: 'Seconds after which another attempt may succeed.',
    schema: { type: 'string', pattern: String.raw`^\d+$` },
  },
  'RateLimit-Policy': {
    description:
      'The limits of the key, and of all keys of the partner: requests (`q`) in so many seconds (`w`).',
    schema: text,
  },
  RateLimit: {
    description: 'What is left of the limits: requests (`r`), and seconds until one more is allowed (`t`).',
    schema: text,
  },
  'WWW-Authenticate': { description: 'How to authenticate.', required: true, schema: text },
  'Accept-Ranges': { description: 'Ranges are served.', required: true, schema: { const: 'bytes' } },
  'Content-Range': {
    description: 'Which part of the document is sent, and the size of the whole document.',
    required: true,
    schema: text,
  },
  'Content-Disposition': {
    description: 'The filename to save it under.',
    required: true,
    schema: text,
  },
  ETag: { description: 'The SHA-256 of the document, in quotes.', required: true, schema: text },
} as const satisfies Record<string, JsonSchema>;

export type HeaderName = keyof typeof headers;

/** References to response headers in the components. */
export function headerRefs(names: readonly HeaderName[]): JsonSchema {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** Request headers. */
export const headerParameters = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Makes it safe to send the request again: the same key and the same request get the same response, for 31 days by default. The gateway removes one pair of quotes around it.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
  },
  RequestId: {
    name: 'Request-Id',
    in: 'header',
    description: 'Your own id for the request. If it has another form, the gateway replaces it.',
    schema: { type: 'string', pattern: String.raw`^[\w-]{1,64}$` },
  },
  Range: {
    name: 'Range',
    in: 'header',
    description: 'One range of bytes.',
    schema: { type: 'string', pattern: '^bytes=' },
  },
  IfRange: {
    name: 'If-Range',
    in: 'header',
    description: 'Serve the range only if the document still has this `ETag`.',
    schema: text,
  },
} as const satisfies Record<string, JsonSchema>;

/** References to request headers in the components. */
export function parameterRefs(names: readonly (keyof typeof headerParameters)[]): readonly JsonSchema[] {
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
}
