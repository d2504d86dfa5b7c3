import { type Proof, proof } from './proofs.ts';

const limited = 'api/graphql/limits/limits.test.ts';
const budget = 'api/graphql/plan/result-budget.test.ts';
const atOnce = 'pipeline/limits/at-once.test.ts';
const subscription = 'nouns/event/feed/subscription.test.ts';
const graphql = (file: string, title: string): Proof => proof('partner-graphql#cost-and-limits', file, title);
const keys = 'nouns/api-key/keys.test.ts';
const holds = 'nouns/hold/hold.test.ts';
const notes = 'nouns/note/note.test.ts';
const policies = 'nouns/policy/policy.test.ts';
const TOO_LONG = 'with a key, a note or a purpose that is too long is refused by name';
const provider = 'nouns/provider/provider.test.ts';
const HOLIDAYS = 'a country has at most a hundred holidays a year, and all of them a thousand';
const duplicates = 'nouns/repayment/duplicates.test.ts';
const imports = 'nouns/repayment/import.test.ts';
const refusals = 'nouns/repayment/refusals.test.ts';
const clock = 'nouns/sandbox/clock.test.ts';
const servicing = 'nouns/settlement/servicing/operations.test.ts';
const failing = 'nouns/webhook/endpoint/failing-endpoint.test.ts';
const FAILS_LONG = 'an endpoint that fails for 120 hours and 20 attempts is disabled';
const graphqlUpload = 'nouns/document/upload/graphql-upload.test.ts';
const ELEVENTH = 'an eleventh member of the list is refused in the words of a list';
const BAD_FIELD = '$operation refuses every bad $param, names it once, repeats nothing and stores nothing';
const field = (title: string, file = 'contract/input/fields.test.ts'): Proof =>
  proof('errors#parameter_invalid', file, title);
const setting = (file: string, title: string): Proof => proof('operators#partner-settings', file, title);
const snooze = proof(
  'operators#snooze',
  'nouns/work-list/snooze.test.ts',
  'a snooze is refused for a past moment, for more than 90 days, for an essay, and without a reason or a record',
);
const condition = (title: string): Proof => proof('operators#policies', 'nouns/policy/rules.test.ts', title);
const shares = (file: string, title: string): Proof => proof('running#fair-shares-and-overload', file, title);

