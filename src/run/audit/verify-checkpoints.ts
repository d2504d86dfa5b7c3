import type { Kysely } from 'kysely';
import { keyId, type SecretKeys } from '../../engine/crypto/keys.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import type { Anchor } from '../../trail/checkpoint/anchor.ts';
import {
  hashOfCheckpoint,
  isOurs,
  type ListedEvent,
  listHash,
  NO_CHECKPOINT,
  type CheckpointRow,
} from '../../trail/checkpoint/checkpoint.rules.ts';
import type { Findings } from '../../trail/checkpoint/findings.ts';
import { anchorLost, unknownKey } from '../../trail/checkpoint/head.ts';
import { BATCH_ROWS, readInBatches } from './read-in-batches.ts';

export interface CheckpointWatch {
  readonly keys: SecretKeys;
  /** Keys of removed secrets. None of them may have made the last checkpoint. */
  readonly formerKeys: readonly Uint8Array[];
  /** Checkpoints that were noted outside the database. */
  readonly anchors: readonly Anchor[];
  readonly findings: Findings;
}

interface Checkpoints {
  /** Takes the next position of the feed. Returns the number of its checkpoint; null if it has none yet. */
  add(listed: ListedEvent): Promise<number | null>;
  /** Checks the checkpoints after the last position. */
  end(): Promise<void>;
}

/**
 * Reads the checkpoints from the first to `head`, beside the positions of the feed. Checks each list of events against
 * its checkpoint, each checkpoint against the previous one, and all against our keys.
 */
export async function verifyCheckpoints(
  db: Kysely<Tables>,
  head: number,
  { keys, formerKeys, anchors, findings }: CheckpointWatch,
): Promise<Checkpoints> {
  const all: SecretKeys = [...keys, ...formerKeys];
  const lost = new Set(anchors.filter(({ number }) => number > 0));
  const rows = checkpoints(db, head);
  let previous: CheckpointRow | null = null;
  let list = createList();

  async function next(): Promise<CheckpointRow | null> {
    const row = await rows.next();
    if (row.done === true) return null;
    checkChain(previous, row.value, findings);
    verifyCheckpoint(row.value, all, findings);
    for (const anchor of lost)
      if (anchor.number === row.value.number && anchor.hash === row.value.hash) lost.delete(anchor);
    list = createList();
    return row.value;
  }

  /** Compares the list so far with the checkpoint, and goes on to the next one. */
  async function pass(checkpoint: CheckpointRow): Promise<CheckpointRow | null> {
    const { number } = checkpoint;
    if (!list.matches(checkpoint)) {
      const says = `The list of events under checkpoint ${number} has changed: it has ${list.events()} of ${checkpoint.events}.`;
      findings.add({ fault: 'checkpoint_list_changed', checkpoint: number, says });
    }
    previous = checkpoint;
    return next();
  }

  let current = await next();
  return {
    async add(listed) {
      while (current !== null && listed.position > current.last_position) current = await pass(current);
      if (current !== null) list.add(listed);
      return current?.number ?? null;
    },
    async end() {
      while (current !== null) current = await pass(current);
      // The last checkpoint covers the earlier ones, so their secrets may have been removed since.
      if (previous !== null && formerKeys.some((key) => keyId(key) === previous?.key))
        findings.add(unknownKey(previous));
      for (const anchor of lost) findings.add(anchorLost(anchor));
    },
  };
}

/** The events under one checkpoint. If one of them is gone, that is reported, and the list cannot be made again. */
function createList() {
  const hash = listHash();
  let events = 0;
  let isWhole = true;
  return {
    add(listed: ListedEvent): void {
      hash.add(listed);
      events += 1;
      if (listed.mac === null) isWhole = false;
    },
    events: () => events,
    matches: (checkpoint: CheckpointRow): boolean =>
      events === checkpoint.events && (!isWhole || hash.end() === checkpoint.content),
  };
}

function checkChain(previous: CheckpointRow | null, checkpoint: CheckpointRow, findings: Findings): void {
  const { number } = checkpoint;
  const due = (previous?.number ?? 0) + 1;
  if (number !== due) {
    const which = number - 1 > due ? `Checkpoints ${due} to ${number - 1} are` : `Checkpoint ${due} is`;
    return findings.add({ fault: 'checkpoint_removed', checkpoint: due, says: `${which} missing.` });
  }
  if (checkpoint.previous !== (previous?.hash ?? NO_CHECKPOINT)) {
    const says = `Checkpoint ${number} does not follow checkpoint ${number - 1}, which has changed.`;
    findings.add({ fault: 'chain_broken', checkpoint: number, says });
  }
}

/** An unknown key is always a fault, because someone else could have made the checkpoint. */
function verifyCheckpoint(checkpoint: CheckpointRow, keys: SecretKeys, findings: Findings): void {
  const ours = isOurs(checkpoint, keys);
  if (ours === null) findings.add(unknownKey(checkpoint));
  if (hashOfCheckpoint(checkpoint) !== checkpoint.hash || ours === false) {
    const says = `Checkpoint ${checkpoint.number} has changed.`;
    findings.add({ fault: 'checkpoint_edited', checkpoint: checkpoint.number, says });
  }
}

function checkpoints(db: Kysely<Tables>, head: number) {
  return readInBatches<CheckpointRow>((after) =>
    db
      .selectFrom('checkpoint')
      .selectAll()
      .where('number', '<=', head)
      .$if(after !== null, (query) => query.where('number', '>', after?.number ?? 0))
      .orderBy('number')
      .limit(BATCH_ROWS)
      .execute(),
  );
}
