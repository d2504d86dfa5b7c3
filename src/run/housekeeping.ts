import { checkpointEvents, type CheckpointResult } from '../audit/checkpoint-events.ts';
import { sweepBlobs } from '../blob/orphan-blobs.ts';
import { ownershipOf } from '../document/own-storage.ts';
import type { Logger } from '../http/log.ts';
import { scheduler } from '../kernel/caller.ts';
import { DamageError } from '../kernel/damage.ts';
import { countKycWarnings } from '../kyc/kyc-warning.operations.ts';
import { execute } from '../pipeline/execute.ts';
import { announceKey } from '../encryption/keys-in-use.ts';
import { expireOffers } from '../settlement/settlement.operations.ts';
import type { OpenGateway } from './open-gateway.ts';

/** How often what is due is looked for; it is also how late an offer may lapse and an event be sealed. */
const INTERVAL_MS = 60_000;

const call = { caller: scheduler, requestId: 'clock', ids: {}, input: {} };

/** What a round tells while it runs. */
interface Listeners {
  readonly onCheckpoint: (sealing: CheckpointResult) => void;
  /** A chore that failed; the others are done all the same. */
  readonly onFailure: (chore: string, error: unknown) => void;
}

/**
 * Everything that is due with time, in turn; a chore that fails keeps no other from being done. The storage may be slow, so
 * its chore is the last.
 */
const chores: Readonly<Record<string, (gateway: OpenGateway, listeners: Listeners) => Promise<unknown>>> = {
  'last uses of keys': ({ keyUses }) => keyUses.flush(),
  'lapsed offers': (gateway) =>
    walk(async (after) => (await execute(gateway, expireOffers, { ...call, input: { after } })).view),
  'seals of the trail': (gateway, { onCheckpoint }) =>
    untilDone(async () => {
      const sealing = await checkpointEvents(gateway);
      onCheckpoint(sealing);
      return sealing.seal?.events ?? 0;
    }),
  'kept answers': ({ ledger, database, clock }) => untilDone(() => ledger.reap(database.writes, clock())),
  'secrets in use': ({ database, keyring, clock }) => announceKey(database.writes, keyring, clock()),
  'warnings of KYC records': (gateway) =>
    walk(async (after) => (await execute(gateway, countKycWarnings, { ...call, input: { after } })).view),
  'bytes without a document': (gateway) => sweepOwnStorage(gateway),
};

/** Does every chore once. Where nobody listens for failures, it throws the first when all chores are done. */
export async function keepHouse(gateway: OpenGateway, listeners: Partial<Listeners> = {}): Promise<void> {
  const failures: unknown[] = [];
  const { onCheckpoint = () => {}, onFailure = (_, error) => void failures.push(error) } = listeners;
  for (const [chore, work] of Object.entries(chores)) {
    try {
      await work(gateway, { onCheckpoint, onFailure });
    } catch (error) {
      onFailure(chore, error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

/** Removes bytes that nothing refers to, unless another storage has taken the place of the one that the start found. */
async function sweepOwnStorage({ database, blobs, clock }: OpenGateway): Promise<void> {
  const found = await ownershipOf({ database, blobs });
  if (found !== 'own') throw new Error(`The file storage is ${found} now; nothing is removed from it.`);
  await untilDone(() => sweepBlobs(database, blobs, clock));
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
  let isKeeping = true;
  const keep = () =>
    keepHouse(gateway, {
      onCheckpoint: (sealing) => logCheckpoint(log, sealing),
      onFailure: (chore, error) => log.failure(error, 'clock', { chore }),
    }).finally(() => (isKeeping = false));
  let round = keep();
  const timer = setInterval(() => {
    // A round that takes longer has done by its end what the next would do.
    if (isKeeping) return;
    isKeeping = true;
    round = keep();
  }, INTERVAL_MS);
  return {
    async stop(): Promise<void> {
      clearInterval(timer);
      await round;
    },
  };
}

/** A seal that stands in the log cannot be cut off the end of the chain unnoticed: `audit verify --expect`. */
function logCheckpoint(log: Logger, { seal, refused, fault, unnoted }: CheckpointResult): void {
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
