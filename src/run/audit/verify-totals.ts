import { type Kysely, sql } from 'kysely';
import { CURRENCIES } from '../../kernel/currency.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import { EVERY_PARTNER } from '../../pipeline/rows/tenancy.ts';
import { type AmountParts, joinedParts, NO_AMOUNT, SUMMED_PARTS } from '../../nouns/settlement/amount-sum.ts';
import { SETTLEMENT_STATUSES } from '../../nouns/settlement/settlement.machine.ts';
import { amountNames, totalsWithin } from '../../nouns/settlement/settlement.rules.ts';
import { differs, type Findings } from '../../trail/checkpoint/findings.ts';

const PAIRS = SETTLEMENT_STATUSES.flatMap((status) => CURRENCIES.map((currency) => ({ status, currency })));

/** Checks the totals of settlements, their number and their money by status and currency, against the rows. */
export async function verifyTotals(db: Kysely<Tables>, findings: Findings): Promise<void> {
  const { totals, rows } = await readBoth(db);
  const stored = (name: string) => totals.get(name) ?? 0;
  for (const { status, currency } of PAIRS) {
    const names = amountNames(status, currency);
    const [countName = ''] = totalsWithin(EVERY_PARTNER, { status, currency });
    const own = rows.get(`${status}/${currency}`) ?? { count: 0, ...NO_AMOUNT };
    const what = `settlements of status ${status} in ${currency}`;
    if (stored(countName) !== own.count)
      findings.add(
        differs(
          `counter/${countName}`,
          `The total says that there are ${stored(countName)} ${what}; the table has ${own.count}.`,
        ),
      );
    if (stored(names.above) === own.above && stored(names.below) === own.below) continue;
    const sum = shown({ above: stored(names.above), below: stored(names.below) });
    findings.add(
      differs(
        `counter/${names.above}`,
        `The total says that the ${what} add up to ${sum} minor units; in the table they add up to ${shown(own)}.`,
      ),
    );
  }
}

/** A sum as text. An attacker may have written a number that the gateway never writes. */
const shown = (parts: AmountParts): string =>
  Object.values(parts).every((part) => Number.isSafeInteger(part))
    ? String(joinedParts(parts))
    : 'no number of';

/**
 * In a form that no index sorts. Otherwise SQLite would use an index in this order and read each row, instead of the
 * index that has all summed columns.
 */
const STATUS = sql<string>`status || ''`;
const CURRENCY = sql<string | null>`currency || ''`;

/**
 * One query, so that a settlement that moves meanwhile is read together with the totals of the same moment. The totals are added as real numbers, because a sum of integers that an attacker wrote may be
 * too large.
 */
async function readBoth(db: Kysely<Tables>) {
  const names = PAIRS.flatMap((pair) => [
    ...totalsWithin(EVERY_PARTNER, pair),
    ...Object.values(amountNames(pair.status, pair.currency)),
  ]);
  const stored = db
    .selectFrom('counter')
    .select((eb) => [
      'name',
      sql<string | null>`null`.as('currency'),
      eb.fn.sum<number>(eb.cast('total', 'double precision')).as('count'),
      sql<number>`0`.as('above'),
      sql<number>`0`.as('below'),
    ])
    .where('name', 'in', names)
    .groupBy('name');
  const sums = db
    .selectFrom('instant_settlement')
    .select((eb) => [
      STATUS.as('name'),
      CURRENCY.as('currency'),
      eb.cast<number>(eb.fn.countAll(), 'double precision').as('count'),
      SUMMED_PARTS.above.as('above'),
      SUMMED_PARTS.below.as('below'),
    ])
    .groupBy([STATUS, CURRENCY]);
  const all = await stored.unionAll(sums).execute();
  return {
    totals: new Map(all.flatMap((row) => (row.currency === null ? [[row.name, row.count] as const] : []))),
    rows: new Map(
      all.flatMap(({ name, currency, ...sum }) =>
        currency === null ? [] : [[`${name}/${currency}`, sum] as const],
      ),
    ),
  };
}
