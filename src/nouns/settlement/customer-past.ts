import { type Kysely, type Selectable, type SqlBool, sql } from 'kysely';
import { timestamp } from '../../kernel/clock.ts';
import { dayAt, daysAfter, daysBetween } from '../../kernel/days.ts';
import { coverageOf } from '../../trail/record/coverage.ts';
import { provenRows } from '../../engine/crypto/proven-rows.ts';
import { statement } from '../../engine/sql/statement.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import type { CommandContext, QueryContext } from '../../pipeline/operation.ts';
import { CustomerPast } from '../decision/facts/customer-past.rules.ts';
import { DISCLOSED_REASONS } from '../decision/reasons.rules.ts';

export type PastRow = Selectable<Tables['customer_past']>;

const COVERAGE = coverageOf('customer_past', {
  changes: 'none',
});

/** Table and primary key of a row. */
const pastPlace = (id: string): string => `customer_past/${id}`;

const proven = provenRows<Pick<PastRow, 'id' | 'past'>>({
  coverage: COVERAGE,
  placeOf: ({ id }) => pastPlace(id),
});

/** What happened with the settlements of customers, for the audit and for a rotation of the secret. */
export const PROVEN_PASTS = {
  ...proven,
  table: 'customer_past',
  name: 'Customer past',
  columns: sql.join(['id', 'past', 'changes', 'mac'].map((column) => sql.ref(column))),
  placeOf: pastPlace,
  madeWithSecret: [],
} as const;

/** The text of a row that must be made again. */
export const FORGOTTEN = '';

/**
 * What happened with the settlements of a customer. It is in one row, which is made at the first decision and whenever
 * something happened since. The caller has locked the customer.
 */
export async function customerPast(
  context: CommandContext,
  row: PastRow | null,
  customerId: string,
): Promise<CustomerPast> {
  const { past, isKept } = await presentPast(context, row, customerId);
  if (isKept) return past;
  const kept = proven.withMac(context.rowMacs, { id: customerId, past: JSON.stringify(past) });
  if (row === null) {
    // If something happens in another transaction meanwhile, it makes the row, and this past is not kept.
    await context.db
      .insertInto('customer_past')
      .values({ ...kept, changes: 0 })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
  } else {
    await context.db
      .updateTable('customer_past')
      .set(kept)
      .where('id', '=', customerId)
      .where('changes', '=', row.changes)
      .execute();
  }
  return past;
}

/** The same for a read, which keeps nothing. */
export async function presentPast(
  { db, rowMacs, now }: Pick<QueryContext, 'db' | 'rowMacs' | 'now'>,
  row: PastRow | null,
  customerId: string,
): Promise<{ readonly past: CustomerPast; readonly isKept: boolean }> {
  if (row !== null) proven.requireGenuine(rowMacs, row);
  if (row !== null && row.past !== FORGOTTEN)
    return { past: CustomerPast.parse(JSON.parse(row.past)), isKept: true };
  return { past: await readPast(db, customerId, daysAfter(dayAt(now), -KEPT_DAYS)), isKept: false };
}

/**
 * Notes that something happened with a settlement, so that the past of its customer is made again at the next decision.
 * It is written at the end of the transaction, and for several customers always in the same order, so that no deadlock
 * occurs.
 */
export function forgetPast(context: CommandContext, customerId: string): void {
  context.atEnd(pastPlace(customerId), async () => {
    const row = proven.withMac(context.rowMacs, { id: customerId, past: FORGOTTEN, changes: 1 });
    await context.db
      .insertInto('customer_past')
      .values(row)
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet({ past: row.past, mac: row.mac, changes: sql`customer_past.changes + 1` }),
      )
      .execute();
  });
}

/** Days of denials and returned repayments that are kept. Facts ask for fewer. */
const KEPT_DAYS = 100;

/** The past of a customer from all of its settlements and repayments, with the days since a day. */
export async function readPast(db: Kysely<Tables>, customerId: string, since: string): Promise<CustomerPast> {
  const [denied, returned, closed] = [
    await deniedSince(db, { customerId, since: timestamp(new Date(`${since}T00:00:00Z`)) }),
    await returnedSince(db, { customerId, since }),
    await closedOf(db, { customerId }),
  ];
  return {
    since,
    denied: counted(denied.map(({ updated_at }) => dayAt(new Date(updated_at)))),
    returned: counted(returned.map(({ reversed_on }) => reversed_on ?? '')),
    repaid: closed.filter(({ closed_on }) => closed_on !== null).length,
    late: closed.reduce(
      (worst, { closed_on, pay_by }) =>
        closed_on === null ? worst : Math.max(worst, daysBetween(pay_by, closed_on)),
      0,
    ),
    extensions: closed.reduce((sum, { extensions }) => sum + extensions, 0),
  };
}

const counted = (days: readonly string[]): Record<string, number> =>
  Object.fromEntries(
    [...Map.groupBy(days.toSorted(), (day) => day)].map(([day, same]) => [day, same.length]),
  );

const deniedSince = statement((db, { customerId, since }: { customerId: string; since: string }) =>
  db
    .selectFrom('instant_settlement')
    .select('updated_at')
    .where('customer_id', '=', customerId)
    .where('status', '=', 'denied')
    .where('denial_reason', 'in', Object.keys(DISCLOSED_REASONS))
    .where('updated_at', '>', since),
);

const returnedSince = statement((db, { customerId, since }: { customerId: string; since: string }) =>
  db
    .selectFrom('repayment')
    .select('reversed_on')
    .where('customer_id', '=', customerId)
    .where('reversal_kind', '=', 'returned')
    .where('reversed_on', '>', since),
);

/** The settlements of a customer that were paid back, or whose due day was moved. */
const closedOf = statement((db, { customerId }: { customerId: string }) =>
  db
    .selectFrom('servicing')
    .innerJoin('instant_settlement', 'instant_settlement.id', 'servicing.id')
    .select(['servicing.closed_on', 'servicing.pay_by', 'servicing.extensions'])
    .where('servicing.customer_id', '=', customerId)
    .where('instant_settlement.status', 'in', ['funded', 'repaid'])
    .where(sql<SqlBool>`(servicing.closed_on is not null or servicing.extensions > 0)`),
);
