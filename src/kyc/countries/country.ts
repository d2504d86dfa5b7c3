/** A supporting document type of a country. The order of a country's types is the order in which they are shown. */
export interface DocumentTypeRule {
  /** As the interface spells it: snake_case. */
  readonly type: string;
  readonly required: boolean;
}

/** A doubt about a single value, which warns where the value does not pass. */
export interface ValueCheck<Code extends string = string> {
  readonly code: Code;
  /** What the warning tells an operator; it stands in the schema and never holds a value. */
  readonly when: string;
  /** Takes any string, never throws. */
  readonly passes: (value: string) => boolean;
}

/**
 * What a country supplies: everything that it does not share with the others. `Code` is the codes of its own
 * warnings. Its REST path (`hk`) and its GraphQL names (`HkKycRecord`, `HkKycInput`) follow from `code`.
 */
export interface Country<Code extends string = string> {
  /** ISO 3166-1 alpha-2, upper-case; also the `type` of the KYC record. */
  readonly code: string;
  readonly name: string;
  readonly documentTypes: readonly DocumentTypeRule[];
  /** The form of a `business_registration_number` there. */
  readonly isRegistrationNumber: (value: string) => boolean;
  /**
   * Checks of each identity number of type `national_id`. The type does not say which country issued the card,
   * so the card of a foreign director is warned of too.
   */
  readonly nationalIdChecks: readonly ValueCheck<Code>[];
}
