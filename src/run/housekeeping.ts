import { sweepBlobs } from '../blob/loose-blobs.ts';
import type { Gateway } from '../edge/gateway.ts';
import { commandLine } from '../kernel/caller.ts';
import { execute } from '../pipeline/execute.ts';
import { expireOffers } from '../settlement/settlement.operations.ts';

/** How often what is due is looked for; it is also how late an offer may lapse. */
const INTERVAL_MS = 60_000;

/** The clock, as the trail calls it. */
const clockwork = { ...commandLine, actor: 'clock' };

/** Everything that is due with time: last uses of keys, lapsed offers, bytes that nothing refers to, kept answers that are too old. */
export async function keepHouse(gateway: Gateway): Promise<void> {
  const { database, blobs, keyUses, clock, ledger } = gateway;
  await keyUses.flush();
  const call = { caller: clockwork, requestId: 'clock', ids: {}, input: {} };
  await untilDone(async () => (await execute(gateway, expireOffers, call)).view);
  await untilDone(() => sweepBlobs(database.writes, blobs, clock));
  await untilDone(() => ledger.reap(database.writes, clock()));
}

/** Keeps house from time to time until it is stopped; `stop` waits for the round under way. */
export function startHousekeeping(gateway: Gateway, onFailure: (error: unknown) => void) {
  let round = Promise.resolve();
  const timer = setInterval(() => {
    round = round.then(() => keepHouse(gateway)).catch(onFailure);
  }, INTERVAL_MS);
  return {
    async stop(): Promise<void> {
      clearInterval(timer);
      await round;
    },
  };
}

/** Batches, until one comes back empty. */
async function untilDone(batch: () => Promise<number>): Promise<void> {
  while ((await batch()) > 0);
}
