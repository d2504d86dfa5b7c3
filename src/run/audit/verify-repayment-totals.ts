import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../engine/sql/tables.ts';
import { EVERY_PARTNER } from '../../pipeline/rows/tenancy.ts';
import { REPAYMENT_STATUSES } from '../../nouns/repayment/repayment.machine.ts';
import { totalName } from '../../nouns/repayment/repayment.rules.ts';
import { differs, type Findings } from '../../trail/checkpoint/findings.ts';

/**
 * Checks the totals of repayments by status against the rows. One query, so that a repayment that moves meanwhile is
 * read together with the totals of the same moment.
 */
export async function verifyRepaymentTotals(db: Kysely<Tables>, findings: Findings): Promise<void> {
  const names = REPAYMENT_STATUSES.map((status) => totalName(EVERY_PARTNER, status));
  const stored = db
    .selectFrom('counter')
    // As a real number, because a sum of integers that an attacker wrote may be too large.
    .select((eb) => ['name', eb.fn.sum<number>(eb.cast('total', 'double precision')).as('count')])
    .where('name', 'in', names)
    .groupBy('name');
  const counted = db
    .selectFrom('repayment')
    .select((eb) => [
      sql<string>`status`.as('name'),
      eb.cast<number>(eb.fn.countAll(), 'double precision').as('count'),
    ])
    .groupBy('status');
  const counts = new Map((await stored.unionAll(counted).execute()).map(({ name, count }) => [name, count]));
  for (const status of REPAYMENT_STATUSES) {
    const name = totalName(EVERY_PARTNER, status);
    const [total, rows] = [counts.get(name) ?? 0, counts.get(status) ?? 0];
    if (total === rows) continue;
    const says = `The total says that there are ${total} ${status} repayments; the table has ${rows}.`;
    findings.add(differs(`counter/${name}`, says));
  }
}
