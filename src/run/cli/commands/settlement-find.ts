import { z } from 'zod';
import { refusal } from '../../../kernel/errors.ts';
import { listRepayments } from '../../../nouns/repayment/list/repayment-list.operations.ts';
import { REPAYMENT_FILTERS } from '../../../nouns/repayment/repayment.input.ts';
import { listSettlementsById } from '../../../nouns/settlement/list/settlement-list.operations.ts';
import { listSettlementsByReference } from '../../../nouns/settlement/list/settlements-by-reference.operations.ts';
import { rowsTable } from '../output/tables.ts';
import type { Perform } from '../session/session.ts';
import { command, limitField } from './command.ts';
import { partnersOf } from './partners-of.ts';

/** The most payouts, and the most repayments, with one reference. */
const LIMIT_DEFAULT = 20;
const COLUMNS = ['funding_id', 'partner_id', 'customer_id', 'status', 'currency', 'amount'] as const;

const Find = z.strictObject({
  reference: z.string().describe('The whole reference.'),
  partner: z.string().optional().describe('Only settlements of this partner.'),
  limit: limitField(LIMIT_DEFAULT),
});

export const findCommand = command({
  name: 'find',
  says: 'find settlements by the reference of their payout or of one of their repayments',
  takes: Find,
  places: ['reference'],
  async run(session, asked) {
    const { settlements, hasMore } = await session.operate((perform) => find(perform, asked));
    if (settlements.length === 0) throw refusal('resource_missing', NOT_FOUND);
    session.print({ settlements, has_more: hasMore }, rowsTable(settlements, COLUMNS));
    if (hasMore && session.format !== 'json') session.say('There are more; give --partner or --limit.');
  },
});

async function find(perform: Perform, { reference, partner, limit }: z.output<typeof Find>) {
  const ids = { owner_id: partner ?? null };
  const paid = await perform(listSettlementsByReference, ids, { limit, reference });
  // A reference of a payout may be longer.
  const isShort = REPAYMENT_FILTERS.reference.safeParse(reference).success;
  const listIds = { funding_id: null, ...ids };
  const repaid = isShort ? await perform(listRepayments, listIds, { limit, reference }) : null;
  const funding_ids = [...new Set(repaid?.rows.map(({ funding_id }) => funding_id))];
  const others = funding_ids.length === 0 ? [] : await perform(listSettlementsById, {}, { funding_ids });
  const found = new Map(paid.rows.map((row) => [row.funding_id, row]));
  for (const [id, row] of others) {
    if (row instanceof Error) throw row;
    found.set(id, row);
  }
  const rows = [...found.values()];
  const partners = await partnersOf(
    perform,
    rows.map(({ customer_id }) => customer_id),
  );
  const settlements = rows.map(({ customer_id, ...row }) => ({
    funding_id: row.funding_id,
    partner_id: partners.get(customer_id) ?? '',
    customer_id,
    status: row.status,
    currency: row.currency,
    amount: row.amount,
  }));
  return { settlements, hasMore: paid.hasOlder || repaid?.hasOlder === true };
}

const NOT_FOUND = 'No payout and no repayment has this reference.';
