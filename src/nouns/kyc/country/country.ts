import type { KycDetails } from './kyc-details.ts';

/** A supporting document type of a country. Types are shown in the order in which the country lists them. */
interface DocumentTypeRule {
  /** The name in the API, in snake_case. */
  readonly type: string;
  readonly required: boolean;
  /** What it shows, for the documentation. The same in every country that has a type of this name. */
  readonly means: string;
}

/** A reason to look twice: a warning, never a refusal. */
export interface Doubt<Code extends string = string> {
  readonly code: Code;
  /** What the warning tells an operator. It is in the schema, so it never holds a value. */
  readonly when: string;
  /** Where the rule is from: the register or the standard, with its year. */
  readonly source: string;
}

/** A check of a single value. */
export interface ValueCheck<Code extends string = string> extends Doubt<Code> {
  /** Accepts any string; never throws. */
  readonly passes: (value: string) => boolean;
}

/** A check of one field, which looks at the others as well. So it gives one warning at most, however many people there are. */
export interface DetailsCheck<Code extends string = string> extends Doubt<Code> {
  readonly field: keyof KycDetails;
  /** Accepts any details; never throws. `today` is the day on which they were sent. */
  readonly passes: (details: KycDetails, today: string) => boolean;
}

/** The form of the numbers in the register of a country. */
export interface RegistrationNumberForm {
  readonly source: string;
  /** Accepts any string; never throws. */
  readonly passes: (value: string) => boolean;
  /** The digits that tell the companies of the register apart; null if the number has another form. */
  readonly serial: (value: string) => string | null;
}

/** A line of text that only this country asks for. REST and GraphQL show it beside the details of all countries. */
export interface OwnField<Code extends string = string> {
  /** The name in the API, in snake_case; no detail of all countries has it. */
  readonly name: string;
  /** What it means, for the documentation of both APIs. */
  readonly description: string;
  /** Whether a record is incomplete without it. */
  readonly required: boolean;
  /** Checks of the text; none runs if it is absent. */
  readonly checks: readonly ValueCheck<Code>[];
}

/**
 * What a country supplies, beyond what all countries share. `Code` is the union of its own warning codes. Its REST path
 * (`hk`) and GraphQL names (`HkKycRecord`, `HkKycInput`) follow from `code`.
 */
export interface Country<Code extends string = string> {
  /** ISO 3166-1 alpha-2, upper-case; also the `type` of the KYC record. */
  readonly code: string;
  readonly name: string;
  readonly documentTypes: readonly DocumentTypeRule[];
  /** The form of a `business_registration_number` of this country. */
  readonly registrationNumber: RegistrationNumberForm;
  /**
   * Checks of each identity number of type `national_id`. The type does not name the country of the card, so the card
   * of a foreign director gives a warning too.
   */
  readonly nationalIdChecks: readonly ValueCheck<Code>[];
  /** Checks of the details together. */
  readonly detailsChecks: readonly DetailsCheck<Code>[];
  /** Its own details, stored encrypted; absent if it asks for nothing more than all countries do. */
  readonly ownFields?: readonly OwnField<Code>[];
}
