import { sql } from 'kysely';
import { daysLater, timestamp } from '../../kernel/clock.ts';
import type { OperatorRow } from '../operator/operator.present.ts';
import { isAmong } from '../operator/people.ts';
import type { CommandContext, QueryContext } from '../../pipeline/operation.ts';
import { removeRows } from '../../pipeline/rows/remove-rows.ts';
import type { TwoPeopleOperation } from '../../kernel/two-people.ts';
import type { MovedAmount } from '../../pipeline/matter.ts';
import { SUM_DAYS } from './approval.rules.ts';

/** The amounts of an operation add up for each settlement; the amounts of bulks add up for all settlements together. */
interface Summed {
  readonly operation: TwoPeopleOperation;
  readonly settlement: string | null;
  readonly amounts: readonly MovedAmount[];
}

const aboutOf = ({ operation, settlement }: Summed): string => `${operation}/${settlement ?? ''}`;

/** What a person has moved by an operation in the last day, by currency, together with what is asked for now. */
export async function amountsOfDay(
  context: QueryContext,
  person: OperatorRow,
  asked: Summed,
  now: Date,
): Promise<ReadonlyMap<string, number>> {
  const rows = await context.db
    .selectFrom('recent_amount')
    .select(['operator_id', 'currency'])
    // Adds real numbers, because a sum of integers could overflow. The sum is exact up to 2^53-1, the highest bound.
    .select((eb) => eb.fn.sum<number>(eb.cast('amount', 'double precision')).as('amount'))
    .where('about', '=', aboutOf(asked))
    .where('moved_at', '>', timestamp(daysLater(now, -SUM_DAYS)))
    .groupBy(['operator_id', 'currency'])
    .execute();
  const sums = new Map<string, number>();
  const add = (currency: string, amount: number) => sums.set(currency, (sums.get(currency) ?? 0) + amount);
  for (const { currency, amount } of asked.amounts) add(currency, amount);
  for (const { operator_id, currency, amount } of rows)
    if (await isAmong(context, person, [operator_id])) add(currency, amount);
  return sums;
}

/** Notes what a person moves, in the transaction of the change. */
export async function noteAmounts(
  { db, newId }: CommandContext,
  maker: string,
  moved: Summed,
  now: Date,
): Promise<void> {
  if (moved.amounts.length === 0) return;
  const rows = moved.amounts.map(({ currency, amount }) => ({
    id: newId('apv'),
    about: aboutOf(moved),
    operator_id: maker,
    currency,
    amount,
    moved_at: timestamp(now),
  }));
  await db.insertInto('recent_amount').values(rows).execute();
}

/** Removes a batch of amounts that count no longer. The rest is removed a minute later. */
export async function reapAmounts({ db }: Pick<QueryContext, 'db'>, now: Date): Promise<void> {
  const last = timestamp(daysLater(now, -SUM_DAYS));
  await removeRows(db, { table: 'recent_amount', key: ['id'] }, sql`moved_at <= ${last}`);
}
