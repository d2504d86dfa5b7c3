import type { Selectable } from 'kysely';
import { requestReasonPlace } from '../document/document-request.rules.ts';
import type { Sealed } from '../crypto/secret.ts';
import type { Tables } from '../kernel/tables.ts';
import { kycPlace } from '../kyc/kyc-aad.rules.ts';
import { apiKeyDigestPlace } from '../api-key/api-key.rules.ts';
import { answerPlace } from '../pipeline/idempotency.ts';
import { settlementPlace } from '../settlement/settlement.present.ts';

type SealedIn<Row> = {
  [Column in keyof Row & string]: [Extract<Row[Column], Sealed>] extends [never] ? never : Column;
}[keyof Row & string];

/** `table.column` of every column whose type is Sealed. */
type SealedColumn = {
  [Table in keyof Tables & string]: `${Table}.${SealedIn<Selectable<Tables[Table]>>}`;
}[keyof Tables & string];

export interface SealedColumnRule {
  /** The primary key. */
  readonly row: readonly [string, ...string[]];
  /** The place that the value of a row is bound to. */
  readonly place: (...row: string[]) => string;
}

const kycColumn = (column: Parameters<typeof kycPlace>[0]): SealedColumnRule => ({
  row: ['customer_id'],
  place: (id = '') => kycPlace(column, id),
});

const settlementColumn = (column: Parameters<typeof settlementPlace>[0]): SealedColumnRule => ({
  row: ['id'],
  place: (id = '') => settlementPlace(column, id),
});

/** The place of the keys that `secret_key` keeps. */
export const verifyingPlace = (name: string) => `secret_key.verifying_keys/${name}`;

/** Every sealed column there is; one that is missing here does not compile. */
const rules = {
  'kyc_record.directors_identity_number': kycColumn('directors_identity_number'),
  'kyc_record.shareholders_identity_number': kycColumn('shareholders_identity_number'),
  'kyc_record.provider_company_screening_result': kycColumn('provider_company_screening_result'),
  'kyc_record.provider_batch_screening_result': kycColumn('provider_batch_screening_result'),
  'instant_settlement.transactions': settlementColumn('transactions'),
  'instant_settlement.sealed_decision_reason': settlementColumn('sealed_decision_reason'),
  'instant_settlement.denial_note': settlementColumn('denial_note'),
  'instant_settlement.disbursement_reference': settlementColumn('disbursement_reference'),
  'document_request.reason': {
    row: ['customer_id', 'type'],
    place: (customerId = '', type = '') => requestReasonPlace(customerId, type),
  },
  'idempotency_key.answer': {
    row: ['owner', 'key'],
    place: (owner = '', key = '') => answerPlace({ owner, key }),
  },
  'api_key.digest': { row: ['id'], place: (id = '') => apiKeyDigestPlace(id) },
  'secret_key.verifying_keys': { row: ['name'], place: (name = '') => verifyingPlace(name) },
} satisfies Record<SealedColumn, SealedColumnRule>;

export const sealedColumns: ReadonlyMap<string, SealedColumnRule> = new Map(Object.entries(rules));
