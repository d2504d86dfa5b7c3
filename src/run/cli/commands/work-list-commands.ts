import { z } from 'zod';
import { CURRENCIES, decimalAmount } from '../../../kernel/currency.ts';
import { countedLength, type ListLength, type Page } from '../../../kernel/page.ts';
import type { Query } from '../../../pipeline/operation.ts';
import { momentOf, type Queued, type QueueKind } from '../../../pipeline/rows/find-queue.ts';
import {
  countCustomersWithKycWarnings,
  listCustomersWithKycWarnings,
  WARNED_CUSTOMERS,
} from '../../../nouns/work-list/customer-queue.operations.ts';
import {
  countLapsingOffers,
  countSettlementsToDisburse,
  countSettlementsToReview,
  LAPSING_OFFERS,
  listLapsingOffers,
  listSettlementsToDisburse,
  listSettlementsToReview,
  TO_DISBURSE,
  TO_REVIEW,
} from '../../../nouns/work-list/settlement-queue.operations.ts';
import {
  countReportedRepayments,
  listReportedRepayments,
  REPORTED,
} from '../../../nouns/work-list/repayment-queue.operations.ts';
import {
  countOverdueSettlements,
  countSettlementsWithOldExcess,
  listOverdueSettlements,
  listSettlementsWithOldExcess,
  OLD_EXCESS,
  OVERDUE,
} from '../../../nouns/work-list/servicing-queue.operations.ts';
import { rowsTable } from '../output/tables.ts';
import type { Perform } from '../session/session.ts';
import { command, limitField } from './command.ts';
import { partnersOf } from './partners-of.ts';

/** The default number of items of each list. */
const LIMIT_DEFAULT = 10;

const Asked = z.strictObject({
  list: z
    .enum(['review', 'disburse', 'lapsing', 'warnings', 'overdue', 'reported', 'excess'])
    .optional()
    .describe('Which list; if absent, all of them'),
  partner: z.string().optional().describe('Only customers and settlements of this partner.'),
  currency: z.enum(CURRENCIES).optional().describe('Only settlements in this currency.'),
  limit: limitField(LIMIT_DEFAULT),
  after: z.string().optional().describe('Continue after this cursor of the list.'),
});
type Asked = z.output<typeof Asked>;
type Name = NonNullable<Asked['list']>;

/** The columns of an item; a customer has no amount, and a report an id of its own. */
interface Work {
  readonly repayment_id?: string;
  readonly customer_id: string;
  readonly funding_id?: string;
  readonly currency?: string;
  readonly amount?: number;
}
type Ids = { readonly owner_id: string | null };
type Read = (perform: Perform, asked: Asked) => ReturnType<typeof readList>;

const LISTS: Readonly<Record<Name, Read>> = {
  review: reading(TO_REVIEW.urgent, listSettlementsToReview, countSettlementsToReview),
  disburse: reading(TO_DISBURSE.urgent, listSettlementsToDisburse, countSettlementsToDisburse),
  lapsing: reading(LAPSING_OFFERS, listLapsingOffers, countLapsingOffers),
  warnings: reading(WARNED_CUSTOMERS, listCustomersWithKycWarnings, countCustomersWithKycWarnings),
  overdue: reading(OVERDUE, listOverdueSettlements, countOverdueSettlements),
  reported: reading(REPORTED, listReportedRepayments, countReportedRepayments),
  excess: reading(OLD_EXCESS, listSettlementsWithOldExcess, countSettlementsWithOldExcess),
};

/** Reads a page of a list and the length of the list. */
function reading<
  Each extends Work,
  PageInput extends z.ZodType,
  CountInput extends z.ZodType,
  Owner,
  Length extends ListLength,
>(
  kind: QueueKind,
  list: Query<Ids, PageInput, Owner, Page<Queued<Each>>>,
  count: Query<Ids, CountInput, Owner, Length>,
): Read {
  return async (perform, { partner = null, currency, limit, after }) => {
    const ids = { owner_id: partner };
    const filter = currency === undefined ? {} : { currency };
    const page = await perform(list, ids, { limit, ...(after !== undefined && { after }), ...filter });
    return readList(perform, kind, page, countedLength(await perform(count, ids, filter)));
  };
}

async function readList(perform: Perform, kind: QueueKind, page: Page<Queued<Work>>, total_count: number) {
  const partners = await partnersOf(
    perform,
    page.rows.map(({ item }) => item.customer_id),
  );
  const items = page.rows.map(({ cursor, item }) => ({
    id: item.repayment_id ?? item.funding_id ?? item.customer_id,
    customer_id: item.customer_id,
    partner_id: partners.get(item.customer_id) ?? '',
    currency: item.currency ?? null,
    amount: item.amount ?? null,
    /** Since when it waits; for an offer, when it lapses; for what is owed, the day. */
    since_or_until: momentOf(kind, cursor),
  }));
  return { total_count, items, next_cursor: page.hasOlder ? (page.rows.at(-1)?.cursor ?? null) : null };
}

export default command({
  name: 'work-list',
  says: 'list what waits for operators, the most urgent first',
  takes: Asked,
  places: ['list'],
  async run(session, asked) {
    // Customers have no currency.
    const all = Asked.shape.list.unwrap().options;
    const names = asked.list ? [asked.list] : all.filter((name) => !asked.currency || name !== 'warnings');
    const shown = await session.operate(async (perform) => {
      const lists = [];
      for (const list of names) lists.push({ list, ...(await LISTS[list](perform, asked)) });
      return lists;
    });
    const rows = shown.flatMap(({ list, items }) => items.map((item) => ({ list, ...item })));
    session.print(
      Object.fromEntries(shown.map(({ list, ...each }) => [list, each])),
      rowsTable(rows, [
        ...(['list', 'id', 'partner_id', 'currency'] as const),
        ['amount', ({ currency, amount }) => currency && decimalAmount(amount ?? 0, currency)],
        'since_or_until',
      ]),
    );
    if (session.format === 'json') return;
    for (const { list, total_count, items, next_cursor } of shown) {
      const more = next_cursor === null ? '' : `; continue with work-list ${list} --after ${next_cursor}`;
      session.say(`${list}: ${items.length} of ${total_count}${more}`);
    }
  },
});
