import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/sql';

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

declare module '../../engine/sql/tables.ts' {
  interface Tables {
    gateway_process: InferKyselyTable<typeof GatewayProcess>;
  }
}
