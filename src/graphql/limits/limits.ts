/**
 * Every limit on a GraphQL request. What is over one is `query_too_complex`, before anything is executed.
 * The standard introspection query passes.
 */

/** Characters in the text of a document. The ones that clients generate are under 10,000. */
export const DOCUMENT_CHARACTERS_MAX = 65_536;

/** Tokens in a document; the standard introspection query has 400. Validation takes quadratic time at worst. */
export const DOCUMENT_TOKENS_MAX = 2_000;

/** Fields below one another. customers → edges → node → kyc → directors → number is 6. */
export const DEPTH_MAX = 12;

/** Aliases in a document: each lets one field be asked for once more. */
export const ALIASES_MAX = 30;

/** Characters of an alias. It comes back with every item of a list, and is a part of the idempotency key of its field. */
export const ALIAS_CHARACTERS_MAX = 100;

/** Fields at the top of an operation. On a mutation each is a transaction of its own, one after another. */
export const ROOT_FIELDS_MAX = 20;

/** Directives in a document. One `@include` on every field of a screen is still under it. */
export const DIRECTIVES_MAX = 50;

/** Lists and objects inside one another in a value written into the document: as deep as JSON may nest. */
export const LITERAL_DEPTH_MAX = 32;

/**
 * What an operation may cost; see `cost.ts`. A unit stands for a field of up to a kibibyte, so an answer stays under 12
 * mebibytes. A page of 100 customers with the texts of their KYC is about 5,000.
 */
export const COST_MAX = 10_000;

/** How many items a list counts for that is no page and does not say how many it can have. */
export const LIST_ITEMS_ASSUMED = 10;

/** A mutation writes, commits and waits for the disk: as much work as reading a hundred fields. */
export const MUTATION_COST = 100;

/** The standard introspection query, which is some hundred kilobytes of answer: once in a document, and not twice. */
export const INTROSPECTION_COST = 6_000;

/** Errors shown for a document. One is enough to mend it; a client that is wrong everywhere is not served better by more. */
export const DOCUMENT_ERRORS_MAX = 20;

/** Problems shown for the values of a request. A list of 3 MiB can hold a million wrong items. */
export const PROBLEMS_MAX = 50;

/** Characters of a name that the client made up: enough to find it. */
export const NAME_CHARACTERS_MAX = 100;

/** Characters of a sentence about a document, which names fields that the client made up. */
export const MESSAGE_CHARACTERS_MAX = 500;

/** Parsed documents kept, and as many refused ones. The largest takes half a megabyte, an ordinary one 20 kilobytes. */
export const DOCUMENTS_KEPT_MAX = 256;

/** Bytes of an answer, as it is built: what the cost did not foresee ends here. */
export const ANSWER_BYTES_MAX = 16 * 1024 * 1024;

/** Objects in an answer, as it is built; the cost keeps them under half of it. */
export const ANSWER_OBJECTS_MAX = 20_000;

/** Errors shown for an operation that ran. A page whose every item fails has a hundred. */
export const FIELD_ERRORS_MAX = 50;

/** Items of a list of values that are looked into. No operation takes a list of more than some hundred. */
export const INPUT_ITEMS_MAX = 1_000;
