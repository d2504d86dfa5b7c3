import { DamageError } from '../../kernel/damage.ts';
import { dayAt } from '../../kernel/days.ts';
import { annualRateOf, feeOf } from '../../kernel/rate.ts';
import { statement } from '../../engine/sql/statement.ts';
import type { CommandContext } from '../../pipeline/operation.ts';
import { type Facts, factsOf } from '../decision/facts/facts.rules.ts';
import type { FactSources } from '../decision/facts/fact-row.ts';
import { type TransactionFacts, transactionFacts } from '../decision/facts/transaction-facts.rules.ts';
import type { KycRow } from '../kyc/kyc.present.ts';
import { customerPast } from './customer-past.ts';
import { type CustomerStanding, standingFacts, standingOf } from './customer-standing.ts';
import { settlementAad, type SettlementRow } from './settlement.present.ts';

interface Decided {
  readonly request: FactSources['request'];
  /** The rate of the decision. */
  readonly interestRate: number;
  /** Locked until the transaction ends. */
  readonly kyc: KycRow;
  readonly standing: CustomerStanding;
  readonly transactions: TransactionFacts;
}

/** The facts of a decision that is about to be made. */
export async function gatherFacts(
  context: CommandContext,
  { request, interestRate, kyc, standing, transactions }: Decided,
): Promise<Facts> {
  const { amount } = request;
  const [customer] = await customerOf(context.db, { id: kyc.customer_id });
  if (customer === undefined) throw new Error('A KYC record has no customer.');
  const { past, changes, mac } = customer;
  const row =
    past === null || changes === null || mac === null ? null : { id: kyc.customer_id, past, changes, mac };
  return factsOf({
    request,
    annualRate: annualRateOf({
      amount,
      fee: feeOf(amount, interestRate),
      periodDays: request.settlement_period,
    }),
    today: dayAt(context.now),
    customer: {
      sector: customer.company_sector,
      since: dayAt(new Date(customer.created_at)),
    },
    kyc,
    standing: standingFacts(standing),
    past: await customerPast(context, row, kyc.customer_id),
    transactions,
  });
}

/** The facts of a decision on a stored request. The caller has locked the settlement and its KYC. */
export async function factsOfStored(
  context: CommandContext,
  settlement: SettlementRow,
  kyc: KycRow,
  interestRate: number,
): Promise<Facts> {
  const at = { now: context.now, today: dayAt(context.now) };
  return gatherFacts(context, {
    request: settlement,
    interestRate,
    kyc,
    standing: await standingOf(context.db, kyc.customer_id, at),
    transactions: storedTransactionFacts(context, settlement),
  });
}

/** What is known of the transactions of a stored request. Nothing, if they are damaged: it can be denied all the same. */
function storedTransactionFacts(
  { vault }: CommandContext,
  { id, transactions }: Pick<SettlementRow, 'id' | 'transactions'>,
): TransactionFacts {
  try {
    return transactionFacts(vault.decrypt(transactions, settlementAad('transactions', id)));
  } catch (error) {
    if (!(error instanceof DamageError)) throw error;
    return transactionFacts(null);
  }
}

/** The customer, and the row of its past. */
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
    .where('customer.id', '=', id),
);
