import { type Kysely, type SqlBool, sql } from 'kysely';
import type { Tables } from '../../../engine/sql/tables.ts';
import { countOf } from '../../../engine/sql/many-rows.ts';
import type { QueryContext } from '../../../pipeline/operation.ts';
import { ownedBy } from '../../../pipeline/rows/tenancy.ts';
import type { SettlementStatus } from '../settlement.machine.ts';
import { OF_REOPENED, type SettlementFilter, statusesOf } from '../settlement.rules.ts';
import { statusReadAt } from './lapsed-offers.ts';
import { isCreatedIn, type Period } from './settlement-period-filter.ts';

/**
 * In the first interface `repaid` is final, so its readers see this status after a reopening too. Reopened settlements
 * are few, and have an index of their own, in the order of lists. So its lists and totals use the stored status and then
 * correct the result.
 */

/** The statuses that a settlement can have after a reopening: even the bank can send back its payout then. */
export const AFTER_REOPENING: readonly SettlementStatus[] = ['funded', 'accepted', 'denied'];

/** Whether the caller reads the statuses of the first interface: a partner with that setting, by REST. */
export const keepsRepaid = ({ caller, isWhole }: Pick<QueryContext, 'caller' | 'isWhole'>): boolean =>
  isWhole && caller.v1Members === 'interface';

/** The status that readers of a row see, the same as from `statusReadAt` if none is kept. No index has it. */
export const statusShown = (now: Date, isRepaidKept: boolean) =>
  isRepaidKept
    ? sql<string>`case when ${IS_REOPENED} then 'repaid' else ${statusReadAt(now)} end`
    : statusReadAt(now);

/** A literal, because no planner uses a partial index for a parameter. */
const WAS_REOPENED = sql.raw<SqlBool>(OF_REOPENED);

/** Whether a row was reopened and not repaid again. */
const IS_REOPENED = sql<boolean>`(status in (${sql.join(AFTER_REOPENING.map((each) => sql.lit(each)))})
  and ${WAS_REOPENED})`;

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

/** A row as the index of reopened ones begins. As texts, SQLite compares both columns with it in the index. */
const ITS_PLACE = sql`(instant_settlement.partner_id || '', instant_settlement.id || '')`;

/**
 * The condition that a row was never reopened. Each row is looked up in the index of reopened ones by a range: for a
 * plain id, SQLite would read the row, which includes up to two megabytes of transactions.
 */
export const IS_NOT_REOPENED = sql<SqlBool>`not exists (select 1 from instant_settlement as other
  where ${WAS_REOPENED} and (other.partner_id, other.id) between ${ITS_PLACE} and ${ITS_PLACE})`;

interface Counted extends Period {
  readonly owner: string | null;
  readonly customer: string | null;
  readonly status?: SettlementFilter['status'];
  readonly currency?: string | undefined;
}

/**
 * Reopened settlements of a partner in stored statuses, in the order of their index. The form of the conditions keeps
 * planners from an index on statuses or currencies.
 */
export const reopenedRows = (
  db: Kysely<Tables>,
  { owner, currency }: Pick<Counted, 'owner' | 'currency'>,
  statuses: readonly SettlementStatus[],
) =>
  db
    .selectFrom('instant_settlement')
    .where(ownedBy(owner))
    .where(WAS_REOPENED)
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
  const rows = reopenedRows(db, { owner, currency }, statuses)
    .where(isCreatedIn(period))
    .$if(customer !== null, (all) => all.where(sql<string>`customer_id || ''`, '=', customer ?? ''));
  const count = await countOf(rows);
  return added.length > 0 ? count : -count;
}
