import type { Kysely } from 'kysely';
import { keyId, type SecretKeys } from '../../engine/crypto/keys.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import type { Anchor } from '../../trail/checkpoint/anchor.ts';
import { eventOf } from './event-of.ts';
import type { Findings } from '../../trail/checkpoint/findings.ts';
import { anchorLost, unknownKey } from '../../trail/checkpoint/head.ts';
import { BATCH_ROWS, readInBatches, PROGRESS_ROWS } from './read-in-batches.ts';
import {
  hashOfEvent,
  hashOfCheckpoint,
  isOurs,
  listHash,
  NO_CHECKPOINT,
  type CheckpointRow,
} from '../../trail/checkpoint/checkpoint.rules.ts';

interface Watch {
  readonly keys: SecretKeys;
  /** Keys of removed secrets. None of them may have made the last checkpoint. */
  readonly formerKeys: readonly Uint8Array[];
  /** Checkpoints that were noted outside the database. */
  readonly anchors: readonly Anchor[];
  readonly findings: Findings;
  /** Called every `PROGRESS_ROWS` events with the number of events so far. */
  readonly progress: (events: number) => void;
}

/**
 * Reads the checkpoints from the first to `head`, with their events. Checks each event against its hash, each list of
 * events against its checkpoint, each checkpoint against the previous one, and all against our keys.
 */
export async function verifyCheckpoints(db: Kysely<Tables>, head: number, watch: Watch): Promise<void> {
  const { findings, formerKeys } = watch;
  const keys: SecretKeys = [...watch.keys, ...formerKeys];
  const lost = new Set(watch.anchors.filter(({ number }) => number > 0));
  const listed = listedEvents(db, head);
  let row = await listed.next();
  let seen = 0;
  let previous: CheckpointRow | null = null;

  for await (const checkpoint of checkpoints(db, head)) {
    checkChain(previous, checkpoint, findings);
    verifyCheckpoint(checkpoint, keys, findings);
    for (const anchor of lost)
      if (anchor.number === checkpoint.number && anchor.hash === checkpoint.hash) lost.delete(anchor);
    const list = listHash();
    let events = 0;
    for (; row.done !== true && row.value.checkpoint <= checkpoint.number; row = await listed.next()) {
      // `findInserted` reports events under a checkpoint that does not exist.
      if (row.value.checkpoint < checkpoint.number) continue;
      list.add(row.value.event_id, row.value.hash);
      events += 1;
      seen += 1;
      checkEvent(row.value, findings);
      if (seen % PROGRESS_ROWS === 0) watch.progress(seen);
    }
    if (events !== checkpoint.events || list.end() !== checkpoint.content) {
      const says = `The list of events under checkpoint ${checkpoint.number} is not as it was made: it has ${events} of ${checkpoint.events}.`;
      findings.add({ fault: 'checkpoint_list_changed', checkpoint: checkpoint.number, says });
    }
    previous = checkpoint;
  }

  // The last checkpoint covers the earlier ones, so their secrets may have been removed since.
  const last = previous;
  if (last !== null && formerKeys.some((key) => keyId(key) === last.key)) findings.add(unknownKey(last));
  for (const anchor of lost) findings.add(anchorLost(anchor));
}

function checkChain(previous: CheckpointRow | null, checkpoint: CheckpointRow, findings: Findings): void {
  const { number } = checkpoint;
  const due = (previous?.number ?? 0) + 1;
  if (number !== due) {
    const which = number - 1 > due ? `Checkpoints ${due} to ${number - 1} are` : `Checkpoint ${due} is`;
    return findings.add({ fault: 'checkpoint_removed', checkpoint: due, says: `${which} missing.` });
  }
  if (checkpoint.previous !== (previous?.hash ?? NO_CHECKPOINT)) {
    const says = `Checkpoint ${number} does not follow upon checkpoint ${number - 1} as that is now.`;
    findings.add({ fault: 'chain_broken', checkpoint: number, says });
  }
}

/** An unknown key is always a fault, because someone else could have made the checkpoint. */
function verifyCheckpoint(checkpoint: CheckpointRow, keys: SecretKeys, findings: Findings): void {
  const ours = isOurs(checkpoint, keys);
  if (ours === null) findings.add(unknownKey(checkpoint));
  if (hashOfCheckpoint(checkpoint) !== checkpoint.hash || ours === false) {
    const says = `Checkpoint ${checkpoint.number} is not as it was made.`;
    findings.add({ fault: 'checkpoint_edited', checkpoint: checkpoint.number, says });
  }
}

type Listed = Awaited<ReturnType<ReturnType<typeof listQuery>['execute']>>[number];

function checkEvent(row: Listed, findings: Findings): void {
  const { event_id, checkpoint, hash } = row;
  const event = eventOf(row);
  if (event === null) {
    const says = `Event ${event_id} of checkpoint ${checkpoint} is gone.`;
    return findings.add({ fault: 'event_removed', checkpoint, event: event_id, says });
  }
  if (hashOfEvent(event) !== hash) {
    const says = `Event ${event_id} of checkpoint ${checkpoint} is not as it was then.`;
    findings.add({ fault: 'event_edited', checkpoint, event: event_id, subject: event.subject, says });
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

/** The events in the lists of the checkpoints, ordered by checkpoint and id, each joined with its current row. */
function listedEvents(db: Kysely<Tables>, head: number) {
  return readInBatches<Listed>((after) =>
    listQuery(db, head)
      .$if(after !== null, (query) =>
        query.where((eb) =>
          eb(
            eb.refTuple('checkpointed_event.checkpoint', 'checkpointed_event.event_id'),
            '>',
            eb.tuple(after?.checkpoint ?? 0, after?.event_id ?? ''),
          ),
        ),
      )
      .execute(),
  );
}

function listQuery(db: Kysely<Tables>, head: number) {
  return db
    .selectFrom('checkpointed_event')
    .leftJoin('event', 'event.id', 'checkpointed_event.event_id')
    .selectAll('event')
    .select(['checkpointed_event.event_id', 'checkpointed_event.checkpoint', 'checkpointed_event.hash'])
    .where('checkpointed_event.checkpoint', '<=', head)
    .orderBy('checkpointed_event.checkpoint')
    .orderBy('checkpointed_event.event_id')
    .limit(BATCH_ROWS);
}
