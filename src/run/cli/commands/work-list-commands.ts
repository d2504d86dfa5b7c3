import { Argument, type Command } from 'commander';
import type { z } from 'zod';
import { listPartnersOfCustomers } from '../../../nouns/customer/customer.operations.ts';
import { CURRENCIES, decimalAmount } from '../../../kernel/currency.ts';
import { refusal } from '../../../kernel/errors.ts';
import { PAGE_LIMIT_MAX, type Page } from '../../../kernel/page.ts';
import { momentOf, type Queued, type QueueKind } from '../../../pipeline/rows/find-queue.ts';
import type { Query } from '../../../pipeline/operation.ts';
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
import { choiceOption } from '../options/choice-option.ts';
import { numberOf } from '../options/option-value.ts';
import type { Perform, Session } from '../session/session.ts';

/** The default number of items of each list. */
const LIMIT_DEFAULT = 10;

interface WorkOptions {
  readonly partner?: string;
  readonly currency?: string;
  readonly limit: number;
  readonly after?: string;
}

type Input = Readonly<Record<string, unknown>>;
type Ids = { readonly owner_id: string | null };

/** What an item shows; a customer has no amount. */
interface Work {
  readonly customer_id: string;
  readonly funding_id?: string;
  readonly currency?: string;
  readonly amount?: number;
}

/** One of the lists: a page of it, and its length. */
interface List {
  readonly kind: QueueKind;
  readonly page: (perform: Perform, ids: Ids, input: Input) => Promise<Page<Queued<Work>>>;
  readonly count: (perform: Perform, ids: Ids, input: Input) => Promise<number>;
}

const LISTS: ReadonlyMap<string, List> = new Map([
  ['review', listOf(TO_REVIEW.urgent, listSettlementsToReview, countSettlementsToReview)],
  ['disburse', listOf(TO_DISBURSE.urgent, listSettlementsToDisburse, countSettlementsToDisburse)],
  ['lapsing', listOf(LAPSING_OFFERS, listLapsingOffers, countLapsingOffers)],
  ['warnings', listOf(WARNED_CUSTOMERS, listCustomersWithKycWarnings, countCustomersWithKycWarnings)],
]);
const NAMES = [...LISTS.keys()];

function listOf<Each extends Work, PageInput extends z.ZodType, CountInput extends z.ZodType, Owner>(
  kind: QueueKind,
  page: Query<Ids, PageInput, Owner, Page<Queued<Each>>>,
  count: Query<Ids, CountInput, Owner, number>,
): List {
  return {
    kind,
    page: (perform, ids, input) => perform(page, ids, input),
    count: (perform, ids, input) => perform(count, ids, input),
  };
}

/** `work-list`. */
export function addWorkListCommand(program: Command, session: Session): void {
  const list = new Argument('[list]', `one of ${NAMES.join(', ')}; all four without it`);
  list.argChoices = NAMES;
  program
    .command('work-list')
    .description('list what waits for operators, the most urgent first')
    .addArgument(list)
    .option('--partner <partner_id>', 'only customers and settlements of this partner')
    .addOption(choiceOption('--currency <currency>', 'only settlements in this currency', CURRENCIES))
    .option('--limit <count>', `how many of each list, 1 to ${PAGE_LIMIT_MAX}`, numberOf, LIMIT_DEFAULT)
    .option('--after <cursor>', 'continue after this cursor of the list')
    .action((name: string | undefined, options: WorkOptions) => showWork(session, name, options));
}

async function showWork(session: Session, name: string | undefined, options: WorkOptions): Promise<void> {
  const { partner, currency, limit, after } = options;
  if (name !== undefined && !LISTS.has(name))
    throw refusal('parameter_invalid', `must be one of ${NAMES.join(', ')}`, { path: ['list'] });
  const asked = {
    ids: { owner_id: partner ?? null },
    filter: currency === undefined ? {} : { currency },
    page: { limit, ...(after !== undefined && { after }) },
  };
  // Customers have no currency.
  const names =
    name !== undefined ? [name] : NAMES.filter((each) => currency === undefined || each !== 'warnings');
  const shown = await session.operate(async (perform) => {
    const lists = [];
    for (const each of names) lists.push([each, await readList(perform, LISTS.get(each), asked)] as const);
    return lists;
  });
  session.print(Object.fromEntries(shown), [
    ['list', 'id', 'partner_id', 'currency', 'amount', 'since_or_until'],
    ...shown.flatMap(([each, { items }]) => items.map((item) => [each, ...cellsOf(item)])),
  ]);
  if (session.format === 'json') return;
  for (const [each, { total_count, items, next_cursor }] of shown) {
    const more = next_cursor === null ? '' : `; go on with work-list ${each} --after ${next_cursor}`;
    session.say(`${each}: ${items.length} of ${total_count}${more}`);
  }
}

interface Asked {
  readonly ids: Ids;
  readonly filter: Input;
  readonly page: Input;
}

async function readList(perform: Perform, list: List | undefined, { ids, filter, page }: Asked) {
  if (list === undefined) throw new Error('There is no such list.');
  const found = await list.page(perform, ids, { ...page, ...filter });
  const customer_ids = [...new Set(found.rows.map(({ item }) => item.customer_id))];
  const partners =
    customer_ids.length === 0 ? null : await perform(listPartnersOfCustomers, {}, { customer_ids });
  return {
    total_count: await list.count(perform, ids, filter),
    items: found.rows.map(({ cursor, item }) => ({
      id: item.funding_id ?? item.customer_id,
      customer_id: item.customer_id,
      partner_id: partners?.get(item.customer_id)?.partner_id ?? '',
      currency: item.currency ?? null,
      amount: item.amount ?? null,
      /** Since when it waits; of an offer, when it lapses. */
      since_or_until: momentOf(list.kind, cursor),
    })),
    next_cursor: found.hasOlder ? (found.rows.at(-1)?.cursor ?? null) : null,
  };
}

type Item = Awaited<ReturnType<typeof readList>>['items'][number];

const cellsOf = ({ id, partner_id, currency, amount, since_or_until }: Item): string[] => [
  id,
  partner_id,
  currency ?? '',
  currency === null || amount === null ? '' : decimalAmount(amount, currency),
  since_or_until,
];
