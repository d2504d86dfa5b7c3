import { defineLoader } from '../../pipeline/graphql-kit/loader.ts';
import { defineNestedPage } from '../../pipeline/graphql-kit/nested-page.ts';
import { runQuery } from '../../pipeline/graphql-kit/run-operation.ts';
import {
  countDeliveriesOfEndpoints,
  listAttemptsOfDeliveries,
  listDeliveriesOfEndpoints,
} from './delivery/delivery.operations.ts';

/** A page of the deliveries of one endpoint, loaded together with those of the other endpoints of the list. */
export const deliveriesOfEndpoint = defineNestedPage({
  pages: (context, input, webhook_endpoint_ids) =>
    runQuery(context, listDeliveriesOfEndpoints, { ids: {}, input: { ...input, webhook_endpoint_ids } }),
  totals: (context, input, webhook_endpoint_ids) =>
    runQuery(context, countDeliveriesOfEndpoints, { ids: {}, input: { ...input, webhook_endpoint_ids } }),
  idOf: ({ webhook_delivery_id }) => webhook_delivery_id,
});

/** The attempts of the deliveries of a page, in one query. */
export const attemptsOfDelivery = defineLoader((context, webhook_delivery_ids) =>
  runQuery(context, listAttemptsOfDeliveries, { ids: {}, input: { webhook_delivery_ids } }),
);
