import { type Connection, connectionOf, type pageArguments } from '../../graphql-kit/connection.ts';
import { defineLoader } from '../../graphql-kit/loader.ts';
import { runQuery } from '../../graphql-kit/run-operation.ts';
import type { RequestContext } from '../../graphql-kit/request-context.ts';
import { countSettlementsOfCustomers, listSettlementsOfCustomers } from './settlement-list.operations.ts';

type PageArguments = ReturnType<typeof pageArguments>;
type PageInput = PageArguments & Readonly<Record<string, unknown>>;

/** Loads the first page of settlements of each customer in one query, and their totals in another. */
function definePages(input: PageInput) {
  const { limit: _limit, starting_after: _after, ending_before: _before, from: _from, ...filters } = input;
  const pages = defineLoader((context, customer_ids) =>
    runQuery(context, listSettlementsOfCustomers, { ids: {}, input: { ...input, customer_ids } }),
  );
  const totals = defineLoader((context, customer_ids) =>
    runQuery(context, countSettlementsOfCustomers, { ids: {}, input: { ...filters, customer_ids } }),
  );
  return { pages, totals };
}

/** One pair of loaders for each set of arguments in a request, as two aliases may ask for different pages. */
const loaders = new WeakMap<RequestContext, Map<string, ReturnType<typeof definePages>>>();

/** A page of the settlements of one customer, loaded together with those of the other customers of the list. */
export async function pagesOfCustomers(
  context: RequestContext,
  customerId: string,
  input: PageInput,
): Promise<Connection> {
  const asked = loaders.get(context) ?? new Map<string, ReturnType<typeof definePages>>();
  loaders.set(context, asked);
  const name = JSON.stringify(input);
  const { pages, totals } = asked.get(name) ?? definePages(input);
  asked.set(name, { pages, totals });
  const page = (await pages(context, customerId)) ?? { rows: [], hasOlder: false, hasNewer: false };
  return connectionOf(
    page,
    ({ funding_id }) => funding_id,
    async () => (await totals(context, customerId)) ?? 0,
  );
}
