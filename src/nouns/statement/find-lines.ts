import { type Kysely, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { throughManyRows } from '../../engine/sql/many-rows.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import { type EntryRow, ENTRY_COLUMNS } from '../ledger/entry-mac.ts';
import { INTERNAL_KIND } from '../ledger/entries.ts';
import { joinedParts, SUMMED_PARTS } from '../settlement/amount-sum.ts';
import type { StatementPlace } from './statement-cursor.ts';

/** Whose lines a statement has. */
export type StatementOf =
  | { readonly settlement: string }
  /** `owner` is a partner; null for all partners. */
  | { readonly owner: string | null; readonly currency: string };

/** The days of a statement, and the moment at which its lines were known. */
interface StatementRange {
  readonly from: string | null;
  readonly until: string | null;
  readonly known_at: string;
}

type Entries<Row> = SelectQueryBuilder<Tables, 'ledger_entry', Row>;

function entriesOf(db: Kysely<Tables>, of: StatementOf, { known_at }: StatementRange): Entries<object> {
  const known = db.selectFrom('ledger_entry').where('recorded_at', '<=', known_at);
  if ('settlement' in of) return known.where('settlement_id', '=', of.settlement);
  const { owner, currency } = of;
  return known
    .where('currency', '=', currency)
    .$if(owner !== null, (own) => own.where('partner_id', '=', owner ?? ''));
}

/** The lines of a page in their order, and one more if others follow. An index has this order. */
export function findLines(
  db: Kysely<Tables>,
  of: StatementOf,
  range: StatementRange,
  { after, limit }: { readonly after: StatementPlace | null; readonly limit: number },
): Promise<readonly EntryRow[]> {
  const { from, until } = range;
  return entriesOf(db, of, range)
    .select(ENTRY_COLUMNS)
    .where('kind', '<>', INTERNAL_KIND)
    .$if(from !== null, (all) => all.where('posted_on', '>=', from ?? ''))
    .$if(until !== null, (all) => all.where('posted_on', '<=', until ?? ''))
    .$if(after !== null, (all) =>
      all.where(
        sql<SqlBool>`(posted_on, recorded_at, id) > (${after?.posted_on}, ${after?.recorded_at}, ${after?.id})`,
      ),
    )
    .orderBy('posted_on')
    .orderBy('recorded_at')
    .orderBy('id')
    .limit(limit + 1)
    .execute();
}

/** What was owed before the first day, and at the end of the last day: exact, in minor units. */
export async function findBalances(
  db: Kysely<Tables>,
  of: StatementOf,
  range: StatementRange,
): Promise<{ readonly opening: bigint; readonly closing: bigint }> {
  const { from, until } = range;
  const sums = (query: Entries<object>) =>
    query
      .select([SUMMED_PARTS.above.as('above'), SUMMED_PARTS.below.as('below')])
      .$call(throughManyRows)
      .executeTakeFirst();
  const all = entriesOf(db, of, range);
  const before = from === null ? undefined : await sums(all.where('posted_on', '<', from));
  const within = await sums(
    all
      .$if(from !== null, (some) => some.where('posted_on', '>=', from ?? ''))
      .$if(until !== null, (some) => some.where('posted_on', '<=', until ?? '')),
  );
  const sum = (parts: { readonly above: number | null; readonly below: number | null } | undefined): bigint =>
    joinedParts({ above: parts?.above ?? 0, below: parts?.below ?? 0 });
  const opening = sum(before);
  // A last day before the first day would leave no lines, so the input refuses it.
  return { opening, closing: opening + sum(within) };
}
