import type { Kysely, SelectQueryBuilder } from 'kysely';
import { CURRENCIES } from '../../../kernel/currency.ts';
import type { Tables } from '../../../engine/sql/tables.ts';
import { type PageInput, pageQuery } from '../../../pipeline/rows/find-page.ts';
import { ownedBy } from '../../../pipeline/rows/tenancy.ts';
import { UNINDEXED_ID, lapsedOffers, lapseEffect, isNotLapsed } from './lapsed-offers.ts';
import { IS_NOT_REOPENED, reopenedIn, reopenedRows } from './reopened.ts';
import { LISTED_COLUMNS } from '../proven-settlements.ts';
import { type SettlementFilter, statusesOf } from '../settlement.rules.ts';

type PartitionQuery = SelectQueryBuilder<Tables, 'instant_settlement', { id: string }>;

/**
 * The index partitions of a filtered list: one for each status and currency of the filter. Each has a counter, and the
 * length of the list is their sum. An index holds each partition in order, so no page reads rows that it does not show.
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
  /** The most rows to read from each partition. */
  readonly reach: PageInput;
  readonly now: Date;
  /** Whether reopened settlements count as repaid. */
  readonly isRepaidKept: boolean;
}

/** A page from each partition of a list. A lapsed offer counts as denied. */
export function partitionPages(
  db: Kysely<Tables>,
  { owner, filter, reach, now, isRepaidKept }: PageOfPartitions,
) {
  const effect = lapseEffect(filter.status);
  const currencies = filter.currency === undefined ? CURRENCIES : [filter.currency];
  const reopened = reopenedIn(isRepaidKept ? filter.status : undefined);
  const partitions = statusesOf(filter.status).flatMap((status) =>
    currencies.flatMap((currency) =>
      partitionsOf(db, owner, { status, currency }).map((partition) =>
        partition
          .$if(effect === 'removes' && status === 'approved', (some) =>
            some.where(isNotLapsed(db, { owner, currency }, now)),
          )
          .$if(reopened.removed.includes(status), (some) => some.where(IS_NOT_REOPENED)),
      ),
    ),
  );
  const lapsed = effect === 'adds' ? [lapsedOffers(db, { owner, currency: filter.currency }, now)] : [];
  const others = reopened.added.length > 0 ? [reopenedRows(db, { ...filter, owner }, reopened.added)] : [];
  return [
    ...partitions.map((partition) => pageQuery(partition, reach)),
    ...lapsed.map((rows) => pageQuery(rows.select('id'), reach, UNINDEXED_ID)),
    ...others.map((rows) => pageQuery(rows.select('id'), reach)),
  ];
}

/** The settlements of several partitions, in no order. Each partition query has its limit already. */
export function settlementsIn(db: Kysely<Tables>, partitions: readonly PartitionQuery[]) {
  const ids = partitions
    .map((partition) => db.selectFrom(partition.as('partition')).select('id'))
    .reduce((all, partition) => all.unionAll(partition));
  return db.selectFrom('instant_settlement').select(LISTED_COLUMNS).where('id', 'in', ids);
}
