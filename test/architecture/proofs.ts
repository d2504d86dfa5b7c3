import type { deliveryMachine } from '../../src/nouns/webhook/delivery/delivery.machine.ts';
import type { ErrorCode } from '../../src/kernel/error-catalogue.ts';
import type { PolicyEvent } from '../../src/nouns/policy/policy.machine.ts';
import type { TrialEvent } from '../../src/nouns/policy/trial.machine.ts';
import type { RepaymentEvent } from '../../src/nouns/repayment/repayment.machine.ts';
import type { SettlementEvent } from '../../src/nouns/settlement/settlement.machine.ts';

/**
 * What clients are promised, and the test that shows it. Each event of a machine and each error code has a row here,
 * each limit has one in `limit-proofs.ts`. `proofs.test.ts` fails if a row is missing, or if its heading or its test
 * no longer exists.
 */
export interface Proof {
  /** A guide and its heading, e.g. `webhooks#when-your-receiver-fails`. */
  readonly promise: string;
  /** The file of the test, below `test`. */
  readonly file: string;
  /** The title of the test as it stands in the file. */
  readonly title: string;
}

export const proof = (promise: string, file: string, title: string): Proof => ({ promise, file, title });

const moves = 'nouns/settlement/history/moves.test.ts';
const MOVE = '$from --$event--> $to, with one event';

export const SETTLEMENT_PROOFS: Readonly<Record<SettlementEvent, Proof>> = {
  approve: proof('operators#decide-on-requests', moves, MOVE),
  deny: proof('operators#reasons-of-a-denial', moves, MOVE),
  accept: proof('partner-rest#fund-a-customer-step-by-step', moves, MOVE),
  reject: proof('partner-rest#fund-a-customer-step-by-step', moves, MOVE),
  expire: proof(
    'operators#settlements',
    'nouns/settlement/underwriting/decision.test.ts',
    'is denied by the scheduler, once, with an event',
  ),
  withdraw: proof('operators#settlements', moves, MOVE),
  disburse: proof('operators#send-the-money', moves, MOVE),
  revoke: proof('operators#send-the-money', moves, MOVE),
  repay: proof('after-the-money#what-the-provider-does', moves, MOVE),
  return: proof('after-the-money#when-something-goes-wrong', moves, MOVE),
  reopen: proof('after-the-money#events', moves, MOVE),
};

export const DELIVERY_PROOFS: Readonly<Record<(typeof deliveryMachine.events)[number], Proof>> = {
  succeed: proof(
    'webhooks#answer-it',
    'nouns/webhook/delivery/delivery.test.ts',
    'after failures a delivery succeeds, with the same id, the same bytes and a new timestamp each time',
  ),
  exhaust: proof(
    'webhooks#when-your-receiver-fails',
    'nouns/webhook/endpoint/failing-endpoint.test.ts',
    'an endpoint that fails for 120 hours with fewer attempts stays enabled, and a delivery fails after the tenth',
  ),
  cancel: proof(
    'webhooks#when-your-receiver-fails',
    'nouns/webhook/endpoint/failing-endpoint.test.ts',
    'the response 410 disables the endpoint at once, with an event, and cancels its waiting deliveries',
  ),
  retry: proof(
    'webhooks#look-at-deliveries-and-send-again',
    'nouns/webhook/replay/replay.test.ts',
    'a failed delivery is sent again on request',
  ),
};

const repayments = 'nouns/repayment/repayment.test.ts';

export const REPAYMENT_PROOFS: Readonly<Record<RepaymentEvent, Proof>> = {
  cancel: proof('after-the-money#report-a-repayment', repayments, 'is cancelled by the partner'),
  confirm: proof(
    'after-the-money#what-the-provider-does',
    repayments,
    'is confirmed with the money that came, and keeps the reported amount',
  ),
  decline: proof(
    'after-the-money#what-the-provider-does',
    repayments,
    'is declined with a reason that is shown to the partner',
  ),
  reverse: proof(
    'after-the-money#when-something-goes-wrong',
    repayments,
    'is reversed when the money went back, and its allocation is kept',
  ),
};

const policies = 'nouns/policy/policy.test.ts';
const NEXT_VERSION = 'the next live version retires the former one of its scope, and no other';

const trial = (title: string, file = 'nouns/policy/trial-at-once.test.ts'): Proof =>
  proof('writing-a-policy#try-it-on-past-decisions', file, title);

export const TRIAL_PROOFS: Readonly<Record<TrialEvent, Proof>> = {
  finish: trial(
    'counts what was decided beside what the policy says, with the amounts, and lists each change',
    'nouns/policy/trial.test.ts',
  ),
  cancel: trial('also if several start at once, and the next begins when it ended or was cancelled'),
  fail: trial(
    'that the gateway did not write ends as failed, and blocks no other',
    'nouns/policy/trial.test.ts',
  ),
};

export const POLICY_PROOFS: Readonly<Record<PolicyEvent, Proof>> = {
  shadow: proof('operators#policies', policies, NEXT_VERSION),
  publish: proof('operators#policies', policies, NEXT_VERSION),
  retire: proof('operators#policies', policies, 'a version that is %s goes no way back'),
};

const shown = (file: string, title: string): Omit<Proof, 'promise'> => ({ file, title });

const uploadFault = shown('nouns/document/upload/upload-refusals.test.ts', 'with %s');
const answers = 'engine/http/answers.test.ts';
const trigger = shown('contract/catalogue/catalogue.test.ts', 'a request of REST gets %s');

