import { setTimeout } from 'node:timers/promises';
import { isLostRace, raceLost } from './postgres-faults.ts';

/** Times that a transaction is run again; one that lost four races meets more than bad luck. */
const RETRIES_MAX = 3;
/** Long enough for the winner to commit; it doubles each time, and chance keeps the losers apart. */
const PAUSE_MS = 10;

/** Runs a whole transaction again when it lost a race to another, after a pause. */
export async function retryLostRaces<Result>(transaction: () => Promise<Result>): Promise<Result> {
  for (let retry = 0; ; retry += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (!isLostRace(error)) throw error;
      if (retry === RETRIES_MAX) throw raceLost(error);
    }
    await setTimeout(PAUSE_MS * 2 ** retry * (0.5 + Math.random()));
  }
}
