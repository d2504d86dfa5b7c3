import type { Kysely, SelectQueryBuilder } from 'kysely';
import { CURRENCIES } from '../kernel/currency.ts';
import type { Tables } from '../kernel/tables.ts';
import { ownedBy } from '../pipeline/tenancy.ts';
import { SUMMARY_COLUMNS } from './settlement.present.ts';
import { type SettlementFilter, statusesOf } from './settlement.rules.ts';

type PartitionQuery = SelectQueryBuilder<Tables, 'instant_settlement', { id: string }>;

/**
 * The index partitions of a filtered list: one for each status and currency that the filter covers, as its total is the
 * sum of one counter each. An index holds every partition in order, so that no page reads rows that it does not show.
 */
export function partitionsOf(
  db: Kysely<Tables>,
  owner: string | null,
  { status, currency }: SettlementFilter,
): readonly PartitionQuery[] {
  const statuses = statusesOf(status);
  const currencies = currency === undefined ? CURRENCIES : [currency];
  const owned = db.selectFrom('instant_settlement').select('id').where(ownedBy(owner));
  return statuses.flatMap((each) =>
    currencies.map((code) => owned.where('status', '=', each).where('currency', '=', code)),
  );
}

/** The settlements of several partitions, in no order; each partition query has its limit already. */
export function settlementsIn(db: Kysely<Tables>, partitions: readonly PartitionQuery[]) {
  const ids = partitions
    .map((partition) => db.selectFrom(partition.as('partition')).select('id'))
    .reduce((all, partition) => all.unionAll(partition));
  return db.selectFrom('instant_settlement').select(SUMMARY_COLUMNS).where('id', 'in', ids);
}
