import { isLostRace, raceLost } from './postgres-faults.ts';
import { world } from '../../../kernel/world.ts';

/** The most repetitions of a transaction: more than four lost races are no coincidence. */
const RETRIES_MAX = 3;
/**
 * Milliseconds, enough for the winner to commit. The pause doubles each time and is random, so the losers do not
 * collide again.
 */
const PAUSE_MS = 10;

interface Races {
  readonly raced?: ReadonlySet<string>;
  readonly onRetry?: () => void;
}

/**
 * Runs a transaction or a read, and repeats it after a pause if it lost a race to another transaction. Calls `onRetry`
 * for each repetition. `raced` names the unique constraints that two transactions may race for.
 */
export async function retryLostRaces<Result>(
  transaction: () => Promise<Result>,
  { raced = new Set(), onRetry = () => {} }: Races = {},
): Promise<Result> {
  for (let retry = 0; ; retry += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (!isLostRace(error, raced)) throw error;
      if (retry === RETRIES_MAX) throw raceLost(error);
    }
    onRetry();
    await world.pause(PAUSE_MS * 2 ** retry * (0.5 + world.chance()));
  }
}
