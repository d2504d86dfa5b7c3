import { loaderOf } from '../../pipeline/graphql-kit/list-loader.ts';
import { defineNestedPage } from '../../pipeline/graphql-kit/nested-page.ts';
import {
  countDeliveriesOfEndpoints,
  listAttemptsOfDeliveries,
  listDeliveriesOfEndpoints,
} from './delivery/delivery.operations.ts';

/** A page of one endpoint's deliveries. One query loads the pages of all endpoints in the list. */
export const deliveriesOfEndpoint = defineNestedPage({
  list: listDeliveriesOfEndpoints,
  count: countDeliveriesOfEndpoints,
  parents: 'webhook_endpoint_ids',
  idName: 'webhook_delivery_id',
});

/** Loads the attempts of all deliveries on a page in one query. */
export const attemptsOfDelivery = loaderOf(listAttemptsOfDeliveries, 'webhook_delivery_ids');
