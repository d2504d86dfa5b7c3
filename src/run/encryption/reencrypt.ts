import type { Checkpointer } from '../../trail/checkpoint/checkpoint-events.ts';
import type { Finding } from '../../trail/checkpoint/findings.ts';
import type { EncryptedStore } from '../../engine/blob/encrypted/encrypted-store.ts';
import { secondsLater, timestamp } from '../../kernel/clock.ts';
import { handOverTrail } from './hand-over-trail.ts';
import { countStalePayoutHashes, remakePayoutHashes } from './remake-payout-hashes.ts';
import { countStaleRecords, remakeRecords } from './remake-records.ts';
import { countStaleDocuments, reencryptDocuments } from './reencrypt-documents.ts';
import { countStaleValues, reencryptValues } from './reencrypt-values.ts';
import type { Keyring } from './keyring.ts';
import { RotationCount } from './rotation-count.ts';

/** A running process notes its secret once a minute. If it has not done so for this long, it no longer runs. */
const SILENT_SECONDS = 150;

interface Rotation extends Checkpointer {
  readonly blobs: EncryptedStore;
  readonly keyring: Keyring;
  readonly progress: (sentence: string) => void;
}

interface OldKey {
  readonly name: string;
  /** When a process last noted that it encrypts with this secret. */
  readonly used_at: string;
  /** Whether the secret may be removed from SECRET_KEY. */
  readonly removable: boolean;
}

export interface Rotated {
  readonly values: RotationCount;
  readonly documents: RotationCount;
  /** API keys, operators and settlements: their hashes and MACs are made again. */
  readonly records: RotationCount;
  /** How many values, documents, records and events still need a secret other than the first. */
  readonly left: number;
  /** Why no checkpoint over the waiting events can be made with the first secret; else null. */
  readonly fault: Finding | null;
  readonly oldKeys: readonly OldKey[];
}

/**
 * Encrypts everything again that is not encrypted with the first secret, makes checkpoints over the waiting events with
 * it, and reports which secrets can be removed.
 */
export async function reencrypt(rotation: Rotation): Promise<Rotated> {
  const { vault } = rotation.keyring;
  const [values, documents, records] = [new RotationCount(), new RotationCount(), new RotationCount()];
  await reencryptValues({ ...rotation, vault }, values);
  await remakeRecords(rotation, records);
  await remakePayoutHashes(rotation, records);
  await reencryptDocuments(rotation, documents);
  const trail = await handOverTrail(rotation);
  const left =
    trail.left +
    (await countStaleValues({ ...rotation, vault })) +
    (await countStaleRecords(rotation)) +
    (await countStalePayoutHashes(rotation)) +
    (await countStaleDocuments(rotation));
  const oldKeys = await retireKeys(rotation, left === 0 && trail.fault === null);
  return { values, documents, records, left, fault: trail.fault, oldKeys };
}

/**
 * Retires all other secrets if nothing needs them (`areFree`). If a gateway still uses one, it notes this within a
 * minute, and the secret is in use again. A secret that was removable before stays removable.
 */
async function retireKeys(
  { database, keyring, clock }: Rotation,
  areFree: boolean,
): Promise<readonly OldKey[]> {
  const { names } = keyring;
  const [first] = names;
  const now = clock();
  if (areFree) {
    await database.writes
      .updateTable('secret_key')
      .set({ retired_at: timestamp(now) })
      .where('name', '<>', first)
      .where('retired_at', 'is', null)
      .execute();
  }
  const rows = await database.writes
    .selectFrom('secret_key')
    .select(['name', 'used_at', 'retired_at'])
    .where('name', '<>', first)
    .orderBy('name')
    .execute();
  const silentSince = timestamp(secondsLater(now, -SILENT_SECONDS));
  return rows.map(({ name, used_at, retired_at }) => ({
    name,
    used_at,
    removable: (areFree || !names.includes(name)) && retired_at !== null && used_at < silentSince,
  }));
}
