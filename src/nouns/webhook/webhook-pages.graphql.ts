import { defineLoader } from '../../pipeline/graphql-kit/loader.ts';
import { defineNestedPage } from '../../pipeline/graphql-kit/nested-page.ts';
import { runQuery } from '../../pipeline/graphql-kit/run-operation.ts';
import {
  countDeliveriesOfEndpoints,
  listAttemptsOfDeliveries,
  listDeliveriesOfEndpoints,
} from './delivery/delivery.operations.ts';

/** A page of one endpoint's deliveries. One query loads the pages of all endpoints in the list. */
export const deliveriesOfEndpoint = defineNestedPage({
  pages: (context, input, webhook_endpoint_ids) =>
    runQuery(context, listDeliveriesOfEndpoints, { ids: {}, input: { ...input, webhook_endpoint_ids } }),
  totals: (context, input, webhook_endpoint_ids) =>
    runQuery(context, countDeliveriesOfEndpoints, { ids: {}, input: { ...input, webhook_endpoint_ids } }),
  idOf: ({ webhook_delivery_id }) => webhook_delivery_id,
});

/** Loads the attempts of all deliveries on a page in one query. */
export const attemptsOfDelivery = defineLoader((context, webhook_delivery_ids) =>
  runQuery(context, listAttemptsOfDeliveries, { ids: {}, input: { webhook_delivery_ids } }),
);
