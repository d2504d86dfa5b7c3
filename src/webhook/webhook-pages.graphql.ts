import { type Connection, connectionOf, type pageArguments } from '../graphql-kit/connection.ts';
import { defineLoader } from '../graphql-kit/loader.ts';
import type { RequestContext } from '../graphql-kit/request-context.ts';
import { runQuery } from '../graphql-kit/run-operation.ts';
import {
  countDeliveriesOfEndpoints,
  listAttemptsOfDeliveries,
  listDeliveriesOfEndpoints,
} from './delivery/delivery.operations.ts';

type PageInput = ReturnType<typeof pageArguments> & Readonly<Record<string, unknown>>;

/** Loads the page of deliveries of each endpoint in one query, and their totals in another. */
function definePages(input: PageInput) {
  const { limit: _limit, starting_after: _after, ending_before: _before, from: _from, ...filters } = input;
  const pages = defineLoader((context, webhook_endpoint_ids) =>
    runQuery(context, listDeliveriesOfEndpoints, { ids: {}, input: { ...input, webhook_endpoint_ids } }),
  );
  const totals = defineLoader((context, webhook_endpoint_ids) =>
    runQuery(context, countDeliveriesOfEndpoints, { ids: {}, input: { ...filters, webhook_endpoint_ids } }),
  );
  return { pages, totals };
}

/** One pair of loaders for each set of arguments in a request, as two aliases may ask for different pages. */
const loaders = new WeakMap<RequestContext, Map<string, ReturnType<typeof definePages>>>();

/** A page of the deliveries of one endpoint, loaded together with those of the other endpoints of the list. */
export async function deliveriesOfEndpoint(
  context: RequestContext,
  endpointId: string,
  input: PageInput,
): Promise<Connection> {
  const asked = loaders.get(context) ?? new Map<string, ReturnType<typeof definePages>>();
  loaders.set(context, asked);
  const name = JSON.stringify(input);
  const { pages, totals } = asked.get(name) ?? definePages(input);
  asked.set(name, { pages, totals });
  const page = (await pages(context, endpointId)) ?? { rows: [], hasOlder: false, hasNewer: false };
  return connectionOf(
    page,
    ({ webhook_delivery_id }) => webhook_delivery_id,
    async () => (await totals(context, endpointId)) ?? 0,
  );
}

/** The attempts of the deliveries of a page, in one query. */
export const attemptsOfDelivery = defineLoader((context, webhook_delivery_ids) =>
  runQuery(context, listAttemptsOfDeliveries, { ids: {}, input: { webhook_delivery_ids } }),
);
