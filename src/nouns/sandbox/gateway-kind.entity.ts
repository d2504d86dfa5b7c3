import { defineEntity, p } from '@mikro-orm/core';

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
