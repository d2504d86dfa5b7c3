import { z } from 'zod';
import { type CommandContext, defineCommand } from '../../../pipeline/operation.ts';
import { type DueStep, dueSteps, runDueStep } from '../../settlement/servicing/due-steps.ts';
import { changeClock, findClock } from './find-clock.ts';

/** Steps of one transaction. */
const BATCH_STEPS = 100;
/** The most events of one advance. */
export const ADVANCE_EVENTS_MAX = 10_000;
/** Settlements of a partner that are looked at: one more than an advance may move. */
const LOOKED_AT_MAX = ADVANCE_EVENTS_MAX + 1;

/** Everything that falls due with a partner until a moment, in its order. */
export const stepsUntil = (
  { db, now }: Pick<CommandContext, 'db' | 'now'>,
  partnerId: string,
  until: Date,
): Promise<readonly DueStep[]> => dueSteps(db, { partnerId, from: now, until, limit: LOOKED_AT_MAX });

interface Moved {
  /** Whether the clock shows the moment, and nothing is due. */
  readonly isDone: boolean;
}

/**
 * Does a batch of what falls due with a partner until a moment, and moves the clock to the last step of the batch. So if
 * the process dies, the clock is where its events are. Without a moment: what is due now.
 */
export const moveSandboxClock = defineCommand({
  name: 'moveSandboxClock',
  sandboxOnly: true,
  clock: 'moved',
  roles: ['operator'],
  input: z.strictObject({ until: z.iso.datetime({ precision: 3 }).nullable() }),
  locate: (context, { partner_id }: { readonly partner_id: string }) => findClock(context, partner_id),
  async run(context, { input, subject: clock }): Promise<Moved> {
    const { now } = context;
    const until = input.until === null ? now : new Date(Math.max(Date.parse(input.until), now.getTime()));
    const steps = await stepsUntil(context, clock.id, until);
    const batch = batchOf(steps);
    for (const step of batch) await runDueStep(context.as({ now: step.at }), step);
    const isDone = batch.length === steps.length;
    const last = isDone ? until : (batch.at(-1)?.at ?? now);
    if (last > now) await changeClock(context, clock, last);
    return { isDone };
  },
});

/** The first steps, each settlement at most once: a transaction writes its events at its end. */
function batchOf(steps: readonly DueStep[]): readonly DueStep[] {
  const seen = new Set<string>();
  const end = steps.findIndex(({ fundingId }) => {
    const isSeen = seen.has(fundingId);
    seen.add(fundingId);
    return isSeen;
  });
  return steps.slice(0, Math.min(end === -1 ? steps.length : end, BATCH_STEPS));
}
