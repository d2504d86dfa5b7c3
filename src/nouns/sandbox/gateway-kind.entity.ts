import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/sql';

/** What kind of gateway a database belongs to: one row, which the first start writes. */
export const GatewayKind = defineEntity({
  name: 'GatewayKind',
  tableName: 'gateway_kind',
  properties: {
    id: p.string().primary(),
    /** `live` or `sandbox`. */
    kind: p.string(),
  },
});

declare module '../../engine/sql/tables.ts' {
  interface Tables {
    gateway_kind: InferKyselyTable<typeof GatewayKind>;
  }
}
