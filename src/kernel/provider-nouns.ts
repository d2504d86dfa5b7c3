import type { Noun } from './noun.ts';

/** The rows of `NOUNS` for records that only the provider has. */
export const HOLD = {
  says: 'a hold',
  prefix: 'hld',
  id: 'hold_id',
  subject: 'hold',
  ofProvider: true,
  node: 'Hold',
  events: {
    placed: { means: 'Approvals, payouts and refunds were held', shows: [] },
    lifted: { means: 'A hold was lifted', shows: [] },
  },
} as const satisfies Noun;
