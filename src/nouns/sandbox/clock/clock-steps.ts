import type { CommandContext } from '../../../pipeline/operation.ts';
import { dueSteps, runDueStep } from '../../settlement/servicing/due-steps.ts';
import { eventsFrom, leadsOn, magicSteps, runMagicStep } from '../magic/magic-steps.ts';

/** Something that falls due with one settlement. */
export interface ClockStep {
  readonly at: Date;
  readonly fundingId: string;
  /** The most events of it, and of all that follow it. */
  readonly events: number;
  /** Whether other steps may follow it, at the earliest at the same moment. */
  readonly leadsOn: boolean;
  readonly run: (context: CommandContext) => Promise<unknown>;
}

interface StepsOf {
  readonly partnerId: string;
  readonly until: Date;
  /** How many settlements are looked at. */
  readonly limit: number;
}

/**
 * What falls due with the settlements of a partner until a moment, in its order. What was due before and is not done
 * yet is due now. Of the steps of a magic amount only the first is there, because the others follow from it.
 */
export async function clockSteps(
  context: Pick<CommandContext, 'db' | 'referenceHash' | 'now'>,
  { partnerId, until, limit }: StepsOf,
): Promise<readonly ClockStep[]> {
  const { db, now: from } = context;
  const due = await dueSteps(db, { partnerId, from, until, limit });
  const magic = await magicSteps(context, { partnerId, until, limit });
  return [
    ...due.map((step) => ({
      at: step.at,
      fundingId: step.fundingId,
      events: 1,
      leadsOn: false,
      run: (at: CommandContext) => runDueStep(at, step),
    })),
    ...magic.map((step) => ({
      at: step.at < from ? from : step.at,
      fundingId: step.row.id,
      events: eventsFrom(step, from, until),
      leadsOn: leadsOn(step),
      run: (at: CommandContext) => runMagicStep(at, partnerId, step),
    })),
  ].toSorted((a, b) => a.at.getTime() - b.at.getTime() || compare(a.fundingId, b.fundingId));
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
