import { wordsOf } from '../../kernel/words.ts';
import type { Selectable } from 'kysely';
import { z } from 'zod';
import { knownWord } from '../../kernel/damage.ts';
import { describedBy } from '../../kernel/input/description.ts';
import { FREE_OBJECT } from '../../engine/json/json-object-field.ts';
import { JsonText } from '../../engine/json/text.ts';
import type { Vault } from '../../engine/crypto/encryption.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import { REPAYMENT_ORDERS } from '../partner/partner.input.ts';
import { type Denial, DENIALS, isDenial } from './denial.rules.ts';
import { SETTLEMENT_STATUSES } from './settlement.machine.ts';
import { readAsOf } from './settlement.rules.ts';
import { ServicingView } from './servicing-view.ts';
import { annualRateUnder, termsOf } from './terms.rules.ts';

const rate = z.number().min(0).max(1);

const DENIAL_CODES = wordsOf(DENIALS);

/** A rate of the account. */
const accountRate = (what: string) =>
  rate
    .nullable()
    .describe(`${what} of the account, as a decimal: 3 % is 0.03. Null if the partner sent none.`);

export const InstantSettlementView = describedBy(
  null,
  z.strictObject({
    funding_id: z.string(),
    customer_id: z.string(),
    currency: z.string().meta({ description: 'ISO 4217, such as HKD.' }),
    amount: z
      .int()
      .min(0)
      .meta({ description: 'In the minor unit of the currency: 1250000 is HKD 12,500.00.' }),
    account_chargeback_rate: accountRate('The chargeback rate'),
    account_refund_rate: accountRate('The refund rate'),
    settlement_period: z.int().min(0).meta({
      description:
        'How many days the transactions take to settle. The money is due so many calendar days after it was sent.',
    }),
    interest_rate: rate.meta({
      description: 'The rate of the provider, as a decimal: 0.2 % is 0.002. The approval fixes it.',
    }),
    fee: z
      .int()
      .min(0)
      .nullable()
      .describe(
        'What the funding costs for its whole period, on top of the amount, in the minor unit; null before the approval, which fixes it.',
      ),
    annual_rate: z
      .number()
      .nullable()
      .describe(
        'The fee as a rate of a year of 365 days, as a decimal: 0.6 is 60 %; null before the approval.',
      ),
    repayment_order: z
      .enum(REPAYMENT_ORDERS)
      .nullable()
      .describe('What a repayment pays first; null before the approval, which fixes it.'),
    transactions: z
      .custom<JsonText>()
      .meta({ ...FREE_OBJECT, description: 'What the partner sent, unchanged.' }),
    status: z.enum(SETTLEMENT_STATUSES).describe('The status of the request.'),
    servicing: ServicingView.nullable().describe(
      'What is owed, and what was paid; null before the money was sent.',
    ),
    denial_reason: z.enum(DENIAL_CODES).nullable().meta({ description: 'Null if it was not denied.' }),
    offer_expires_at: z.string().nullable().meta({
      format: 'date-time',
      description:
        'At this second the offer is denied if the partner has not answered it; null before there is an offer.',
    }),
    created_at: z.string().meta({ format: 'date-time' }),
    updated_at: z.string().meta({ format: 'date-time' }),
  }),
).meta({ id: 'InstantSettlement' });
export type InstantSettlementView = InParts<z.output<typeof InstantSettlementView>>;

/** What is owed is loaded apart: for a whole view at once, for a field of GraphQL if it is selected. */
type InParts<View extends { servicing: unknown }> = Omit<View, 'servicing'> &
  Partial<Pick<View, 'servicing'>>;

/** A settlement in lists, without `transactions`, because they may have two megabytes. */
export const InstantSettlementSummary = InstantSettlementView.omit({ transactions: true }).meta({
  id: 'InstantSettlementSummary',
});
export type InstantSettlementSummary = InParts<z.output<typeof InstantSettlementSummary>>;

export type SettlementRow = Selectable<Tables['instant_settlement']>;

/** The columns that a summary shows. */
type SummaryRow = Pick<
  SettlementRow,
  | 'id'
  | 'customer_id'
  | 'currency'
  | 'amount'
  | 'account_chargeback_rate'
  | 'account_refund_rate'
  | 'settlement_period'
  | 'interest_rate'
  | 'fee'
  | 'repayment_order'
  | 'approved_kyc_revision'
  | 'status'
  | 'denial_reason'
  | 'offer_expires_at'
  | 'created_at'
  | 'updated_at'
>;

/** The columns of `instant_settlement` that are stored encrypted. */
export type EncryptedSettlementColumn =
  'transactions' | 'decision_reason' | 'denial_note' | 'disbursement_reference';

/** The additional authenticated data of a value: binds it to its column and row. */
export const settlementAad = (column: EncryptedSettlementColumn, id: string) =>
  `instant_settlement.${column}/${id}`;

interface PresentOptions {
  readonly vault: Vault;
  readonly now: Date;
}

/** `known` are the transactions, if the caller has them. Decrypting two megabytes takes milliseconds. */
export function presentSettlement(
  row: SettlementRow,
  { vault, now }: PresentOptions,
  known: JsonText | null = null,
): InstantSettlementView {
  const { status, denial_reason, offer_expires_at, created_at, updated_at, ...summary } = summarizeSettlement(
    row,
    now,
  );
  const transactions = known ?? decryptedTransactions(row, vault);
  return { ...summary, transactions, status, denial_reason, offer_expires_at, created_at, updated_at };
}

function decryptedTransactions(row: SettlementRow, vault: Vault): JsonText {
  const text = vault.decrypt(row.transactions, settlementAad('transactions', row.id));
  return new JsonText(text, { isChecked: true });
}

export function summarizeSettlement(stored: SummaryRow, now: Date): InstantSettlementSummary {
  const row = readAsOf(stored, now);
  const terms = termsOf(row);
  return {
    funding_id: row.id,
    customer_id: row.customer_id,
    currency: row.currency,
    amount: row.amount,
    account_chargeback_rate: row.account_chargeback_rate,
    account_refund_rate: row.account_refund_rate,
    settlement_period: row.settlement_period,
    interest_rate: row.interest_rate,
    fee: terms?.fee ?? null,
    annual_rate: terms === null ? null : annualRateUnder(terms, row),
    repayment_order: terms?.repayment_order ?? null,
    status: statusOf(row),
    denial_reason: denialOf(row),
    offer_expires_at: row.offer_expires_at,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

function denialOf({ denial_reason }: Pick<SettlementRow, 'denial_reason'>): Denial | null {
  return denial_reason !== null && isDenial(denial_reason) ? denial_reason : null;
}

export const statusOf = ({ id, status }: Pick<SettlementRow, 'id' | 'status'>) =>
  knownWord(SETTLEMENT_STATUSES, status, `instant_settlement/${id}`);
