import { checkpointEvents, type Checkpointer } from '../../trail/checkpoint/checkpoint-events.ts';
import type { Finding } from '../../trail/checkpoint/findings.ts';
import { isEndOfKey } from '../../trail/checkpoint/chain-end.ts';
import { headOf } from '../../trail/checkpoint/head.ts';
import { CHECKPOINT_EVENTS_MAX, countWaiting } from '../../trail/checkpoint/waiting-events.ts';
import { keyId } from '../../engine/crypto/keys.ts';
import { world } from '../../kernel/world.ts';

/**
 * The most attempts after the batches of earlier events, with a pause between them. If a gateway is making checkpoints
 * at the same time, it is done within seconds.
 */
const ATTEMPTS_MAX = 20;
const PAUSE_MS = 250;

interface HandedOver {
  /** How many waiting events, and the last checkpoint, still need a secret other than the first. */
  readonly left: number;
  /** Why no checkpoint can be made with the first secret; null if it can. */
  readonly fault: Finding | null;
}

/**
 * Makes checkpoints with the first secret over all events that wait with another secret. Before a secret is removed,
 * its events need a checkpoint under a secret that stays. Events that a gateway writes with the first secret meanwhile
 * are left to its own checkpoints.
 */
export async function handOverTrail(checkpointer: Checkpointer): Promise<HandedOver> {
  for (let attempt = 1; ;) {
    const { checkpoint, fault } = await checkpointEvents(checkpointer);
    // After a full checkpoint, more earlier events may wait.
    if (checkpoint?.events === CHECKPOINT_EVENTS_MAX) continue;
    const left = await countOfOtherKeys(checkpointer);
    if (left === 0 || fault !== null || attempt === ATTEMPTS_MAX) return { left, fault };
    attempt += 1;
    await world.pause(PAUSE_MS);
  }
}

async function countOfOtherKeys({ database, auditKeys: [first, ...others] }: Checkpointer): Promise<number> {
  if (others.length === 0) return 0;
  const head = await headOf(database.writes);
  const waiting = await countWaiting(database.writes, others.map(keyId), head?.last_position ?? 0);
  const isHandedOver =
    (head === undefined || head.key === keyId(first)) && (await isEndOfKey(database.writes, [first]));
  return waiting + (isHandedOver ? 0 : 1);
}
