import type { Kysely } from 'kysely';
import type { SecretKeys } from '../crypto/keys.ts';
import type { Tables } from '../kernel/tables.ts';
import type { Anchor } from './anchor.ts';
import type { Finding } from './findings.ts';
import { hashOfCheckpoint, isOurs, NO_CHECKPOINT, type CheckpointRow } from './checkpoint.rules.ts';

/** The last seal there is. */
export function headOf(db: Kysely<Tables>): Promise<CheckpointRow | undefined> {
  return db.selectFrom('seal').selectAll().orderBy('number', 'desc').limit(1).executeTakeFirst();
}

/**
 * Why no seal may follow upon the last one, or null: it must be one of ours that follows upon the one before, and the
 * chain must still hold the seal that was noted outside of the database.
 */
export async function headFault(
  db: Kysely<Tables>,
  head: CheckpointRow | undefined,
  keys: SecretKeys,
  anchor: Anchor | null,
): Promise<Finding | null> {
  return (
    (await anchorFault(db, anchor)) ?? (head === undefined ? emptyFault(db) : checkpointFault(db, head, keys))
  );
}

/** Before the first seal, every event waits for it with a mark; where one does not, there were seals. */
async function emptyFault(db: Kysely<Tables>): Promise<Finding | null> {
  const stray = await db
    .selectFrom('event')
    .leftJoin('unsealed_event', 'unsealed_event.event_id', 'event.id')
    .select('event.id')
    .where('unsealed_event.mark', 'is', null)
    .limit(1)
    .executeTakeFirst();
  if (stray === undefined) return null;
  return {
    fault: 'seal_removed',
    seal: 1,
    says: 'Seal 1 is missing: there are events that were sealed once.',
  };
}

/** Whether the chain holds a seal that was noted outside of it. */
export async function anchorFault(db: Kysely<Tables>, anchor: Anchor | null): Promise<Finding | null> {
  if (anchor === null || anchor.number === 0) return null;
  const checkpoint = await checkpointNumbered(db, anchor.number);
  return checkpoint?.hash === anchor.hash ? null : anchorLost(anchor);
}

export const anchorLost = ({ number }: Anchor): Finding => ({
  fault: 'anchor_lost',
  seal: number,
  says: `Seal ${number} with the expected hash is not in the chain: it was cut off or made anew.`,
});

export const unknownKey = ({ number, key }: CheckpointRow): Finding => ({
  fault: 'not_vouched_for',
  seal: number,
  says: `Seal ${number} is made with key ${key}, which is none of the gateway's.`,
});

async function checkpointFault(
  db: Kysely<Tables>,
  head: CheckpointRow,
  keys: SecretKeys,
): Promise<Finding | null> {
  const checkpoint = head.number;
  const ours = isOurs(head, keys);
  if (ours === null) return unknownKey(head);
  if (!ours || hashOfCheckpoint(head) !== head.hash) {
    return { fault: 'seal_edited', seal: checkpoint, says: `Seal ${checkpoint} is not as it was made.` };
  }
  const before = checkpoint === 1 ? NO_CHECKPOINT : (await checkpointNumbered(db, checkpoint - 1))?.hash;
  if (before === head.previous) return null;
  return {
    fault: 'chain_broken',
    seal: checkpoint,
    says: `Seal ${checkpoint} does not follow upon seal ${checkpoint - 1} as it is now.`,
  };
}

function checkpointNumbered(db: Kysely<Tables>, number: number) {
  return db.selectFrom('seal').select('hash').where('number', '=', number).executeTakeFirst();
}
