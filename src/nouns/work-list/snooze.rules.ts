import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { timestamp } from '../../kernel/clock.ts';
import type { QueryContext } from '../../pipeline/operation.ts';
import { countOf } from '../../engine/sql/many-rows.ts';
import { ownedAmong } from '../../pipeline/rows/tenancy.ts';

/** More than this is a decision to do nothing, for which there are other ways. */
export const SNOOZE_DAYS_MAX = 90;

/** The additional authenticated data of a reason. */
export const snoozeAad = (about: string) => `snooze.reason/${about}`;

/** The rows of a list of work, by their id and their state. */
export interface SnoozableRows {
  /** The column with the id of the settlement or the customer. */
  readonly id: string;
  /** The state in which the rows are, as a snooze keeps it. */
  readonly state: RawBuilder<string>;
  /** The column with the moment at which a row entered the list, if a new row must not be hidden by an old snooze. */
  readonly since?: string;
}

/** The state of a customer is the revision of its KYC record, so that a change of the record wakes it. */
export const revisionState = (revision: RawBuilder<unknown>) => sql<string>`cast(${revision} as text)`;

/** The state of a settlement is its status. */
export const statusOf = (id: string) =>
  sql<string>`(select status from instant_settlement where instant_settlement.id = ${sql.ref(id)})`;

/** The condition of the filter `snoozed`. */
export function snoozedIs(
  snoozed: boolean,
  { id, state, since }: SnoozableRows,
  now: Date,
): RawBuilder<SqlBool> {
  const found = sql<SqlBool>`exists (select 1 from snooze where snooze.about = ${sql.ref(id)}
    and snooze.state = ${state} and snooze.until > ${timestamp(now)}${
      since === undefined ? sql`` : sql` and ${sql.ref(since)} <= snooze.snoozed_at`
    })`;
  return snoozed ? found : sql<SqlBool>`not ${found}`;
}

interface Snoozed {
  readonly owner: string | null;
  readonly status: string;
  readonly currency: string | undefined;
}

/** The number of snoozed settlements in a status. They are few: people snooze them one by one. */
export async function countSnoozed(
  { db, now }: Pick<QueryContext, 'db' | 'now'>,
  { owner, status, currency }: Snoozed,
): Promise<number> {
  const ids = db
    .selectFrom('snooze')
    .select('about')
    .where('state', '=', status)
    .where('until', '>', timestamp(now));
  const rows = db
    .selectFrom('instant_settlement')
    .where('id', 'in', ids)
    .where(sql<SqlBool>`status || '' = ${status}`)
    .where(ownedAmong(owner))
    .$if(currency !== undefined, (some) => some.where(sql<SqlBool>`currency || '' = ${currency ?? ''}`));
  return countOf(rows);
}
