import { z } from 'zod';
import { type CommandContext, defineCommand } from '../../../pipeline/operation.ts';
import { type ClockStep, clockSteps } from './clock-steps.ts';
import { changeClock, findClock } from './find-clock.ts';

/** Steps of one transaction. */
const BATCH_STEPS = 100;
/** The most events of one advance. */
export const ADVANCE_EVENTS_MAX = 10_000;
/** Settlements of a partner that are looked at: one more than an advance may move. */
const LOOKED_AT_MAX = ADVANCE_EVENTS_MAX + 1;

/** Everything that falls due with a partner until a moment, in its order. */
export const stepsUntil = (
  context: Pick<CommandContext, 'db' | 'referenceHash' | 'now'>,
  partnerId: string,
  until: Date,
): Promise<readonly ClockStep[]> => clockSteps(context, { partnerId, until, limit: LOOKED_AT_MAX });

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
    for (const step of batch) await step.run(context.as({ now: step.at }));
    const isDone = batch.length === steps.length && !batch.some(({ leadsOn }) => leadsOn);
    const last = isDone ? until : (batch.at(-1)?.at ?? now);
    if (last > now) await changeClock(context, clock, last);
    return { isDone };
  },
});

/**
 * The first steps, each settlement at most once: a transaction writes its events at its end. They end with the moment of
 * the first step that others follow, because those come before all later ones.
 */
function batchOf(steps: readonly ClockStep[]): readonly ClockStep[] {
  const seen = new Set<string>();
  const last = steps.find(({ leadsOn }) => leadsOn)?.at ?? null;
  const end = steps.findIndex(({ fundingId, at }) => {
    const isSeen = seen.has(fundingId);
    seen.add(fundingId);
    return isSeen || (last !== null && at > last);
  });
  return steps.slice(0, Math.min(end === -1 ? steps.length : end, BATCH_STEPS));
}
