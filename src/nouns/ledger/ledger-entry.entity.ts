import { defineEntity, p } from '@mikro-orm/core';
import type { Encrypted } from '../../engine/crypto/encryption.ts';
import { hasAccount, IS_RARE_KIND, RARE_ACCOUNTS } from './entries.ts';

/**
 * One entry of the journal: what happened to the money of a settlement. Its legs sum to zero. No entry ever changes.
 * All days are `YYYY-MM-DD` in the country of the customer; all amounts are in the minor unit of the currency.
 */
export const LedgerEntry = defineEntity({
  name: 'LedgerEntry',
  tableName: 'ledger_entry',
  indexes: [
    { name: 'ledger_entry_statement', properties: ['settlement_id', 'posted_on', 'recorded_at', 'id'] },
    {
      name: 'ledger_entry_partner_statement',
      properties: ['partner_id', 'currency', 'posted_on', 'recorded_at', 'id', 'amount'],
    },
    { name: 'ledger_entry_journal', properties: ['posted_on', 'recorded_at', 'id'] },
    // For filters of the journal by rare kinds and accounts. Common ones are found fast enough without an index.
    { name: 'ledger_entry_rare_kind', properties: ['kind', 'id'], where: IS_RARE_KIND },
    ...RARE_ACCOUNTS.map((account) => ({
      name: `ledger_entry_${account}`,
      properties: 'id' as const,
      where: hasAccount(account),
    })),
  ],
  uniques: [{ name: 'ledger_entry_mirrors', properties: ['mirrors'], where: 'mirrors is not null' }],
  properties: {
    id: p.string().primary(),
    settlement_id: p.string(),
    partner_id: p.string(),
    customer_id: p.string(),
    currency: p.string(),
    /** A key of `ENTRIES`. */
    kind: p.string(),
    repayment_id: p.string().nullable(),
    /** The day for which it is true. */
    effective_on: p.string(),
    /** The day in the books: `effective_on`, or the day of recording if the books of that day were closed. */
    posted_on: p.string(),
    recorded_at: p.string(),
    /** The change of what is owed: principal, fee and refund receivable, less the excess that is held. */
    amount: p.bigint('number'),
    /** What was owed after it. */
    balance: p.bigint('number'),
    /** JSON of `Leg[]`. */
    legs: p.text(),
    /** The entry that this one undoes. No entry is undone twice. */
    mirrors: p.string().nullable(),
    reason: p.text().$type<Encrypted>().nullable(),
    mac: p.string(),
  },
});
