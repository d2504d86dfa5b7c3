import { defineEntity, p } from '@mikro-orm/core';

/** The clock of a partner in a sandbox, as its lead over real time. Without a row, a clock shows real time. */
export const SandboxClock = defineEntity({
  name: 'SandboxClock',
  tableName: 'sandbox_clock',
  properties: {
    /** The id of the partner. */
    id: p.string().primary(),
    ahead_ms: p.bigint('number'),
    /** What the clock will show after the requests that move it now, in milliseconds; null without such requests. */
    goal_ms: p.bigint('number').nullable(),
    /** When these requests count as ended if they move nothing more, in milliseconds of real time. */
    goal_until_ms: p.bigint('number').nullable(),
  },
});
