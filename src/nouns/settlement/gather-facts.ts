import { type SqlBool, sql } from 'kysely';
import { DamageError } from '../../kernel/damage.ts';
import { dayAt } from '../../kernel/days.ts';
import { annualRateOf, feeOf } from '../../kernel/rate.ts';
import { statement } from '../../engine/sql/statement.ts';
import type { CommandContext, QueryContext } from '../../pipeline/operation.ts';
import type { CustomerPast } from '../decision/facts/customer-past.rules.ts';
import { type Facts, factsOf } from '../decision/facts/facts.rules.ts';
import type { FactSources } from '../decision/facts/fact-row.ts';
import { type TransactionFacts, transactionFacts } from '../decision/facts/transaction-facts.rules.ts';
import { kycCountryOf, type KycRow } from '../kyc/kyc.present.ts';
import type { PartnerView } from '../partner/partner.present.ts';
import { rateRange } from '../partner/pricing.rules.ts';
import type { ProviderSettingsView } from '../provider/provider.present.ts';
import { rateCeilingOf } from '../provider/provider.rules.ts';
import { customerPast, type PastRow, presentPast } from './customer-past.ts';
import { type CustomerStanding, standingFacts, standingOf } from './customer-standing.ts';
import { settlementAad, type SettlementRow } from './settlement.present.ts';

/** The settings that an offer depends on. */
interface Terms {
  readonly partner: Pick<PartnerView, 'interest_rate'>;
  readonly provider: Pick<ProviderSettingsView, 'rate_ceiling'>;
}

interface Decided extends Terms {
  readonly request: FactSources['request'];
  /** The rate of the decision. */
  readonly interestRate: number;
  /** Locked until the transaction ends. */
  readonly kyc: KycRow;
  readonly standing: CustomerStanding;
  readonly transactions: TransactionFacts;
}

/** The facts of a decision that is about to be made. */
export const gatherFacts = (context: CommandContext, decided: Decided): Promise<Facts> =>
  factsWith(context, decided, (...of) => customerPast(context, ...of));

type PastOf = (...of: [row: PastRow | null, customerId: string]) => Promise<CustomerPast>;

async function factsWith(
  context: QueryContext,
  { request, interestRate, partner, provider, kyc, standing, transactions }: Decided,
  pastOf: PastOf,
): Promise<Facts> {
  const { amount, currency } = request;
  const [customer] = await customerOf(context.db, { id: kyc.customer_id });
  if (customer === undefined) throw new Error('A KYC record has no customer.');
  const { past, changes, mac } = customer;
  const row =
    past === null || changes === null || mac === null ? null : { id: kyc.customer_id, past, changes, mac };
  return factsOf({
    request,
    interestRate,
    annualRate: annualRateOf({
      amount,
      fee: feeOf(amount, interestRate),
      periodDays: request.settlement_period,
    }),
    pricing: {
      ...rateRange(partner.interest_rate, currency),
      ceiling: rateCeilingOf(provider, kycCountryOf(kyc)),
    },
    today: dayAt(context.now),
    customer: {
      sector: customer.company_sector,
      since: dayAt(new Date(customer.created_at)),
    },
    kyc,
    standing: standingFacts(standing),
    past: await pastOf(row, kyc.customer_id),
    transactions,
  });
}

/** The facts of a decision on a stored request. The caller has locked the settlement and its KYC. */
export const factsOfStored = (context: CommandContext, ...stored: Stored): Promise<Facts> =>
  storedFacts(context, stored, (...of) => customerPast(context, ...of));

/** The facts that a decision on a stored request would have now, without a lock. */
export const factsSeen = (context: QueryContext, ...stored: Stored): Promise<Facts> =>
  storedFacts(context, stored, async (...of) => (await presentPast(context, ...of)).past);

type Stored = [settlement: SettlementRow, kyc: KycRow, terms: Terms & { readonly interestRate: number }];

async function storedFacts(context: QueryContext, [settlement, kyc, terms]: Stored, pastOf: PastOf) {
  const at = { now: context.now, today: dayAt(context.now) };
  const standing = await standingOf(context.db, kyc.customer_id, at);
  const transactions = storedTransactionFacts(context, settlement);
  return factsWith(context, { request: settlement, ...terms, kyc, standing, transactions }, pastOf);
}

/** What is known of the transactions of a stored request. Nothing, if they are damaged: it can be denied all the same. */
function storedTransactionFacts(
  { vault }: QueryContext,
  { id, transactions }: Pick<SettlementRow, 'id' | 'transactions'>,
): TransactionFacts {
  try {
    return transactionFacts(vault.decrypt(transactions, settlementAad('transactions', id)));
  } catch (error) {
    if (!(error instanceof DamageError)) throw error;
    return transactionFacts(null);
  }
}

/** The customer, and the row of its past. No bare parameter, or SQLite would prepare it again for each decision. */
const customerOf = statement((db, { id }: { id: string }) =>
  db
    .selectFrom('customer')
    .leftJoin('customer_past', 'customer_past.id', 'customer.id')
    .select([
      'customer.company_sector',
      'customer.created_at',
      'customer_past.past',
      'customer_past.changes',
      'customer_past.mac',
    ])
    .where(sql<SqlBool>`customer.id = ${id} || ''`),
);
