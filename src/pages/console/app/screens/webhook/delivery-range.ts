import type { WebhookDeliveriesQuery } from '../../../../console-kit/generated/graphql.ts';

export type Delivery = NonNullable<WebhookDeliveriesQuery['webhookEndpoint']>['deliveries']['nodes'][number];

/** From one delivery to another, both of them included. */
export interface DeliveryRange {
  readonly ids: readonly string[];
  readonly first: Delivery;
  readonly last: Delivery;
}

/** The range with one more delivery as its other end. Ids sort by their time of creation. */
export function withDelivery(range: DeliveryRange | null, delivery: Delivery): DeliveryRange {
  const ends = [range?.first ?? delivery, delivery].toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const [first = delivery, last = delivery] = ends;
  return { ids: [first.id, last.id], first, last };
}
