type ErrorType =
  | 'invalid_request_error'
  | 'authentication_error'
  | 'permission_error'
  | 'idempotency_error'
  | 'rate_limit_error'
  | 'api_error';

interface CatalogueEntry {
  readonly status: number;
  readonly type: ErrorType;
  /** When a client gets this code; printed in the guides and in OpenAPI. */
  readonly when: string;
}

const entry = (status: number, type: ErrorType, when: string): CatalogueEntry => ({ status, type, when });
const invalid = (when: string) => entry(400, 'invalid_request_error', when);

/**
 * Every error that the gateway can return, and the only place that maps a code to its response: REST uses `status`,
 * GraphQL `extensions.type` and `extensions.code`.
 */
export const catalogue = {
  body_invalid: invalid('The body, or the metadata part of an upload, is not a well-formed JSON object.'),
  query_invalid: invalid('The GraphQL document cannot be parsed or does not fit the schema.'),
  query_too_complex: invalid('The GraphQL document is over a limit of depth, aliases, tokens or cost.'),
  parameter_missing: invalid('A required field is absent or null.'),
  parameter_invalid: invalid('A field has a value that it cannot take.'),
  parameter_unknown: invalid('A member or query parameter that the operation does not have.'),
  cursor_ahead: invalid(
    'The cursor is beyond the end of the feed, which was taken back to an earlier moment since.',
  ),
  country_not_supported: invalid('`company_country` is not a country in which companies can be onboarded.'),
  company_country_immutable: invalid('`company_country` differs from the one the customer was created with.'),
  currency_not_supported: invalid('`currency` is not one that the partner can be funded in.'),
  metadata_duplicate: invalid('More than one part is named `metadata`.'),
  metadata_invalid: invalid('The upload metadata has invalid or unknown properties.'),
  file_missing: invalid('There is no file part, or one that the metadata describes is missing.'),
  file_duplicate: invalid('More than one file part has the same name.'),
  file_metadata_missing: invalid('A part has no matching file metadata, or is the eleventh file.'),
  file_metadata_unknown: invalid('The file metadata has a key that does not match `^file[1-9]?$`.'),
  file_metadata_invalid: invalid('The metadata of a file is invalid or incomplete, or the file is empty.'),
  file_signature_invalid: invalid('The hash in the metadata is not that of the file.'),
  idempotency_key_invalid: invalid('`Idempotency-Key` is not 1 to 255 visible ASCII characters.'),
  api_key_missing: entry(401, 'authentication_error', 'There is no `Authorization: Bearer` header.'),
  api_key_invalid: entry(401, 'authentication_error', 'The API key is malformed or unknown.'),
  api_key_expired: entry(401, 'authentication_error', 'The API key is past its expiry.'),
  api_key_revoked: entry(401, 'authentication_error', 'The API key was revoked.'),
  session_ended: entry(
    401,
    'authentication_error',
    'The session of the console has ended, or there is none.',
  ),
  permission_denied: entry(
    403,
    'permission_error',
    'The role or scopes of the key do not cover the operation.',
  ),
  url_expired: entry(
    403,
    'permission_error',
    'The download URL is older than five minutes, or its API key no longer works.',
  ),
  url_signature_invalid: entry(403, 'permission_error', 'The download URL is not as it was signed.'),
  resource_missing: entry(
    404,
    'invalid_request_error',
    'There is no such resource among those of the caller.',
  ),
  route_unknown: entry(404, 'invalid_request_error', 'There is no such path.'),
  method_not_allowed: entry(405, 'invalid_request_error', 'The path has other methods; see `Allow`.'),
  not_acceptable: entry(
    406,
    'invalid_request_error',
    'The `Accept` header leaves out every media type of the answer.',
  ),
  idempotency_key_reused: entry(409, 'idempotency_error', 'The key was used for another request.'),
  idempotency_key_in_use: entry(409, 'idempotency_error', 'The first request with the key is still running.'),
  funding_status_invalid: entry(
    409,
    'invalid_request_error',
    'The status of the settlement does not permit the event.',
  ),
  conflict: entry(
    409,
    'invalid_request_error',
    'Another change came first, or the resource has ended; retrieve it again.',
  ),
  kyc_incomplete: entry(
    412,
    'invalid_request_error',
    'The customer has not completed KYC; `missing` lists what it lacks.',
  ),
  kyc_changed: entry(
    412,
    'invalid_request_error',
    'The KYC of the customer changed since the approval, or since the revision that you looked at.',
  ),
  kyc_type_mismatch: entry(
    412,
    'invalid_request_error',
    'The path is that of a country other than the customer’s.',
  ),
  request_too_large: entry(413, 'invalid_request_error', 'The body or the header is over its limit.'),
  content_type_invalid: entry(
    415,
    'invalid_request_error',
    'The body has another media type, charset or encoding than the route reads.',
  ),
  range_not_satisfiable: entry(
    416,
    'invalid_request_error',
    'The range begins after the end of the document.',
  ),
  expectation_failed: entry(
    417,
    'invalid_request_error',
    'The `Expect` header asks for something other than `100-continue`.',
  ),
  rate_limited: entry(
    429,
    'rate_limit_error',
    'Too many requests of this key, partner or address; see `Retry-After`.',
  ),
  internal_error: entry(500, 'api_error', 'The gateway failed; nothing was changed.'),
  service_unavailable: entry(
    503,
    'api_error',
    'A part that the gateway needs does not answer, or there is too much to do; see `Retry-After`.',
  ),
} as const satisfies Record<string, CatalogueEntry>;

export type ErrorCode = keyof typeof catalogue;
