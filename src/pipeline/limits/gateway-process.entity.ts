import { defineEntity, p } from '@mikro-orm/core';

/** A process of the gateway. It runs, or it was killed before it could remove its row. */
export const GatewayProcess = defineEntity({
  name: 'GatewayProcess',
  tableName: 'gateway_process',
  properties: {
    id: p.string().primary(),
    /** The last beat of the process, by its own clock. */
    seen_at: p.string(),
  },
});
