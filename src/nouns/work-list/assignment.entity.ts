import { defineEntity, p } from '@mikro-orm/core';

/** The person who is responsible for a settlement. A settlement without a row has none. */
export const Assignment = defineEntity({
  name: 'Assignment',
  tableName: 'assignment',
  properties: {
    funding_id: p.string().primary(),
    operator_id: p.string(),
    assigned_at: p.string(),
  },
});
