/**
 * All limits of a GraphQL request. A request beyond a limit gets `query_too_complex` before anything runs, unless a
 * comment says otherwise. The standard introspection query is within all limits.
 * `test/architecture/limit-proofs.ts` names the test that exceeds each limit.
 */

/** Characters of a document. Documents that clients generate have under 10,000. */
export const DOCUMENT_CHARACTERS_MAX = 65_536;

/** Tokens of a document; the standard introspection query has 400. Validation takes quadratic time at worst. */
export const DOCUMENT_TOKENS_MAX = 2_000;

/** Nested fields. customers → edges → node → kyc → directors → number is 6. */
export const DEPTH_MAX = 12;

/** Aliases of a document. Each alias allows the same field once more. */
export const ALIASES_MAX = 30;

/**
 * Characters of an alias. It is repeated for every item of a list, and is a part of the idempotency key of its field.
 */
export const ALIAS_CHARACTERS_MAX = 100;

/** Fields at the top of an operation. In a mutation each is a separate transaction, one after another. */
export const ROOT_FIELDS_MAX = 20;

/** Directives of a document; enough for one `@include` on every field of a screen. */
export const DIRECTIVES_MAX = 50;

/** Nesting of lists and objects in a literal, the same as for JSON. */
export const LITERAL_DEPTH_MAX = 32;

/**
 * The highest cost of an operation; see `cost.ts`. One unit stands for a field of up to a kibibyte, so a response stays
 * under 12 mebibytes. A page of 100 customers with the details of their KYC costs about 5,000.
 */
export const COST_MAX = 10_000;

/** The assumed number of items of a list without pages and without a limit. */
export const LIST_ITEMS_ASSUMED = 10;

/**
 * The cost of a mutation field. It writes, commits and waits for the disk: as much work as reading a hundred fields.
 */
export const MUTATION_COST = 100;

/**
 * The cost of `__schema` with any selection. The response to the standard introspection query has some hundred
 * kilobytes, so a document may have `__schema` once, not twice. A larger response ends at the limits of a response.
 */
export const INTROSPECTION_COST = 6_000;

/** The cost of `__type`: one type of some hundred, so a document may ask for several. */
export const TYPE_INTROSPECTION_COST = 100;

/** Errors shown for a document. One is often enough to correct it; a hundred would not help more. */
export const DOCUMENT_ERRORS_MAX = 20;

/** Characters of a message about a document, because it can contain names that the client chose. */
export const MESSAGE_CHARACTERS_MAX = 500;

/** Parsed documents in the cache, and as many refused ones. An ordinary one takes 20 kilobytes with its plan. */
export const DOCUMENTS_KEPT_MAX = 256;

/**
 * Estimated bytes of all parsed documents in the cache with their plans. The largest document takes 1.3 megabytes. So
 * 256 ordinary documents fit, and a client that sends only large ones does not cost more.
 */
export const DOCUMENTS_BYTES_MAX = 16 * 1024 * 1024;

/** The same for refused documents; only their text and error are kept. */
export const REFUSED_DOCUMENTS_BYTES_MAX = 4 * 1024 * 1024;

/** Bytes of a response. Checked while it is made, because the estimated cost may be too low. */
export const RESULT_BYTES_MAX = 16 * 1024 * 1024;

/** Objects in a response. Checked while it is made. The limit of cost keeps them under half of this. */
export const RESULT_OBJECTS_MAX = 20_000;

/** Errors shown for an operation that ran. A page whose items all fail has a hundred. */
export const FIELD_ERRORS_MAX = 50;

/** The most items of an input list that are checked. No operation takes a list of more than some hundred. */
export const INPUT_ITEMS_MAX = 1_000;
