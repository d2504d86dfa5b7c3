import type { Logger } from '../../../engine/log/log.ts';
import { OperationError } from '../../../kernel/errors.ts';
import type { Verdict } from './oidc-rules.ts';

/** Why no session begins. The page says what to do next. */
export type Reason = 'not-permitted' | 'left-out' | 'failed' | 'too-many' | 'unavailable';

/** The claims of a person give no right to sign in, or do not show whether they do. */
export class NotPermitted extends Error {
  override readonly name = 'NotPermitted';
  readonly verdict: Verdict;

  constructor(verdict: Verdict) {
    super('The claims of a person give no right to sign in.');
    this.verdict = verdict;
  }

  get reason(): Reason {
    return this.verdict.isPartial ? 'left-out' : 'not-permitted';
  }
}

/** The errors of OAuth 2.0 and OpenID Connect. Any other text of an issuer is not written to the log. */
const ISSUER_ERRORS: ReadonlySet<string> = new Set([
  'access_denied',
  'account_selection_required',
  'consent_required',
  'interaction_required',
  'invalid_client',
  'invalid_grant',
  'invalid_request',
  'invalid_request_object',
  'invalid_request_uri',
  'invalid_scope',
  'login_required',
  'registration_not_supported',
  'request_not_supported',
  'request_uri_not_supported',
  'server_error',
  'temporarily_unavailable',
  'unauthorized_client',
  'unsupported_grant_type',
  'unsupported_response_type',
]);

/** Errors that only a change of the configuration can end. */
const MISCONFIGURED: ReadonlySet<string> = new Set([
  'invalid_client',
  'invalid_scope',
  'unauthorized_client',
  'unsupported_grant_type',
  'unsupported_response_type',
]);

/** Codes of the library for a response of the issuer or the browser that it refuses. */
const REFUSED_RESPONSE = /^OAUTH_[A-Z_]+$/;

const SENTENCE = 'a sign-in by OpenID Connect was refused';

/**
 * Logs why a sign-in was refused, and returns the reason for the page. The line names the issuer's error and the
 * claims, but no value of a claim and no other text of the issuer.
 */
export function noteRefused(log: Logger, error: unknown, reason: Reason, requestId: string): Reason {
  if (error instanceof NotPermitted) {
    const { isPartial, fits } = error.verdict;
    const rules = fits.map(({ claim, fit }, at) => `${at + 1} ${claim}: ${fit}`).join(', ');
    log.note(SENTENCE, { request_id: requestId, reason: error.reason, rules }, isPartial ? 'warn' : 'info');
    return error.reason;
  }
  const known = error instanceof OperationError ? error : null;
  if (known !== null && !known.isFailure) {
    const shown = reasonOf(known, reason);
    log.note(SENTENCE, { request_id: requestId, reason: shown, code: known.code });
    return shown;
  }
  const code = known === null ? textIn(error, 'code') : '';
  if (!REFUSED_RESPONSE.test(code)) {
    log.failure(known?.cause ?? error, requestId);
    return reason;
  }
  const issuerError = textIn(error, 'error');
  const issuer_error = issuerError === '' ? null : ISSUER_ERRORS.has(issuerError) ? issuerError : 'other';
  const about = { request_id: requestId, reason, code, ...(issuer_error !== null && { issuer_error }) };
  log.note(SENTENCE, about, MISCONFIGURED.has(issuerError) ? 'warn' : 'info');
  return reason;
}

function reasonOf({ code }: OperationError, reason: Reason): Reason {
  if (code === 'permission_denied') return 'not-permitted';
  return code === 'rate_limited' ? 'too-many' : reason;
}

/** A text member of the library's error; empty if it has none. */
function textIn(error: unknown, member: 'code' | 'error'): string {
  if (!(error instanceof Error) || !(member in error)) return '';
  const text: unknown = Reflect.get(error, member);
  return typeof text === 'string' ? text : '';
}
