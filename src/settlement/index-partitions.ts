import type { Kysely, SelectQueryBuilder } from 'kysely';
import { CURRENCIES } from '../kernel/currency.ts';
import type { Tables } from '../kernel/tables.ts';
import { ownedBy } from '../pipeline/tenancy.ts';
import { SUMMARY_COLUMNS } from './settlement.present.ts';
import { type SettlementFilter, statusesOf } from './settlement.rules.ts';

type PartitionQuery = SelectQueryBuilder<Tables, 'instant_settlement', { id: string }>;

/**
 * The lanes of a filtered list: one for each status and currency that it covers, as its total is the sum of one tally
 * each. An index holds every lane in order, so that no page walks past rows that it does not show.
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

/** The settlements that some lanes find; each lane is limited already. They come in no order. */
export function settlementsIn(db: Kysely<Tables>, partitions: readonly PartitionQuery[]) {
  const ids = partitions
    .map((partition) => db.selectFrom(partition.as('lane')).select('id'))
    .reduce((all, partition) => all.unionAll(partition));
  return db.selectFrom('instant_settlement').select(SUMMARY_COLUMNS).where('id', 'in', ids);
}
