import type { KycRow } from '../../kyc/kyc.present.ts';
import type { CustomerPast } from './customer-past.rules.ts';
import type { TransactionFacts } from './transaction-facts.rules.ts';

/** What a fact can be. `amounts` has an amount in minor units for each currency, `names` a list of names. */
interface FactTypes {
  int: number;
  double: number;
  string: string;
  bool: boolean;
  amounts: Amounts;
  names: readonly string[];
}
export type FactType = keyof FactTypes;
/** In minor units, by currency. A currency that is not listed has 0. */
export type Amounts = Readonly<Record<string, number>>;
export type FactValue = FactTypes[FactType];

export const FACT_TYPES: Readonly<Record<FactType, string>> = {
  int: 'A whole number.',
  double: 'A number; rates are decimals, so 5 % is 0.05.',
  string: 'A text; days are `YYYY-MM-DD`.',
  bool: 'True or false.',
  amounts: 'An amount in the minor unit for each currency.',
  names: 'A list of names.',
};

/** All that is read for a decision. What is not here is not read. */
export interface FactSources {
  readonly request: {
    readonly amount: number;
    readonly currency: string;
    readonly settlement_period: number;
    readonly account_chargeback_rate: number | null;
    readonly account_refund_rate: number | null;
    readonly partner_id: string;
  };
  /** The rate of the decision. */
  readonly interestRate: number;
  /** The fee as a rate of a year, at the rate of the decision. */
  readonly annualRate: number;
  /** The rates of the partner's pricing for the currency, and the ceiling of the country. */
  readonly pricing: { readonly lowest: number; readonly highest: number; readonly ceiling: number | null };
  /** The day of the decision in the country of the customer. */
  readonly today: string;
  readonly customer: { readonly sector: string; readonly since: string };
  /** Locked until the transaction ends. */
  readonly kyc: Pick<
    KycRow,
    | 'country'
    | 'date_of_incorporation'
    | 'text_warnings'
    | 'document_warnings'
    | 'is_sensitive_business'
    | 'has_complex_structure'
    | 'has_namecheck_hits'
  >;
  readonly standing: {
    readonly outstanding: Amounts;
    readonly committed: Amounts;
    readonly claims: Amounts;
    readonly overdue: Amounts;
    /** Days since the earliest last day of a payment that is overdue; 0 if nothing is. */
    readonly daysPastDue: number;
  };
  readonly past: CustomerPast;
  readonly transactions: TransactionFacts;
}

interface FactRow<Type extends FactType> {
  readonly type: Type;
  /** What it is, and how it is computed. */
  readonly means: string;
  /** Where it comes from. */
  readonly source:
    'request' | 'partner' | 'provider' | 'customer' | 'KYC' | 'settlements' | 'repayments' | 'transactions';
  /** When it is absent; null if it never is. */
  readonly absent: string | null;
  readonly of: (sources: FactSources) => FactTypes[Type] | null;
}

export type AnyFact = { [Type in FactType]: FactRow<Type> }[FactType];
