import type { KycDetails } from './kyc-details.ts';

/** A supporting document type of a country. Types are shown in the order of the country's list. */
interface DocumentTypeRule {
  /** The name in the API, in snake_case. */
  readonly type: string;
  readonly required: boolean;
  /** What it shows, for the documentation. If several countries have the type, the text is the same. */
  readonly means: string;
}

/** A reason to check again: a warning, never a refusal. */
export interface Doubt<Code extends string = string> {
  readonly code: Code;
  /** What the warning tells an operator. It is part of the schema, so it never contains a value. */
  readonly when: string;
  /** The source of the rule: the register or the standard, with its year. */
  readonly source: string;
}

/** A check of a single value. */
export interface ValueCheck<Code extends string = string> extends Doubt<Code> {
  /** Accepts any string; never throws. */
  readonly passes: (value: string) => boolean;
}

/** A check of one field against the other fields. It gives at most one warning, for any number of people. */
export interface DetailsCheck<Code extends string = string> extends Doubt<Code> {
  readonly field: keyof KycDetails;
  /** Accepts any details; never throws. `today` is the day when they were sent. */
  readonly passes: (details: KycDetails, today: string) => boolean;
}

/** The form of the numbers in a country's register. */
export interface RegistrationNumberForm {
  readonly source: string;
  /** Accepts any string; never throws. */
  readonly passes: (value: string) => boolean;
  /** The digits that identify a company in the register; null if the number has another form. */
  readonly serial: (value: string) => string | null;
}

/** A line of text that only this country has. REST and GraphQL show it beside the details of all countries. */
export interface OwnField<Code extends string = string> {
  /** The name in the API, in snake_case. It must differ from the details of all countries. */
  readonly name: string;
  /** What it means, for the documentation of both APIs. */
  readonly description: string;
  /** Whether a record without it is incomplete. */
  readonly required: boolean;
  /** Checks of the text. They do not run if it is absent. */
  readonly checks: readonly ValueCheck<Code>[];
}

/**
 * The rules of a country, in addition to the rules of all countries. `Code` is the union of its own warning codes. Its
 * REST path (`hk`) and GraphQL names (`HkKycRecord`, `HkKycInput`) are made from `code`.
 */
export interface Country<Code extends string = string> {
  /** ISO 3166-1 alpha-2, upper-case; also the `type` of the KYC record. */
  readonly code: string;
  readonly name: string;
  readonly documentTypes: readonly DocumentTypeRule[];
  /** The form of a `business_registration_number` of this country. */
  readonly registrationNumber: RegistrationNumberForm;
  /**
   * Checks of each identity number of type `national_id`. The type does not name the country of the card, so the
   * foreign card of a director gives a warning too.
   */
  readonly nationalIdChecks: readonly ValueCheck<Code>[];
  /** Checks that see all details. */
  readonly detailsChecks: readonly DetailsCheck<Code>[];
  /** Its own details, stored encrypted; absent if it has none. */
  readonly ownFields?: readonly OwnField<Code>[];
}
