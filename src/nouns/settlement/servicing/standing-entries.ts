import { z } from 'zod';
import { noSuch, refusal } from '../../../kernel/errors.ts';
import type { QueryContext } from '../../../pipeline/operation.ts';
import { type EntryKind, isAccount, type Leg } from '../../ledger/entries.ts';
import { type EntryRow, requireGenuineEntry } from '../../ledger/entry-mac.ts';
import type { Undone } from './servicing.facts.ts';

/** The kinds of entries that an operator can undo. */
export const UNDOABLE = ['waiver', 'write_off', 'refund'] as const satisfies readonly EntryKind[] &
  readonly Undone[];

/** The entry. Throws `resource_missing` if there is none. */
export async function findEntry(context: QueryContext, id: string): Promise<EntryRow> {
  const row = await context.db
    .selectFrom('ledger_entry')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => noSuch('entry of the journal'));
  requireGenuineEntry(context.rowMacs, row);
  return row;
}

/**
 * The entries of a kind that no other entry has undone, oldest first. If the bank sent the money back, entries before
 * that do not count. The caller has locked the settlement.
 */
export async function standingEntries(
  context: QueryContext,
  settlementId: string,
  kind: EntryKind,
): Promise<readonly EntryRow[]> {
  const rows = await context.db
    .selectFrom('ledger_entry as entry')
    .selectAll()
    .where('settlement_id', '=', settlementId)
    .where('kind', '=', kind)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('ledger_entry as later').select('later.id').whereRef('later.mirrors', '=', 'entry.id'),
        ),
      ),
    )
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('ledger_entry as return')
            .select('return.id')
            .where('return.settlement_id', '=', settlementId)
            .where('return.kind', '=', 'disbursement_returned')
            .whereRef('return.id', '>', 'entry.id'),
        ),
      ),
    )
    .orderBy('recorded_at')
    .orderBy('id')
    .execute();
  for (const row of rows) requireGenuineEntry(context.rowMacs, row);
  return rows;
}

/** All entries since the last payout, in the order of their recording. The caller has locked the settlement. */
export async function entriesSincePayout(
  { db, rowMacs }: QueryContext,
  settlementId: string,
): Promise<readonly EntryRow[]> {
  const rows = await db
    .selectFrom('ledger_entry')
    .selectAll()
    .where('settlement_id', '=', settlementId)
    .orderBy('id')
    .execute();
  for (const row of rows) requireGenuineEntry(rowMacs, row);
  return rows.slice(rows.findLastIndex(({ kind }) => kind === 'disbursement_returned') + 1);
}

/** The entry of the payout that stands. */
export async function payoutEntry(context: QueryContext, settlementId: string): Promise<EntryRow> {
  const payout = (await standingEntries(context, settlementId, 'disbursement')).at(-1);
  if (payout === undefined)
    throw refusal(
      'funding_status_invalid',
      'The payout of the instant settlement was not written to the journal; its balances were opened later.',
    );
  return payout;
}

const Legs = z.array(
  z.tuple([z.custom<Leg[0]>((name) => typeof name === 'string' && isAccount(name)), z.number()]),
);

/** The legs of an entry, under the MAC that was checked. */
export const storedLegs = ({ legs }: Pick<EntryRow, 'legs'>): readonly Leg[] => Legs.parse(JSON.parse(legs));
