import { entryReasonAad } from '../../nouns/ledger/entries.ts';
import { snoozeAad } from '../../nouns/work-list/snooze.rules.ts';
import { noteAad } from '../../nouns/note/note.rules.ts';
import { extensionReasonAad } from '../../nouns/settlement/servicing/servicing-mac.ts';
import { approvalAad, secretAad } from '../../nouns/approval/approval.rules.ts';
import { holdAad } from '../../nouns/hold/hold.rules.ts';
import { policyContentAad } from '../../nouns/policy/policy-mac.ts';
import { trialContentAad } from '../../nouns/policy/trial-mac.ts';
import { repaymentAad } from '../../nouns/repayment/repayment.rules.ts';
import type { Selectable } from 'kysely';
import { requestReasonAad } from '../../nouns/document/request/document-request.rules.ts';
import { decisionContentAad } from '../../nouns/decision/decision-mac.ts';
import type { Encrypted } from '../../engine/crypto/encryption.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import { type EncryptedKycColumn, kycAad } from '../../nouns/kyc/kyc-aad.rules.ts';
import { apiKeyDigestAad } from '../../nouns/api-key/api-key.rules.ts';
import { operatorEmailAad } from '../../nouns/operator/operator.rules.ts';
import { resultAad } from '../../pipeline/idempotency/idempotency.ts';
import { excerptAad } from '../../nouns/webhook/delivery/delivery.rules.ts';
import { endpointAad } from '../../nouns/webhook/endpoint/endpoint.rules.ts';
import { type EncryptedSettlementColumn, settlementAad } from '../../nouns/settlement/settlement.present.ts';

type EncryptedIn<Row> = {
  [Column in keyof Row & string]: [Extract<Row[Column], Encrypted>] extends [never] ? never : Column;
}[keyof Row & string];

/** `table.column` of every column of the type `Encrypted`. */
type EncryptedColumn = {
  [Table in keyof Tables & string]: `${Table}.${EncryptedIn<Selectable<Tables[Table]>>}`;
}[keyof Tables & string];

export interface EncryptedColumnRule {
  /** The columns of the primary key, and the others to which the value is bound. */
  readonly row: readonly [string, ...string[]];
  /**
   * The additional authenticated data of a value, made from its primary key. It binds the value to its row and column.
   */
  readonly aad: (...row: string[]) => string;
}

const kycColumn = (column: EncryptedKycColumn): EncryptedColumnRule => ({
  row: ['customer_id'],
  aad: (id = '') => kycAad(column, id),
});

const settlementColumn = (column: EncryptedSettlementColumn): EncryptedColumnRule => ({
  row: ['id'],
  aad: (id = '') => settlementAad(column, id),
});

/** The AAD of `secret_key.verifying_keys`. */
export const verifyingKeysAad = (name: string) => `secret_key.verifying_keys/${name}`;

/** All encrypted columns. A missing one is a compile error. */
const rules = {
  'kyc_record.own_details': kycColumn('own_details'),
  'kyc_record.directors_identity_number': kycColumn('directors_identity_number'),
  'kyc_record.shareholders_identity_number': kycColumn('shareholders_identity_number'),
  'kyc_record.provider_company_screening_result': kycColumn('provider_company_screening_result'),
  'kyc_record.provider_batch_screening_result': kycColumn('provider_batch_screening_result'),
  'instant_settlement.transactions': settlementColumn('transactions'),
  'instant_settlement.decision_reason': settlementColumn('decision_reason'),
  'instant_settlement.denial_note': settlementColumn('denial_note'),
  'instant_settlement.disbursement_reference': settlementColumn('disbursement_reference'),
  'document_request.reason': {
    row: ['customer_id', 'type'],
    aad: (customerId = '', type = '') => requestReasonAad(customerId, type),
  },
  'idempotency_key.answer': {
    row: ['owner', 'key'],
    aad: (owner = '', key = '') => resultAad({ owner, key }),
  },
  'repayment.reference': { row: ['id'], aad: (id = '') => repaymentAad('reference', id) },
  'repayment.reported': { row: ['id'], aad: (id = '') => repaymentAad('reported', id) },
  'repayment.reversal_reason': { row: ['id'], aad: (id = '') => repaymentAad('reversal_reason', id) },
  'repayment.decline_reason': { row: ['id'], aad: (id = '') => repaymentAad('decline_reason', id) },
  'hold.reason': { row: ['id'], aad: (id = '') => holdAad('reason', id) },
  'hold.lift_reason': { row: ['id'], aad: (id = '') => holdAad('lift_reason', id) },
  'approval.content': { row: ['id'], aad: (id = '') => approvalAad('content', id) },
  'approval_secret.content': { row: ['approval_id'], aad: (id = '') => secretAad(id) },
  'approval.reason': { row: ['id'], aad: (id = '') => approvalAad('reason', id) },
  'servicing.extension_reason': { row: ['id'], aad: (id = '') => extensionReasonAad(id) },
  'ledger_entry.reason': { row: ['id'], aad: (id = '') => entryReasonAad(id) },
  'note.text': {
    row: ['id', 'about', 'author', 'created_at'],
    aad: (id = '', about = '', author = '', created_at = '') => noteAad({ id, about, author, created_at }),
  },
  'snooze.reason': { row: ['about'], aad: (about = '') => snoozeAad(about) },
  'policy.content': { row: ['id'], aad: (id = '') => policyContentAad(id) },
  'policy_trial.content': { row: ['id'], aad: (id = '') => trialContentAad(id) },
  'decision.content': { row: ['id'], aad: (id = '') => decisionContentAad(id) },
  'operator.email': { row: ['id'], aad: (id = '') => operatorEmailAad(id) },
  'api_key.digest': { row: ['id'], aad: (id = '') => apiKeyDigestAad(id) },
  'webhook_endpoint.secret': { row: ['id'], aad: (id = '') => endpointAad('secret', id) },
  'webhook_endpoint.former_secret': { row: ['id'], aad: (id = '') => endpointAad('former_secret', id) },
  'webhook_attempt.excerpt': { row: ['id'], aad: (id = '') => excerptAad(id) },
  'secret_key.verifying_keys': { row: ['name'], aad: (name = '') => verifyingKeysAad(name) },
} satisfies Record<EncryptedColumn, EncryptedColumnRule>;

export const encryptedColumns: ReadonlyMap<string, EncryptedColumnRule> = new Map(Object.entries(rules));