/** The promise of a code is its own section of the guide of errors. */
export const ERROR_PROOFS: Readonly<Record<ErrorCode, Omit<Proof, 'promise'>>> = {
  body_invalid: shown('contract/input/body.test.ts', 'refuses %s as body_invalid'),
  query_invalid: shown('api/graphql/document.test.ts', 'gets an error with the wrong field and its position'),
  query_too_complex: shown(
    'api/graphql/limits/cost-bound.test.ts',
    '%s: refused before anything runs, with cost and limit',
  ),
  parameter_missing: shown(
    'contract/input/members.test.ts',
    'every field that fails is listed, the first one at the top',
  ),
  parameter_invalid: shown('contract/input/body.test.ts', 'refuses %s as parameter_invalid'),
  parameter_unknown: shown('contract/input/members.test.ts', '%s refuses a member that it does not have'),
  cursor_ahead: shown(
    'nouns/event/feed/event-feed.test.ts',
    'a cursor beyond the end of the feed is refused on both APIs, for operators and with filters too',
  ),
  country_not_supported: trigger,
  company_country_immutable: trigger,
  currency_not_supported: shown(
    'nouns/settlement/settings.test.ts',
    'can be limited for a partner, and the viewer shows them',
  ),
  rate_above_ceiling: shown(
    'nouns/provider/provider.test.ts',
    'refuses an approval above it, and only in its country',
  ),
  metadata_duplicate: uploadFault,
  metadata_invalid: shown(
    'nouns/document/upload/upload-metadata.test.ts',
    'the metadata itself is validated member by member',
  ),
  file_missing: uploadFault,
  file_duplicate: uploadFault,
  file_metadata_missing: uploadFault,
  file_metadata_unknown: uploadFault,
  file_metadata_invalid: uploadFault,
  file_signature_invalid: uploadFault,
  idempotency_key_invalid: shown('contract/idempotency/rest.test.ts', 'the key %j is refused'),
  api_key_missing: trigger,
  api_key_invalid: shown(answers, '%s: %s'),
  api_key_expired: shown('nouns/api-key/keys.test.ts', 'is refused from the second in which it expires'),
  api_key_revoked: shown(
    'nouns/api-key/two-processes.test.ts',
    'a key that one process revokes is refused by the other within a second',
  ),
  session_ended: shown(
    'nouns/session/sessions.test.ts',
    'a session ends after half an hour without a request, and after twelve hours in any case',
  ),
  permission_denied: shown(
    'contract/roles/operator-fields.test.ts',
    'a document with a field for operators only is permission_denied for a partner, and returns nothing',
  ),
  url_expired: shown('nouns/document/download.test.ts', 'a URL is valid for 300 seconds, to the millisecond'),
  url_signature_invalid: shown(
    'contract/tenancy/rest.test.ts',
    'a signed URL with the document id of another partner is like one that does not exist',
  ),
  resource_missing: shown(
    'contract/input/query.test.ts',
    'is null in a GraphQL field and resource_missing in a mutation',
  ),
  route_unknown: shown(answers, '%s is not /healthz'),
  method_not_allowed: shown(
    'contract/catalogue/catalogue.test.ts',
    'method_not_allowed says which methods there are',
  ),
  not_acceptable: shown(
    'nouns/event/feed/subscription.test.ts',
    'a subscription of a client that accepts no stream is not acceptable',
  ),
  idempotency_key_reused: shown(
    'contract/idempotency/rest.test.ts',
    'is refused for the same body on another resource',
  ),
  idempotency_key_in_use: shown(
    'contract/idempotency/rest.test.ts',
    'of 20 requests at once with one key, one makes a record and the others are told that it is running',
  ),
  funding_status_invalid: shown(moves, '$event changes nothing of what is $from'),
  repayment_status_invalid: trigger,
  repayment_duplicate: shown(
    'nouns/repayment/duplicates.test.ts',
    'with day and reference of another repayment is refused',
  ),
  balance_insufficient: trigger,
  on_hold: shown('nouns/hold/hold.test.ts', 'stops approval and payout until it is lifted, and nothing else'),
  limit_reached: shown('nouns/repayment/duplicates.test.ts', '1,000 repayments'),
  conflict: shown(
    'engine/postgres/races.test.ts',
    'a race that is lost each time is tried four times, and is then a conflict',
  ),
  kyc_incomplete: shown(
    'nouns/kyc/status.test.ts',
    'funding is refused until the record is complete, and the message lists what is missing',
  ),
  kyc_changed: shown(
    'nouns/settlement/kyc-changed.test.ts',
    'a change between looking and approving is refused, and nothing is changed',
  ),
  kyc_type_mismatch: shown(
    'nouns/kyc/status.test.ts',
    'the path of another country is kyc_type_mismatch, for reading and for writing',
  ),
  request_too_large: shown(
    'contract/catalogue/catalogue.test.ts',
    'request_too_large says the limit in plain units',
  ),
  content_type_invalid: shown(answers, 'the media type before the size, the size before the JSON: %s'),
  range_not_satisfiable: shown(
    'contract/catalogue/catalogue.test.ts',
    'range_not_satisfiable says how long the document is',
  ),
  expectation_failed: trigger,
  rate_limited: shown(
    'pipeline/limits/at-once.test.ts',
    'a key has 64 requests at once, the 65th is 429 at once, and another key is not affected',
  ),
  internal_error: shown(
    'contract/catalogue/catalogue.test.ts',
    'a storage that fails is an internal error, shows nothing of its cause and changes nothing',
  ),
  service_unavailable: shown(
    'pipeline/limits/load.test.ts',
    'at level %d the first kinds of work are refused, as many as the level',
  ),
};
