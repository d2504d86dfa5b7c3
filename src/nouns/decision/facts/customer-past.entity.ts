import { defineEntity, p } from '@mikro-orm/core';

/** What happened with the settlements of a customer before, so that a decision reads one row. */
export const CustomerPastRow = defineEntity({
  name: 'CustomerPastRow',
  tableName: 'customer_past',
  properties: {
    /** The id of the customer. */
    id: p.string().primary(),
    /** JSON of `CustomerPast`; empty if something happened since, so that it must be made again. */
    past: p.text(),
    /** How often it was emptied. So it is not written over what happened meanwhile. */
    changes: p.integer(),
    mac: p.string(),
  },
});
