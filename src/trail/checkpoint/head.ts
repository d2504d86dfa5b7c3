import type { Kysely } from 'kysely';
import type { SecretKeys } from '../../engine/crypto/keys.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import type { Anchor } from './anchor.ts';
import { chainEndFault } from './chain-end.ts';
import type { Finding } from './findings.ts';
import { hashOfCheckpoint, isOurs, NO_CHECKPOINT, type CheckpointRow } from './checkpoint.rules.ts';

/** The last checkpoint; undefined if there is none. */
export function headOf(db: Kysely<Tables>): Promise<CheckpointRow | undefined> {
  return db.selectFrom('checkpoint').selectAll().orderBy('number', 'desc').limit(1).executeTakeFirst();
}

/**
 * Why no checkpoint may follow the last one, or null. The gateway must have made the last one, it must follow the one
 * before, and the chain must contain the checkpoint that was noted outside of the database. The note in the database
 * must name it as the last one.
 */
export async function headFault(
  db: Kysely<Tables>,
  head: CheckpointRow | undefined,
  keys: SecretKeys,
  anchor: Anchor | null,
): Promise<Finding | null> {
  return (
    (await anchorFault(db, anchor)) ??
    (head === undefined ? null : await checkpointFault(db, head, keys)) ??
    chainEndFault(db, keys)
  );
}

/** A finding if the chain does not contain the noted checkpoint; otherwise null. */
async function anchorFault(db: Kysely<Tables>, anchor: Anchor | null): Promise<Finding | null> {
  if (anchor === null || anchor.number === 0) return null;
  const checkpoint = await checkpointNumbered(db, anchor.number);
  return checkpoint?.hash === anchor.hash ? null : anchorLost(anchor);
}

export const anchorLost = ({ number }: Anchor): Finding => ({
  fault: 'anchor_lost',
  checkpoint: number,
  says: `Checkpoint ${number} with the expected hash is not in the chain: it was cut off or replaced.`,
});

export const unknownKey = ({ number, key }: CheckpointRow): Finding => ({
  fault: 'not_vouched_for',
  checkpoint: number,
  says: `Checkpoint ${number} is made with key ${key}, which comes from no secret of SECRET_KEY.`,
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
    return {
      fault: 'checkpoint_edited',
      checkpoint,
      says: `Checkpoint ${checkpoint} has changed.`,
    };
  }
  const before = checkpoint === 1 ? NO_CHECKPOINT : (await checkpointNumbered(db, checkpoint - 1))?.hash;
  if (before === head.previous) return null;
  return {
    fault: 'chain_broken',
    checkpoint,
    says: `Checkpoint ${checkpoint} does not follow checkpoint ${checkpoint - 1}, which has changed.`,
  };
}

function checkpointNumbered(db: Kysely<Tables>, number: number) {
  return db.selectFrom('checkpoint').select('hash').where('number', '=', number).executeTakeFirst();
}
