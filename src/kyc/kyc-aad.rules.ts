/** The columns of `kyc_record` that are stored sealed. */
type EncryptedKycColumn =
  | 'directors_identity_number'
  | 'shareholders_identity_number'
  | 'provider_company_screening_result'
  | 'provider_batch_screening_result';

/** Binds a sealed value to its row and column. */
export const kycAad = (column: EncryptedKycColumn, customerId: string) =>
  `kyc_record.${column}/${customerId}`;
