import { type Kysely, sql } from 'kysely';
import type { RowMacs } from '../../../engine/crypto/row-mac.ts';
import type { Tables } from '../../../engine/sql/tables.ts';
import { isGenuineSettlement, PROVEN_COLUMNS, settlementMac } from './settlement-mac.ts';

/** Settlements of one statement: some ten milliseconds, for which writers on SQLite wait. */
const BATCH_ROWS = 500;

/**
 * The settlements after an id whose MAC was not made with the first secret. `forged` are those whose MAC no secret of
 * ours made.
 */
export async function staleSettlements(db: Kysely<Tables>, macs: RowMacs, after: string) {
  const rows = await db
    .selectFrom('instant_settlement')
    .select(PROVEN_COLUMNS)
    .select('mac')
    .where('id', '>', after)
    .where(sql<string>`substr(mac, 1, ${sql.lit(macs.prefix.length)})`, '<>', macs.prefix)
    .orderBy('id')
    .limit(BATCH_ROWS)
    .execute();
  const { true: genuine = [], false: forged = [] } = Object.groupBy(rows, (row) =>
    isGenuineSettlement(macs, row) ? 'true' : 'false',
  );
  return { last: rows.at(-1)?.id ?? null, genuine, forged };
}

type Stale = Readonly<Awaited<ReturnType<typeof staleSettlements>>['genuine']>;

/** Makes MACs again with the first secret. Skips rows that changed meanwhile; returns how many were written. */
export async function remakeSettlementMacs(db: Kysely<Tables>, macs: RowMacs, rows: Stale): Promise<number> {
  if (rows.length === 0) return 0;
  const values = sql.join(rows.map((row) => sql`(${row.id}, ${row.mac}, ${settlementMac(macs, row)})`));
  const statement = sql`
    with proven(id, before, after) as (values ${values})
    update instant_settlement set mac = proven.after
    from proven where instant_settlement.id = proven.id and instant_settlement.mac = proven.before`;
  return Number((await statement.execute(db)).numAffectedRows ?? 0n);
}