/** The limits for clients, by the file of `src` and the constant. */
export const LIMIT_PROOFS: Readonly<Record<string, Readonly<Record<string, Proof>>>> = {
  'api/graphql/limits/limits.ts': {
    DOCUMENT_CHARACTERS_MAX: graphql(limited, 'is longer than a document may be'),
    DOCUMENT_TOKENS_MAX: graphql(limited, 'has more tokens than a document may have'),
    DEPTH_MAX: graphql(limited, 'nests fields too deep'),
    ALIASES_MAX: graphql(limited, 'has too many aliases'),
    ALIAS_CHARACTERS_MAX: graphql(limited, 'has an alias that is too long'),
    ROOT_FIELDS_MAX: graphql(limited, 'has too many fields at the top, fragments included'),
    DIRECTIVES_MAX: graphql(limited, 'has too many directives'),
    LITERAL_DEPTH_MAX: graphql(limited, 'nests a value too deep'),
    COST_MAX: graphql(
      'api/graphql/limits/cost-bound.test.ts',
      '%s: refused before anything runs, with cost and limit',
    ),
    RESULT_BYTES_MAX: graphql(
      budget,
      '%s end the result as soon as it is too large, independent of their cost',
    ),
    RESULT_OBJECTS_MAX: graphql(budget, 'too many objects end the run too, before their fields are read'),
    FIELD_ERRORS_MAX: graphql(
      budget,
      'of a thousand failing fields fifty errors are listed, and the rest of the result is complete',
    ),
    INPUT_ITEMS_MAX: graphql(
      'api/graphql/errors/variables.test.ts',
      'is not read if it is a list of more items than any operation takes',
    ),
  },
  'api/graphql/stream/streams.ts': {
    STREAMS_OF_KEY_MAX: shares(subscription, 'beyond a hundred streams of its key'),
    STREAMS_OF_PARTNER_MAX: shares(
      subscription,
      'the keys of a partner have at most six hundred streams of a process, and leave room for others',
    ),
    STREAMS_MAX: shares(subscription, 'a process has at most a thousand streams'),
  },
  'engine/http/body/read-json.ts': {
    JSON_BODY_BYTES_MAX: proof(
      'errors#request_too_large',
      'contract/input/body.test.ts',
      'takes 3 MiB and refuses one byte more with 413, whether it is announced or not',
    ),
  },
  'engine/http/multipart/upload-limits.ts': {
    UPLOAD_BYTES_MAX: proof(
      'errors#request_too_large',
      'nouns/document/upload/upload-wire.test.ts',
      'a body of more than 100 MiB in chunks is refused, although it declares no length',
    ),
    FILES_MAX: proof(
      'errors#file_metadata_missing',
      'nouns/document/upload/graphql-upload.test.ts',
      'an eleventh member of the list is refused in the words of a list',
    ),
  },
  'pipeline/limits/address-limit.ts': {
    WRONG_MAX: shares(
      'pipeline/limits/wrong-keys.test.ts',
      'an address has 20 wrong or missing keys a minute, and then 429 without a look-up',
    ),
  },
  'pipeline/limits/downloads.ts': {
    DOWNLOADS_OF_KEY_MAX: shares(
      atOnce,
      'a key has 8 downloads at once; one that ends, or whose client leaves, makes room',
    ),
  },
  'pipeline/limits/shares.ts': {
    REQUESTS_OF_KEY_MAX: shares(
      atOnce,
      'a key has 64 requests at once, the 65th is 429 at once, and another key is not affected',
    ),
    UPLOADS_OF_KEY_MAX: shares(
      atOnce,
      'a key has 4 uploads at once and a process UPLOADS_MAX; other requests go on',
    ),
  },
  'nouns/api-key/api-key.rules.ts': {
    API_KEYS_MAX: proof(
      'operators#replace-a-key',
      keys,
      'a partner has at most 50 working keys, also when many are requested at once, and can get another when one ends',
    ),
  },
  'nouns/api-key/api-key.input.ts': {
    EXPIRES_IN_SECONDS_MAX: proof('operators#set-up-a-partner', keys, '%j is refused'),
    OVERLAP_SECONDS_MAX: proof(
      'operators#replace-a-key',
      'nouns/api-key/rotation.test.ts',
      'an overlap of %i seconds is refused',
    ),
  },
  'nouns/approval/approval.rules.ts': {
    PENDING_MAX: proof(
      'two-people#ask-for-a-change',
      'nouns/two-people/standing.test.ts',
      'at most 1,000 changes wait at once',
    ),
  },
  'nouns/decision/reasons.rules.ts': {
    REASONS_MAX: proof(
      'operators#reasons-of-a-denial',
      'nouns/policy/rules.test.ts',
      'denies for the reasons of the rules that deny, in their order, each once and at most four',
    ),
  },
  'nouns/decision/facts/transaction-facts.rules.ts': {
    NAMES_MAX: proof(
      'operators#decisions-and-their-facts',
      'nouns/decision/facts.test.ts',
      'keep only names that are words, and none if there are more than fifty',
    ),
  },
  'nouns/document/upload.rules.ts': {
    UPLOAD_FILES_MAX: proof('errors#file_metadata_missing', graphqlUpload, ELEVENTH),
  },
  'nouns/event/feed/wait-for-event.ts': {
    FEED_WAITS_MAX: shares(
      'nouns/event/feed/event-feed.test.ts',
      'is one of at most ten of its key; one more is refused with a time to try again, and counted',
    ),
  },
  'nouns/hold/hold.rules.ts': {
    STANDING_MAX: proof('operators#hold-money', holds, 'a hold is lifted once, and an object has at most 20'),
  },
  'nouns/kyc/kyc.input.ts': {
    PEOPLE_MAX: field('refuses what %s may not be', 'nouns/kyc/fields.test.ts'),
    IDENTITY_NUMBER_LENGTH_MAX: field(BAD_FIELD),
    SCREENING_RESULT_BYTES_MAX: field(BAD_FIELD),
  },
  'nouns/note/note.input.ts': {
    NOTE_LENGTH_MAX: proof(
      'operators#notes',
      notes,
      'a note has 1 to 4,000 characters, and belongs to a record that exists',
    ),
  },
  'nouns/note/note.rules.ts': {
    NOTES_MAX: proof('operators#notes', notes, 'a record takes 500 notes, also if the last two come at once'),
  },
  'nouns/partner/partner.input.ts': {
    OFFER_VALID_DAYS_MAX: setting(
      'nouns/partner/settings.test.ts',
      '%j is refused, on creating and on updating',
    ),
    DUE_NOTICE_DAYS_MAX: setting(
      'nouns/partner/settings.test.ts',
      '%j is refused, on creating and on updating',
    ),
  },
  'nouns/policy/policy.input.ts': {
    RULES_MAX: proof('operators#policies', policies, 'with the rules of case %# is refused by name'),
    KEY_LENGTH_MAX: proof('operators#policies', policies, TOO_LONG),
    RULE_NOTE_MAX: proof('operators#policies', policies, TOO_LONG),
    NOTE_LENGTH_MAX: proof('operators#policies', policies, TOO_LONG),
  },
  'nouns/policy/policy.operations.ts': {
    POLICIES_MAX: proof('operators#policies', policies, '200 versions may be there that are not retired'),
  },
  'nouns/policy/find-trials.ts': {
    TRIALS_MAX: proof(
      'writing-a-policy#try-it-on-past-decisions',
      'nouns/policy/trial.test.ts',
      'twenty trials are kept, and the cases of the others are removed',
    ),
  },
  'nouns/policy/cel.ts': {
    CONDITION_LENGTH_MAX: condition('is refused if it is too long or too deep'),
    DEPTH_MAX: condition('is refused if it is too long or too deep'),
    LIST_MAX: condition('is refused if a list has more than 100 items'),
    PARTS_MAX: condition('is refused if it has more than 400 parts, so that no condition costs much time'),
    MENTIONS_MAX: condition('is refused if it mentions more than twelve facts'),
  },
  'nouns/provider/provider.input.ts': {
    CEILING_MAX: setting(provider, '%s is refused, and the error names its place'),
    HOLIDAYS_OF_YEAR_MAX: setting(provider, HOLIDAYS),
    HOLIDAYS_MAX: setting(provider, HOLIDAYS),
    SMALL_DIFFERENCE_MAX: setting(provider, '%s is refused, and the error names its place'),
    DUE_HOURS_MAX: proof('operators#work-list', provider, '%s is refused, and the error names its place'),
  },
  'nouns/repayment/bulk/bulk.input.ts': {
    CSV_BYTES_MAX: proof('console#import-repayments', imports, 'refuses a file that %s'),
  },
  'nouns/repayment/bulk/bulk.rules.ts': {
    BULK_MAX: proof('console#import-repayments', 'nouns/repayment/bulk.test.ts', 'of %d items is refused'),
  },
  'nouns/repayment/bulk/repayment-csv.ts': {
    ROWS_MAX: proof('console#import-repayments', imports, 'refuses a file that %s'),
  },
  'nouns/repayment/repayment.rules.ts': {
    REPAYMENTS_MAX: proof('after-the-money#report-a-repayment', duplicates, '1,000 repayments'),
    OPEN_REPORTS_MAX: proof('after-the-money#report-a-repayment', duplicates, '20 open reports'),
  },
  'nouns/sandbox/clock/move-clock.operations.ts': {
    ADVANCE_EVENTS_MAX: proof(
      'sandbox#the-clock',
      clock,
      'more than 10,000 events are refused, and nothing is done',
    ),
  },
  'nouns/sandbox/clock/sandbox-clock.operations.ts': {
    AHEAD_SECONDS_MAX: proof('sandbox#the-clock', clock, 'refuses %o and stays'),
  },
  'nouns/sandbox/own-partner/sandbox-partner.rules.ts': {
    PARTNERS_AT_ONCE_MAX: proof(
      'sandbox#settings-partners-and-a-clean-start',
      'nouns/sandbox/own-partner.test.ts',
      'is refused when there are 500, its own included, and there is room when one has ended',
    ),
  },
  'nouns/sandbox/faults.ts': {
    SLOW_SECONDS_MAX: proof('sandbox#faults', 'nouns/sandbox/faults.test.ts', 'cannot be "%s"'),
  },
  'nouns/settlement/settlement.input.ts': {
    TRANSACTIONS_BYTES_MAX: field(BAD_FIELD),
  },
  'nouns/settlement/history/settlement-history.operations.ts': {
    HISTORY_STEPS_MAX: proof(
      'operators#settlements',
      'nouns/settlement/history/history.test.ts',
      'the history has the newest 100 steps of a settlement that was reopened again and again',
    ),
  },
  'nouns/settlement/underwriting/underwriting.input.ts': {
    NOTE_LENGTH_MAX: proof(
      'operators#reasons-of-a-denial',
      'nouns/settlement/underwriting/underwriting.test.ts',
      'refuses the note %.10j',
    ),
  },
  'nouns/settlement/servicing/facts.rules.ts': {
    EXTENSIONS_MAX: proof(
      'after-the-money#what-the-provider-does',
      servicing,
      'moves the due day three times at most, and keeps the first one',
    ),
  },
  'nouns/settlement/servicing/servicing-days.ts': {
    EXTENSION_DAYS_MAX: proof(
      'after-the-money#what-the-provider-does',
      servicing,
      'bad input is refused, and the error names its field',
    ),
  },
  'nouns/webhook/delivery/delivery.rules.ts': {
    RETRY_AFTER_SECONDS_MAX: proof(
      'webhooks#when-your-receiver-fails',
      'nouns/webhook/sending/schedule.test.ts',
      'a receiver may make the wait longer, up to a day, and never shorter',
    ),
  },
  'nouns/webhook/endpoint/endpoint.input.ts': {
    URL_LENGTH_MAX: proof('webhooks#subscribe', 'contract/parity/refusals/refusals.test.ts', '$what: $code'),
    OVERLAP_HOURS_MAX: proof(
      'webhooks#change-the-secret',
      'contract/parity/refusals/refusals.test.ts',
      '$what: $code',
    ),
  },
  'nouns/webhook/endpoint/endpoint-health.rules.ts': {
    FAILING_SECONDS_MAX: proof('webhooks#when-your-receiver-fails', failing, FAILS_LONG),
    FAILURES_MAX: proof('webhooks#when-your-receiver-fails', failing, FAILS_LONG),
  },
  'nouns/webhook/endpoint/endpoint.rules.ts': {
    ENDPOINTS_MAX: proof(
      'webhooks#subscribe',
      'nouns/webhook/endpoint/endpoint.test.ts',
      'a partner has at most ten endpoints',
    ),
  },
  'nouns/webhook/replay/replay.operations.ts': {
    REPLAYS_MAX: proof(
      'webhooks#look-at-deliveries-and-send-again',
      'nouns/webhook/replay/replay.test.ts',
      'an endpoint has at most ten replays that are not done',
    ),
  },
  'nouns/webhook/webhook-test.operations.ts': {
    TESTS_MAX: shares(
      'nouns/webhook/endpoint/endpoint.test.ts',
      'an endpoint is tested at most ten times a minute, and other endpoints can still be tested',
    ),
  },
  'nouns/work-list/servicing-queue.operations.ts': {
    OVERDUE_DAYS_MAX: proof(
      'operators#work-list',
      'nouns/work-list/servicing-queues.test.ts',
      'of %d days are refused',
    ),
  },
  'nouns/work-list/snooze.operations.ts': { REASON_LENGTH_MAX: snooze },
  'nouns/work-list/snooze.rules.ts': { SNOOZE_DAYS_MAX: snooze },
  'kernel/input/reason.ts': {
    REASON_LENGTH_MAX: proof(
      'operators#hold-money',
      holds,
      'a hold is neither placed nor lifted for a reason of more than 1,000 characters',
    ),
    REFERENCE_LENGTH_MAX: proof('after-the-money#report-a-repayment', refusals, '%s is refused on REST'),
  },
  'kernel/page.ts': {
    PAGE_LIMIT_MAX: proof(
      'partner-rest#walk-a-list',
      'contract/parity/refusals/refusals.test.ts',
      '$what: $code',
    ),
  },
  'pages/export/exports.ts': {
    EXPORTS_OF_PERSON_MAX: proof(
      'console#find-a-customer',
      'pages/export/streaming.test.ts',
      'a person has two exports at once; the third one is refused until one is over',
    ),
  },
};

