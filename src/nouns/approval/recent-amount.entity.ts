import { defineEntity, p } from '@mikro-orm/core';

/**
 * An amount that a person moved, for the bound from which a change needs two people: the amounts of a day add up. Rows
 * are removed when they are a day old.
 */
export const RecentAmount = defineEntity({
  name: 'RecentAmount',
  tableName: 'recent_amount',
  indexes: [
    { name: 'recent_amount_sum', properties: ['about', 'moved_at'] },
    { name: 'recent_amount_age', properties: ['moved_at'] },
  ],
  properties: {
    id: p.string().primary(),
    /** The operation and the settlement. */
    about: p.string(),
    operator_id: p.string(),
    currency: p.string(),
    amount: p.bigint('number'),
    moved_at: p.string(),
  },
});
