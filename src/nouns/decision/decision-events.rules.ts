import { z } from 'zod';

/** The events that record a decision, and its outcome. */
export const DECISION_EVENTS = { 'funding.approved': 'approve', 'funding.denied': 'deny' } as const;

/** The outcome of a decision, from the type of its event. */
export const outcomeOfEvent = (type: string): 'approve' | 'deny' =>
  type === 'funding.approved' ? 'approve' : 'deny';

/** What such an event says of its decision. `decision` is its id; an earlier version did not write it. */
export const DecisionData = z.looseObject({
  automatic: z.boolean().optional(),
  decision: z.string().optional(),
});
