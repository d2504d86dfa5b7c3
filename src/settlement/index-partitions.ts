import type { Kysely, SelectQueryBuilder } from 'kysely';
import { CURRENCIES } from '../kernel/currency.ts';
import type { Tables } from '../kernel/tables.ts';
import { type PageInput, pageQuery } from '../pipeline/find-page.ts';
import { ownedBy } from '../pipeline/tenancy.ts';
import { ID_OF_FEW, lapsedOffers, lapseEffect, stillStands } from './lapsed-offers.ts';
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

interface PageOfPartitions {
  readonly owner: string | null;
  readonly filter: SettlementFilter;
  /** What each partition gives at most. */
  readonly reach: PageInput;
  readonly now: Date;
}

/** A page of each partition of a list, which offers that have lapsed are in as the denied ones that they are. */
export function partitionPages(db: Kysely<Tables>, { owner, filter, reach, now }: PageOfPartitions) {
  const effect = lapseEffect(filter.status);
  const currencies = filter.currency === undefined ? CURRENCIES : [filter.currency];
  const partitions = statusesOf(filter.status).flatMap((status) =>
    currencies.flatMap((currency) =>
      partitionsOf(db, owner, { status, currency }).map((partition) =>
        effect === 'removes' && status === 'approved'
          ? partition.where(stillStands(db, { owner, currency }, now))
          : partition,
      ),
    ),
  );
  const pages = partitions.map((partition) => pageQuery(partition, reach));
  if (effect !== 'adds') return pages;
  const lapsed = lapsedOffers(db, { owner, currency: filter.currency }, now).select('id');
  return [...pages, pageQuery(lapsed, reach, ID_OF_FEW)];
}

/** The settlements that some lanes find; each lane is limited already. They come in no order. */
export function settlementsIn(db: Kysely<Tables>, partitions: readonly PartitionQuery[]) {
  const ids = partitions
    .map((partition) => db.selectFrom(partition.as('lane')).select('id'))
    .reduce((all, partition) => all.unionAll(partition));
  return db.selectFrom('instant_settlement').select(SUMMARY_COLUMNS).where('id', 'in', ids);
}
