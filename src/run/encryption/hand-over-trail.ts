import { setTimeout } from 'node:timers/promises';
import { checkpointEvents, type Checkpointer } from '../../trail/checkpoint/checkpoint-events.ts';
import type { Finding } from '../../trail/checkpoint/findings.ts';
import { headOf } from '../../trail/checkpoint/head.ts';
import { CHECKPOINT_EVENTS_MAX, countWaiting } from '../../trail/checkpoint/waiting-events.ts';
import { keyId } from '../../engine/crypto/keys.ts';

/**
 * Attempts, a pause apart, after the batches of events that waited before: a gateway that makes checkpoints at the same
 * moment is done within seconds.
 */
const ATTEMPTS_MAX = 20;
const PAUSE_MS = 250;

interface HandedOver {
  /** Events that wait, and the last checkpoint, if another secret than the first vouches for them. */
  readonly left: number;
  /** Why the first secret makes no checkpoint; null if it does. */
  readonly fault: Finding | null;
}

/**
 * Makes checkpoints with the first secret over all events that wait with another, since a secret that is removed vouches
 * for nothing that is not under one of a secret in use. Events that a gateway writes meanwhile with the first secret are
 * left to its own checkpoints.
 */
export async function handOverTrail(checkpointer: Checkpointer): Promise<HandedOver> {
  for (let attempt = 1; ;) {
    const { checkpoint, fault } = await checkpointEvents(checkpointer);
    // A full one has more behind it that waited before.
    if (checkpoint?.events === CHECKPOINT_EVENTS_MAX) continue;
    const left = await countOfOtherKeys(checkpointer);
    if (left === 0 || fault !== null || attempt === ATTEMPTS_MAX) return { left, fault };
    attempt += 1;
    await setTimeout(PAUSE_MS);
  }
}

async function countOfOtherKeys({ database, auditKeys: [first, ...others] }: Checkpointer): Promise<number> {
  if (others.length === 0) return 0;
  const waiting = await countWaiting(database.writes, others.map(keyId));
  const head = await headOf(database.writes);
  return waiting + (head === undefined || head.key === keyId(first) ? 0 : 1);
}
