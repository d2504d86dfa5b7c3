import type { Encrypted, Vault } from '../../engine/crypto/encryption.ts';
import { writeJson } from '../../engine/json/text.ts';
import { ownFieldsOf } from './countries/index.ts';
import type { KycInput } from './kyc.input.ts';
import { kycCountryOf, type KycRow } from './kyc.present.ts';
import { type EncryptedKycColumn, kycAad } from './kyc-aad.rules.ts';

/** The columns of a record with new details. `text_warnings` is null until the warnings are counted again. */
export function columnsOf(row: KycRow, input: KycInput, vault: Vault) {
  const own = ownFieldsOf(kycCountryOf(row)).map(({ name }) => name);
  const shared = { ...input };
  for (const name of own) Reflect.deleteProperty(shared, name);
  const ownDetails = Object.fromEntries(
    own.map((name): [string, unknown] => [name, Reflect.get(input, name)]),
  );
  const encryptedOrNull = (column: EncryptedKycColumn, value: object | null): Encrypted | null =>
    value === null ? null : vault.encrypt(writeJson(value), kycAad(column, row.customer_id));
  return {
    ...shared,
    text_warnings: null,
    registered_address: JSON.stringify(input.registered_address),
    operating_address: input.operating_address === null ? null : JSON.stringify(input.operating_address),
    own_details: encryptedOrNull('own_details', own.length === 0 ? null : ownDetails),
    directors_identity_number: encryptedOrNull('directors_identity_number', input.directors_identity_number),
    shareholders_identity_number: encryptedOrNull(
      'shareholders_identity_number',
      input.shareholders_identity_number,
    ),
    provider_company_screening_result: encryptedOrNull(
      'provider_company_screening_result',
      input.provider_company_screening_result,
    ),
    provider_batch_screening_result: encryptedOrNull(
      'provider_batch_screening_result',
      input.provider_batch_screening_result,
    ),
  };
}
