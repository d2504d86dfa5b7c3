/** The columns of `kyc_record` that are stored encrypted. */
export type EncryptedKycColumn =
  | 'own_details'
  | 'directors_identity_number'
  | 'shareholders_identity_number'
  | 'provider_company_screening_result'
  | 'provider_batch_screening_result';

/** The additional authenticated data of a value: binds it to its column and row. */
export const kycAad = (column: EncryptedKycColumn, customerId: string) =>
  `kyc_record.${column}/${customerId}`;
