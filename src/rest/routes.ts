import { customerRoutes } from '../customer/customer.rest.ts';
import { documentRoutes } from '../document/document.rest.ts';
import { eventRoutes } from '../event/event.rest.ts';
import type { Route } from '../rest-kit/route.ts';
import { kycRoutes } from '../kyc/kyc.rest.ts';
import { settlementRoutes } from '../settlement/settlement.rest.ts';
import { webhookRoutes } from '../webhook/webhook.rest.ts';

/** Every row of the REST API except the OpenAPI document itself. */
export const routes: readonly Route[] = [
  ...customerRoutes,
  ...kycRoutes,
  ...documentRoutes,
  ...settlementRoutes,
  ...eventRoutes,
  ...webhookRoutes,
];
