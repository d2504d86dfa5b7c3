import { wordsOf } from '../../kernel/words.ts';
import { type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import { CURRENCIES } from '../../kernel/currency.ts';
import { dateField } from '../../kernel/input/fields.ts';
import { typeNamed } from '../../kernel/input/type-name.ts';
import { lookupId } from '../../kernel/id.ts';
import { mapPage } from '../../kernel/page.ts';
import { throughManyRows } from '../../engine/sql/many-rows.ts';
import { defineQuery, type QueryContext } from '../../pipeline/operation.ts';
import { pageInput, pageOfRows, pageQuery } from '../../pipeline/rows/find-page.ts';
import { locateOwner, ownedAmong, ownedBy } from '../../pipeline/rows/tenancy.ts';
import {
  type Account,
  ACCOUNTS,
  ENTRY_KINDS,
  type EntryKind,
  entryReasonAad,
  hasAccount,
  IS_RARE_KIND,
  RARE_ACCOUNTS,
  RARE_KINDS,
} from '../ledger/entries.ts';
import { ENTRY_COLUMNS, type EntryRow, requireGenuineEntry } from '../ledger/entry-mac.ts';
import { storedLegs } from '../settlement/servicing/standing-entries.ts';
import { kindOf } from './statement.operations.ts';

const ACCOUNT_NAMES = wordsOf(ACCOUNTS);

/** The filters of the journal. */
export const JOURNAL_FILTERS = {
  funding_id: typeNamed('ID', z.string()).describe('Only entries of this settlement.').optional(),
  account: typeNamed('LedgerAccount', z.enum(ACCOUNT_NAMES))
    .describe('Only entries with this account.')
    .optional(),
  kind: typeNamed('LedgerEntryKind', z.enum(ENTRY_KINDS)).describe('Only entries of this kind.').optional(),
  currency: z.enum(CURRENCIES).describe('Only entries in this currency; ISO 4217, such as HKD.').optional(),
  posted_from: dateField().describe('Only entries posted on this day or later.').optional(),
  posted_until: dateField().describe('Only entries posted on this day or earlier.').optional(),
};

/** An entry of the journal as operators see it, with its legs. */
export interface JournalEntry {
  readonly entry_id: string;
  readonly kind: EntryKind;
  readonly effective_on: string;
  readonly posted_on: string;
  readonly recorded_at: string;
  readonly partner_id: string;
  readonly customer_id: string;
  readonly funding_id: string;
  readonly repayment_id: string | null;
  readonly currency: string;
  readonly amount: number;
  readonly balance: number;
  readonly legs: readonly { readonly account: Account; readonly amount: number }[];
  /** The entry that it undoes. */
  readonly mirrors: string | null;
  readonly reason: string | null;
}

/** The journal of all settlements, the newest entry first. */
export const listJournal = defineQuery({
  name: 'listJournal',
  readsMany: true,
  roles: ['operator'],
  input: pageInput('ent', JOURNAL_FILTERS),
  locate: locateOwner,
  async run(context, { subject: owner, input }) {
    const { funding_id, account, kind, currency, posted_from, posted_until, ...page } = input;
    const isRareKind = RARE_KINDS.some((rare) => rare === kind);
    const isRare = isRareKind || RARE_ACCOUNTS.some((rare) => rare === account);
    const entries = context.db
      .selectFrom('ledger_entry')
      .select(ENTRY_COLUMNS)
      // If an index of partners fitted the condition, planners would use it and read all entries of the partner.
      .where(isRare ? ownedAmong(owner) : ownedBy(owner))
      .$if(funding_id !== undefined, (all) => all.where('settlement_id', '=', lookupId(funding_id ?? '')))
      .$if(kind !== undefined, (all) => all.where('kind', '=', kind ?? ''))
      .$if(
        RARE_KINDS.some((rare) => rare === kind),
        (all) => all.where(sql.raw<SqlBool>(IS_RARE_KIND)),
      )
      .$if(currency !== undefined, (all) => all.where('currency', '=', currency ?? ''))
      .$if(posted_from !== undefined, (all) => all.where('posted_on', '>=', posted_from ?? ''))
      .$if(posted_until !== undefined, (all) => all.where('posted_on', '<=', posted_until ?? ''))
      .$if(account !== undefined, (all) => all.where(sql.raw<SqlBool>(hasAccount(account ?? 'cash'))));
    const rows = await pageQuery(entries, page).$call(throughManyRows).execute();
    return mapPage(pageOfRows(rows, page), (row) => presentEntry(context, row));
  },
});

function presentEntry({ rowMacs, vault }: QueryContext, row: EntryRow): JournalEntry {
  requireGenuineEntry(rowMacs, row);
  const { id, settlement_id, legs: _legs, mac: _mac, reason, ...shown } = row;
  return {
    ...shown,
    entry_id: id,
    funding_id: settlement_id,
    kind: kindOf(row),
    legs: storedLegs(row).map(([account, amount]) => ({ account, amount })),
    reason: reason === null ? null : vault.decrypt(reason, entryReasonAad(id)),
  };
}
