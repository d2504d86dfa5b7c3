import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../engine/sql/tables.ts';
import { joinedParts, summedParts } from '../../nouns/settlement/amount-sum.ts';
import { servicingCounters, servicingTotals } from '../../nouns/settlement/servicing/servicing-totals.ts';
import { IS_SENT } from '../../nouns/settlement/servicing-condition.ts';
import { differs, type Findings } from '../../trail/checkpoint/findings.ts';

const OWED = sql<number>`(principal_outstanding + fee_outstanding + refund_receivable)`;
const CLAIM = sql<number>`(written_off_principal + written_off_fee - recovered)`;
const IS_CLAIM = sql<boolean>`written_off_on is not null`;

/** Checks the totals of what is outstanding, by currency and last day for the payment, and of claims, against the rows. */
export async function verifyOutstanding(db: Kysely<Tables>, findings: Findings): Promise<void> {
  const { stored, rows } = await readBoth(db);
  const keyOf = (currency: string, payBy: string) => `${currency}/${payBy}`;
  const found = new Map(rows.map((row) => [keyOf(row.currency, row.name), row]));
  const told = new Map(stored.map((total) => [keyOf(total.currency, total.pay_by ?? ''), total]));
  for (const key of new Set([...found.keys(), ...told.keys()])) {
    const row = found.get(key);
    const sum = row === undefined ? 0n : joinedParts(row);
    const count = row?.total ?? 0;
    const total = told.get(key);
    if ((total?.amount ?? 0n) === sum && (total?.count ?? 0) === count) continue;
    const says = `The total says that ${total?.count ?? 0} settlements owe ${total?.amount ?? 0n} minor units (${key}); in the table ${count} owe ${sum}.`;
    findings.add(differs(`counter/outstanding/${key}`, says));
  }
}

/** One query, so that a settlement that changes meanwhile is read together with the totals of the same moment. */
async function readBoth(db: Kysely<Tables>) {
  const counters = db
    .selectFrom(servicingCounters(db).as('stored'))
    .select([
      'name',
      sql<string | null>`null`.as('currency'),
      'total',
      sql<number>`0`.as('above'),
      sql<number>`0`.as('below'),
    ]);
  const day = sql<string>`case when ${IS_CLAIM} then '' else pay_by end`;
  const amount = sql<number>`(case when ${IS_CLAIM} then ${CLAIM} else ${OWED} end)`;
  const { above, below } = summedParts(amount);
  const sums = db
    .selectFrom('servicing')
    .select((eb) => [
      day.as('name'),
      'currency',
      eb.fn.countAll<number>().as('total'),
      above.as('above'),
      below.as('below'),
    ])
    .where(IS_SENT)
    .where(sql<boolean>`${amount} > 0`)
    .groupBy(['currency', day]);
  const all = await counters.unionAll(sums).execute();
  return {
    stored: servicingTotals(all.filter(({ currency }) => currency === null)),
    rows: all.flatMap(({ currency, ...row }) => (currency === null ? [] : [{ ...row, currency }])),
  };
}
