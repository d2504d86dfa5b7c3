import { sealEvents, type Sealing } from '../audit/seal-events.ts';
import { sweepBlobs } from '../blob/loose-blobs.ts';
import type { Logger } from '../edge/log.ts';
import { clockwork } from '../kernel/caller.ts';
import { DamageError } from '../kernel/damage.ts';
import { judgeKyc } from '../kyc/kyc-warning.operations.ts';
import { execute } from '../pipeline/execute.ts';
import { announceKey } from '../secret/keys-in-use.ts';
import { expireOffers } from '../settlement/settlement.operations.ts';
import type { OpenGateway } from './open-gateway.ts';

/** How often what is due is looked for; it is also how late an offer may lapse and an event be sealed. */
const INTERVAL_MS = 60_000;

const call = { caller: clockwork, requestId: 'clock', ids: {}, input: {} };

/**
 * Everything that is due with time: last uses of keys, lapsed offers, seals over what happened, bytes that nothing refers
 * to, kept answers that are too old, KYC records whose warnings are to be counted.
 */
export async function keepHouse(
  gateway: OpenGateway,
  onSealing: (sealing: Sealing) => void = () => {},
): Promise<void> {
  const { database, blobs, keyUses, clock, ledger, keyring } = gateway;
  await eachOf([
    () => keyUses.flush(),
    () => walk(async (after) => (await execute(gateway, expireOffers, { ...call, input: { after } })).view),
    () =>
      untilDone(async () => {
        const sealing = await sealEvents(gateway);
        onSealing(sealing);
        return sealing.seal?.events ?? 0;
      }),
    () => untilDone(() => sweepBlobs(database, blobs, clock)),
    () => untilDone(() => ledger.reap(database.writes, clock())),
    () => announceKey(database.writes, keyring, clock()),
    // Counts the warnings of every KYC record that has none counted.
    () => walk(async (after) => (await execute(gateway, judgeKyc, { ...call, input: { after } })).view),
  ]);
}

/** One chore that fails skips no other; the first failure is told of when all had their turn. */
async function eachOf(chores: readonly (() => Promise<void>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const chore of chores) await chore().catch((error: unknown) => void failures.push(error));
  if (failures.length > 0) throw failures[0];
}

interface Batch {
  readonly last: string | null;
  readonly damage: Error | null;
}

/** Batches, each after the last row of the one before. What is damaged stops no other row; it is told of at the end. */
async function walk(batch: (after: string) => Promise<Batch>): Promise<void> {
  let after: string | null = '';
  let damage: Error | null = null;
  while (after !== null) {
    const done: Batch = await batch(after);
    after = done.last;
    damage ??= done.damage;
  }
  if (damage !== null) throw damage;
}

/**
 * Keeps house from time to time until it is stopped; `stop` waits for the round under way. The first round is at once:
 * much may have come due while no process ran.
 */
export function startHousekeeping(gateway: OpenGateway, log: Logger) {
  const keep = () =>
    keepHouse(gateway, (sealing) => noteSealing(log, sealing)).catch((error) => log.failure(error, 'clock'));
  let round = keep();
  const timer = setInterval(() => {
    round = round.then(keep);
  }, INTERVAL_MS);
  return {
    async stop(): Promise<void> {
      clearInterval(timer);
      await round;
    },
  };
}

/** A seal that stands in the log cannot be cut off the end of the chain unnoticed: `audit verify --expect`. */
function noteSealing(log: Logger, { seal, refused, fault, unnoted }: Sealing): void {
  if (seal !== null) {
    log.note('sealed events', { seal: seal.number, hash: seal.hash, events: seal.events });
  }
  if (fault !== null) {
    log.failure(new DamageError(fault.says, `${fault.fault}, seal ${fault.seal ?? 0}`), 'clock');
  }
  if (unnoted !== null) log.failure(unnoted, 'clock');
  const [first] = refused;
  if (first !== undefined) {
    log.note('refused to seal events that the gateway did not write', { events: refused.length, first });
  }
}

/** Batches, until one comes back empty. */
async function untilDone(batch: () => Promise<number>): Promise<void> {
  while ((await batch()) > 0);
}
