import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../engine/sql/tables.ts';
import { joinedParts } from '../../nouns/settlement/amount-sum.ts';
import { servicingTotals } from '../../nouns/settlement/servicing/servicing-totals.ts';
import { IS_SENT } from '../../nouns/settlement/servicing-condition.ts';
import { differs, type Findings } from '../../trail/checkpoint/findings.ts';

const OWED = sql<number>`(principal_outstanding + fee_outstanding + refund_receivable)`;
const CLAIM = sql<number>`(written_off_principal + written_off_fee - recovered)`;
const IS_CLAIM = sql<boolean>`written_off_on is not null`;
const PART = sql.lit(100_000_000);

/** Checks the totals of what is outstanding, by currency and last day for the payment, and of claims, against the rows. */
export async function verifyOutstanding(db: Kysely<Tables>, findings: Findings): Promise<void> {
  const stored = await servicingTotals(db);
  const rows = await db
    .selectFrom('servicing')
    .select((eb) => [
      'currency',
      sql<string>`case when ${IS_CLAIM} then '' else pay_by end`.as('pay_by'),
      eb.fn.countAll<number>().as('count'),
      sql<number>`sum(case when ${IS_CLAIM} then ${CLAIM} else ${OWED} end / ${PART})`.as('above'),
      sql<number>`sum(case when ${IS_CLAIM} then ${CLAIM} else ${OWED} end % ${PART})`.as('below'),
    ])
    .where(IS_SENT)
    .where(sql<boolean>`(case when ${IS_CLAIM} then ${CLAIM} else ${OWED} end) > 0`)
    .groupBy(['currency', sql`case when ${IS_CLAIM} then '' else pay_by end`])
    .execute();
  const keyOf = (currency: string, payBy: string) => `${currency}/${payBy}`;
  const found = new Map(rows.map((row) => [keyOf(row.currency, row.pay_by), row]));
  const told = new Map(stored.map((total) => [keyOf(total.currency, total.pay_by ?? ''), total]));
  for (const key of new Set([...found.keys(), ...told.keys()])) {
    const row = found.get(key);
    const sum = row === undefined ? 0n : joinedParts(row);
    const count = row?.count ?? 0;
    const total = told.get(key);
    if ((total?.amount ?? 0n) === sum && (total?.count ?? 0) === count) continue;
    const says = `The total says that ${total?.count ?? 0} settlements owe ${total?.amount ?? 0n} minor units (${key}); in the table ${count} owe ${sum}.`;
    findings.add(differs(`counter/outstanding/${key}`, says));
  }
}
