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
 * GraphQL `extensions.type` and `extensions.code`. `test/architecture/proofs.ts` names the test that shows each code.
 */
export const catalogue = {
  body_invalid: invalid('The body, or the metadata part of an upload, is not a well-formed JSON object.'),
  query_invalid: invalid('The GraphQL document cannot be parsed or does not fit the schema.'),
  query_too_complex: invalid('The GraphQL document is over a limit of depth, aliases, tokens or cost.'),
  parameter_missing: invalid('A required field is absent or null.'),
  parameter_invalid: invalid('The value of a field is not allowed.'),
  parameter_unknown: invalid('The request has a member or query parameter that the operation does not know.'),
  cursor_ahead: invalid(
    'The cursor is beyond the end of the feed: since it was given, the gateway was restored to an earlier moment.',
  ),
  country_not_supported: invalid('`company_country` is not a country in which companies can be onboarded.'),
  company_country_immutable: invalid(
    '`company_country` differs from the country with which the customer was created.',
  ),
  currency_not_supported: invalid('The partner cannot be funded in this `currency`.'),
  rate_above_ceiling: invalid('The annual rate of the offer is above the ceiling of the provider.'),
  metadata_duplicate: invalid('More than one part is named `metadata`.'),
  metadata_invalid: invalid('The upload metadata has invalid or unknown properties.'),
  file_missing: invalid('There is no file part, or the metadata describes a file that is missing.'),
  file_duplicate: invalid('More than one file part has the same name.'),
  file_metadata_missing: invalid('A part has no matching file metadata, or is the eleventh file.'),
  file_metadata_unknown: invalid('The file metadata has a key that does not match `^file[1-9]?$`.'),
  file_metadata_invalid: invalid('The metadata of a file is invalid or incomplete, or the file is empty.'),
  file_signature_invalid: invalid('The hash in the metadata differs from the hash of the file.'),
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
  url_signature_invalid: entry(403, 'permission_error', 'The download URL was changed after it was signed.'),
  resource_missing: entry(404, 'invalid_request_error', 'The caller has no such resource.'),
  route_unknown: entry(404, 'invalid_request_error', 'There is no such path.'),
  method_not_allowed: entry(
    405,
    'invalid_request_error',
    'The path does not take this method; `Allow` lists the methods that it takes.',
  ),
  not_acceptable: entry(
    406,
    'invalid_request_error',
    'The `Accept` header allows no media type of the response.',
  ),
  idempotency_key_reused: entry(409, 'idempotency_error', 'The key was used for another request.'),
  idempotency_key_in_use: entry(409, 'idempotency_error', 'The first request with the key is still running.'),
  funding_status_invalid: entry(
    409,
    'invalid_request_error',
    'The status of the settlement does not permit the event.',
  ),
  repayment_status_invalid: entry(
    409,
    'invalid_request_error',
    'The status of the repayment does not permit the event.',
  ),
  repayment_duplicate: entry(
    409,
    'invalid_request_error',
    'The settlement has a repayment of that day with that reference, or of that amount without one.',
  ),
  balance_insufficient: entry(
    409,
    'invalid_request_error',
    'The balance of the settlement is lower than the amount.',
  ),
  on_hold: entry(
    409,
    'invalid_request_error',
    'The provider holds approvals, payouts and refunds of the settlement until the hold is lifted.',
  ),
  limit_reached: entry(409, 'invalid_request_error', 'The resource already has as many as it may have.'),
  conflict: entry(
    409,
    'invalid_request_error',
    'Another change came first, or the resource can no longer be changed; retrieve it again.',
  ),
  kyc_incomplete: entry(
    412,
    'invalid_request_error',
    'The KYC of the customer is not complete; `missing` lists what is still needed.',
  ),
  kyc_changed: entry(
    412,
    'invalid_request_error',
    'The KYC of the customer has changed since the approval, or since the revision that you looked at.',
  ),
  kyc_type_mismatch: entry(
    412,
    'invalid_request_error',
    'The path belongs to another country than the customer.',
  ),
  request_too_large: entry(413, 'invalid_request_error', 'The body or the header is over its limit.'),
  content_type_invalid: entry(
    415,
    'invalid_request_error',
    'The route cannot read the media type, charset or encoding of the body.',
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
    'The database or another part of the gateway does not respond, or the gateway has too much to do; see `Retry-After`.',
  ),
} as const satisfies Record<string, CatalogueEntry>;

export type ErrorCode = keyof typeof catalogue;

export const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(catalogue, code);