/**
 * Limits in the same files that no client can exceed: of a cache, of a message, of a part of an upload; of what is shown
 * or counted; of lists whose items differ in a name of a short table; of texts that the gateway itself makes.
 */
export const INNER_LIMITS: ReadonlySet<string> = new Set([
  'ADMINS_MAX',
  'AMOUNTS_MAX',
  'BANDS_MAX',
  'CURSOR_LENGTH_MAX',
  'DECISIONS_COUNTED_MAX',
  'DECISIONS_MAX',
  'DOCUMENTS_BYTES_MAX',
  'DOCUMENTS_KEPT_MAX',
  'DOCUMENT_ERRORS_MAX',
  'HOLDS_OF_SETTLEMENT_MAX',
  'INPUT_BYTES_MAX',
  'KEPT_MAX',
  'CASES_MAX',
  'KEPT_SCHEMAS_MAX',
  'LOOKED_AT_MAX',
  'MESSAGE_CHARACTERS_MAX',
  'NOTED_MAX',
  'OVERVIEW_DAYS_MAX',
  'PENDING_OF_OBJECT_MAX',
  'REFUSED_DOCUMENTS_BYTES_MAX',
  'SENTENCES_MAX',
  'SHOWN_EVENTS_MAX',
  'TEXT_PART_BYTES_MAX',
  'WAITING_COUNTED_MAX',
]);
