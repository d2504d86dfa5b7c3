import { expect, test } from 'vitest';
import { catalogue } from '../../src/kernel/error-catalogue.ts';

/** Clients depend on these: removing a code, or changing its status or type, breaks them. */
const PROMISED = {
  body_invalid: { status: 400, type: 'invalid_request_error' },
  query_invalid: { status: 400, type: 'invalid_request_error' },
  query_too_complex: { status: 400, type: 'invalid_request_error' },
  parameter_missing: { status: 400, type: 'invalid_request_error' },
  parameter_invalid: { status: 400, type: 'invalid_request_error' },
  parameter_unknown: { status: 400, type: 'invalid_request_error' },
  cursor_ahead: { status: 400, type: 'invalid_request_error' },
  country_not_supported: { status: 400, type: 'invalid_request_error' },
  company_country_immutable: { status: 400, type: 'invalid_request_error' },
  currency_not_supported: { status: 400, type: 'invalid_request_error' },
  rate_above_ceiling: { status: 400, type: 'invalid_request_error' },
  repayment_status_invalid: { status: 409, type: 'invalid_request_error' },
  repayment_duplicate: { status: 409, type: 'invalid_request_error' },
  on_hold: { status: 409, type: 'invalid_request_error' },
  limit_reached: { status: 409, type: 'invalid_request_error' },
  balance_insufficient: { status: 409, type: 'invalid_request_error' },
  metadata_duplicate: { status: 400, type: 'invalid_request_error' },
  metadata_invalid: { status: 400, type: 'invalid_request_error' },
  file_missing: { status: 400, type: 'invalid_request_error' },
  file_duplicate: { status: 400, type: 'invalid_request_error' },
  file_metadata_missing: { status: 400, type: 'invalid_request_error' },
  file_metadata_unknown: { status: 400, type: 'invalid_request_error' },
  file_metadata_invalid: { status: 400, type: 'invalid_request_error' },
  file_signature_invalid: { status: 400, type: 'invalid_request_error' },
  idempotency_key_invalid: { status: 400, type: 'invalid_request_error' },
  api_key_missing: { status: 401, type: 'authentication_error' },
  api_key_invalid: { status: 401, type: 'authentication_error' },
  api_key_expired: { status: 401, type: 'authentication_error' },
  api_key_revoked: { status: 401, type: 'authentication_error' },
  session_ended: { status: 401, type: 'authentication_error' },
  permission_denied: { status: 403, type: 'permission_error' },
  url_expired: { status: 403, type: 'permission_error' },
  url_signature_invalid: { status: 403, type: 'permission_error' },
  resource_missing: { status: 404, type: 'invalid_request_error' },
  route_unknown: { status: 404, type: 'invalid_request_error' },
  method_not_allowed: { status: 405, type: 'invalid_request_error' },
  not_acceptable: { status: 406, type: 'invalid_request_error' },
  idempotency_key_reused: { status: 409, type: 'idempotency_error' },
  idempotency_key_in_use: { status: 409, type: 'idempotency_error' },
  funding_status_invalid: { status: 409, type: 'invalid_request_error' },
  conflict: { status: 409, type: 'invalid_request_error' },
  kyc_incomplete: { status: 412, type: 'invalid_request_error' },
  kyc_changed: { status: 412, type: 'invalid_request_error' },
  kyc_type_mismatch: { status: 412, type: 'invalid_request_error' },
  request_too_large: { status: 413, type: 'invalid_request_error' },
  content_type_invalid: { status: 415, type: 'invalid_request_error' },
  range_not_satisfiable: { status: 416, type: 'invalid_request_error' },
  expectation_failed: { status: 417, type: 'invalid_request_error' },
  rate_limited: { status: 429, type: 'rate_limit_error' },
  internal_error: { status: 500, type: 'api_error' },
  service_unavailable: { status: 503, type: 'api_error' },
};

test('every error has its published status and type', () => {
  const there = Object.entries(catalogue).map(([code, { status, type }]) => [code, { status, type }]);
  expect(Object.fromEntries(there)).toEqual(PROMISED);
});

test('every error says in a sentence when it is met', () => {
  for (const { when } of Object.values(catalogue)) expect(when).toMatch(/^[A-Z`].*\.$/);
});
