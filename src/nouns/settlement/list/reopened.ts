import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../engine/sql/tables.ts';
import type { QueryContext } from '../../../pipeline/operation.ts';
import { ownedBy } from '../../../pipeline/rows/tenancy.ts';
import { OF_LATER_EVENTS } from '../../../trail/record/later-events.ts';
import { eventTypeOf } from '../settlement-events.rules.ts';
import type { SettlementStatus } from '../settlement.machine.ts';
import { type SettlementFilter, statusesOf } from '../settlement.rules.ts';
import { statusReadAt } from './lapsed-offers.ts';
import { isCreatedIn, type Period } from './settlement-period-filter.ts';

/**
 * In the first interface `repaid` is final, so its readers see this status after a reopening too. Reopened settlements
 * are few, and the trail shows them. So its lists and totals use the stored status and then correct the result.
 */

/** The statuses that a settlement can have after a reopening: even the bank can send back its payout then. */
export const AFTER_REOPENING: readonly SettlementStatus[] = ['funded', 'accepted', 'denied'];

/** Whether the caller reads the statuses of the first interface: a partner with that setting, by REST. */
export const keepsRepaid = ({ caller, isWhole }: Pick<QueryContext, 'caller' | 'isWhole'>): boolean =>
  isWhole && caller.v1Members === 'interface';

const REOPENED = eventTypeOf('reopen');

/** The status that readers of a row see, the same as from `statusReadAt` if none is kept. No index has it. */
export const statusShown = (now: Date, isRepaidKept: boolean) =>
  isRepaidKept
    ? sql<string>`case when ${IS_REOPENED} then 'repaid' else ${statusReadAt(now)} end`
    : statusReadAt(now);

/** Whether a row was reopened and not repaid again. */
const IS_REOPENED = sql<boolean>`(status in (${sql.join(AFTER_REOPENING.map((each) => sql.lit(each)))})
  and exists (select 1 from event where event.subject = 'funding/' || instant_settlement.id
    and event.sequence > 1 and event.type = ${sql.lit(REOPENED)}))`;

/** The stored statuses of the reopened settlements that a filter lacks, and of those that it must leave out. */
export function reopenedIn(status: SettlementFilter['status']) {
  const asked = statusesOf(status);
  const hasRepaid = asked.includes('repaid');
  return {
    added: hasRepaid ? AFTER_REOPENING.filter((each) => !asked.includes(each)) : [],
    removed: hasRepaid ? [] : AFTER_REOPENING.filter((each) => asked.includes(each)),
  };
}

/** Whether a filter selects others if reopened settlements count as repaid. */
export function changesReopened(status: SettlementFilter['status']): boolean {
  const { added, removed } = reopenedIn(status);
  return added.length + removed.length > 0;
}

/** The ids of the settlements of a partner that were ever reopened. */
export const reopenedIds = (db: Kysely<Tables>, owner: string | null) =>
  db
    .selectFrom('event')
    .select(sql<string>`substr(subject, ${sql.lit('funding/'.length + 1)})`.as('id'))
    .where(ownedBy(owner))
    .where('type', '=', REOPENED)
    // The condition of the index that finds them.
    .where(sql.raw<boolean>(OF_LATER_EVENTS));

interface Counted extends Period {
  readonly owner: string | null;
  readonly customer: string | null;
  readonly status?: SettlementFilter['status'];
  readonly currency?: string | undefined;
}

/** Reopened settlements of a partner in stored statuses. The form of the conditions keeps planners from an index on them. */
export const reopenedRows = (
  db: Kysely<Tables>,
  { owner, currency }: Pick<Counted, 'owner' | 'currency'>,
  statuses: readonly SettlementStatus[],
) =>
  db
    .selectFrom('instant_settlement')
    .where('id', 'in', reopenedIds(db, owner))
    .where(sql<string>`status || ''`, 'in', statuses)
    .$if(currency !== undefined, (all) => all.where(sql<string>`currency || ''`, '=', currency ?? ''));

/** The correction of a total by stored statuses: reopened settlements to add, or to subtract if negative. */
export async function reopenedChange(
  db: Kysely<Tables>,
  { owner, customer, status, currency, ...period }: Counted,
): Promise<number> {
  const { added, removed } = reopenedIn(status);
  const statuses = [...added, ...removed];
  if (statuses.length === 0) return 0;
  const { count } = await reopenedRows(db, { owner, currency }, statuses)
    .where(isCreatedIn(period))
    .$if(customer !== null, (all) => all.where('customer_id', '=', customer ?? ''))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return added.length > 0 ? count : -count;
}
