import type { Builder } from '../../pipeline/graphql-kit/builder.ts';
import { defineConnection } from '../../pipeline/graphql-kit/connection.ts';
import { atMost, upTo } from '../../pipeline/graphql-kit/field-facts.ts';
import { listField } from '../../pipeline/graphql-kit/list-field.ts';
import { listFilter } from '../../pipeline/graphql-kit/list-filter.ts';
import { enumOf } from '../../pipeline/graphql-kit/enum.ts';
import { ACCOUNTS } from '../ledger/entries.ts';
import { REASON_SIZE } from '../../kernel/input/reason.ts';
import { JOURNAL_FILTERS, type JournalEntry, listJournal } from './journal.operations.ts';
import { LedgerEntryKindEnum } from './statement.graphql.ts';

/** No entry has more legs than there are accounts. */
const LEGS_MAX = Object.keys(ACCOUNTS).length;

type Leg = JournalEntry['legs'][number];

const LedgerAccountEnum = enumOf('LedgerAccount', 'An account of the journal.', ACCOUNTS);

/** The journal in GraphQL, for operators: entries with their legs and accounts. */
export function defineJournal(builder: Builder): void {
  const entry = defineEntry(builder);
  const connection = defineConnection(builder, 'LedgerEntry', entry, { isCounted: false });
  const filter = listFilter(builder, { name: 'JournalFilter', of: 'entries', rows: JOURNAL_FILTERS });
  builder.queryField('journal', (t) =>
    t.field({
      type: connection,
      description: 'The entries of the journal, the newest first. For operators.',
      ...listField(builder, {
        prefix: 'ent',
        list: listJournal,
        filter,
        idsOf: (owner_id) => ({ owner_id }),
      }),
    }),
  );
}

function defineLeg(builder: Builder) {
  return builder.objectRef<Leg>('LedgerLeg').implement({
    description: 'One side of an entry.',
    fields: (t) => ({
      account: t.expose('account', { type: LedgerAccountEnum, description: 'The account that it changes.' }),
      amount: t.expose('amount', {
        type: 'SafeInt',
        description: 'In the minor unit of the currency: positive for a debit, negative for a credit.',
      }),
    }),
  });
}

function defineEntry(builder: Builder) {
  const leg = defineLeg(builder);
  return builder.objectRef<JournalEntry>('LedgerEntry').implement({
    description: 'An entry of the journal. Its legs sum to zero, and it never changes.',
    fields: (t) => ({
      entryId: t.exposeID('entry_id', { description: 'The id of the entry.' }),
      kind: t.expose('kind', { type: LedgerEntryKindEnum, description: 'What it records.' }),
      effectiveOn: t.expose('effective_on', {
        type: 'LocalDate',
        description: 'The day for which it is true.',
      }),
      postedOn: t.expose('posted_on', {
        type: 'LocalDate',
        description:
          'The day in the books: `effectiveOn`, or the day of recording if those books were closed.',
      }),
      recordedAt: t.expose('recorded_at', { type: 'DateTime', description: 'When it became known.' }),
      partnerId: t.exposeID('partner_id'),
      customerId: t.exposeID('customer_id'),
      fundingId: t.exposeID('funding_id'),
      repaymentId: t.exposeID('repayment_id', { nullable: true }),
      currency: t.exposeString('currency'),
      amount: t.expose('amount', {
        type: 'SafeInt',
        description: 'The change of what is owed, in the minor unit of the currency.',
      }),
      balance: t.expose('balance', {
        type: 'SafeInt',
        description: 'What the settlement owed right after it was recorded, in the minor unit.',
      }),
      legs: t.expose('legs', {
        type: [leg],
        description: 'Its debits and credits.',
        extensions: atMost(LEGS_MAX),
      }),
      mirrors: t.exposeID('mirrors', { nullable: true, description: 'The entry that it undoes.' }),
      reason: t.exposeString('reason', {
        nullable: true,
        description: 'Why, as a person wrote it.',
        extensions: upTo(REASON_SIZE),
      }),
    }),
  });
}
