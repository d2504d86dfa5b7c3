import type { Kysely } from 'kysely';
import type { SecretKeys } from '../../engine/crypto/keys.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import type { Finding, Findings } from '../../trail/checkpoint/findings.ts';
import { eventOf } from '../../trail/checkpoint/waiting-events.ts';
import { ALL_OF_EVENT, type EventRow } from '../../trail/record/event-row.ts';
import { eventProofs } from './event-proofs.ts';
import { BATCH_ROWS, PROGRESS_ROWS, readInBatches } from './read-in-batches.ts';
import { verifyCheckpoints, type CheckpointWatch } from './verify-checkpoints.ts';
import { feedCheck } from './verify-feed.ts';

interface Watch extends CheckpointWatch {
  readonly keys: SecretKeys;
  readonly findings: Findings;
  /** Called every `PROGRESS_ROWS` positions with their number so far. */
  readonly progress: (positions: number) => void;
}

/**
 * Reads the feed with its events once, and the checkpoints up to `head` beside it. Checks each position against its
 * event, each event against its MAC, and each checkpoint against the MACs of its events. Returns how many genuine
 * events with a position wait for a checkpoint.
 */
export async function verifyPositions(db: Kysely<Tables>, head: number, watch: Watch): Promise<number> {
  const { findings, keys, formerKeys } = watch;
  const proofOf = eventProofs(keys);
  const proofOfAny = eventProofs([...keys, ...formerKeys]);
  const checkFeed = feedCheck(findings);
  const checkpoints = await verifyCheckpoints(db, head, watch);
  let waiting = 0;
  let seen = 0;
  for await (const row of positions(db)) {
    const { event, key, mac } = row;
    checkFeed({ entry: row.entry, event });
    const isRefused = row.held === 1;
    const checkpoint = await checkpoints.add({ position: row.entry.position, mac, isGenuine: !isRefused });
    if (event === null || key === null || mac === null) findings.add(gone(row, checkpoint));
    else {
      const proof = (checkpoint === null || isRefused ? proofOf : proofOfAny)(event, { key, mac });
      if (checkpoint === null && proof === 'genuine' && !isRefused) waiting += 1;
      const finding = findingOf(event, key, { checkpoint, isRefused, proof });
      if (finding !== null) findings.add(finding);
    }
    seen += 1;
    if (seen % PROGRESS_ROWS === 0) watch.progress(seen);
  }
  await checkpoints.end();
  return waiting;
}

function gone({ entry }: PositionRow, checkpoint: number | null): Finding {
  const which = `The event at position ${entry.position} of the feed`;
  return checkpoint === null
    ? { fault: 'event_removed', says: `${which} is gone; it was under no checkpoint yet.` }
    : {
        fault: 'event_removed',
        checkpoint,
        says: `${which} is gone; it was under checkpoint ${checkpoint}.`,
      };
}

interface Facts {
  readonly checkpoint: number | null;
  /** Whether the gateway has refused the event. */
  readonly isRefused: boolean;
  readonly proof: ReturnType<ReturnType<typeof eventProofs>>;
}

function findingOf(
  { id, subject }: EventRow,
  key: string,
  { checkpoint, isRefused, proof }: Facts,
): Finding | null {
  const about = { event: id, subject, ...(checkpoint === null ? {} : { checkpoint }) };
  if (proof === 'unknown') {
    const says = `Event ${id} has a MAC of key ${key}, which comes from no secret of SECRET_KEY.`;
    return { ...about, fault: 'not_vouched_for', says };
  }
  if (proof === 'genuine') {
    if (!isRefused) return null;
    const says = `Event ${id} is genuine, and a change in the database keeps it out of the checkpoints.`;
    return { ...about, fault: 'event_withheld', says };
  }
  if (checkpoint !== null && !isRefused) {
    const says = `Event ${id} has changed since checkpoint ${checkpoint}.`;
    return { ...about, fault: 'event_edited', says };
  }
  const says = `Event ${id} has a position, and the gateway did not write it, or not with this content.`;
  return { ...about, fault: 'event_inserted', says };
}

interface PositionRow {
  readonly entry: Parameters<ReturnType<typeof feedCheck>>[0]['entry'];
  readonly event: EventRow | null;
  readonly key: string | null;
  readonly mac: string | null;
  /** Whether the event is held, and 1 if it is refused. */
  readonly held: number | null;
}

function positions(db: Kysely<Tables>) {
  return readInBatches<PositionRow>(async (after) => {
    const rows = await positionsAfter(db, after?.entry.position ?? null).execute();
    return rows.map(({ position, event_number, fed_partner, fed_type, fed_subject, ...row }) => ({
      entry: { position, event_number, partner_id: fed_partner, type: fed_type, subject: fed_subject },
      event: eventOf(row),
      key: row.key,
      mac: row.mac,
      held: row.held,
    }));
  });
}

const positionsAfter = (db: Kysely<Tables>, after: number | null) =>
  db
    .selectFrom('feed')
    .leftJoin('event', 'event.number', 'feed.event_number')
    .select(ALL_OF_EVENT)
    .select([
      'event.key',
      'event.mac',
      'feed.position',
      'feed.event_number',
      'feed.partner_id as fed_partner',
      'feed.type as fed_type',
      'feed.subject as fed_subject',
    ])
    .select((eb) =>
      eb
        .selectFrom('held_event')
        .select('held_event.refused')
        .whereRef('held_event.event_number', '=', 'feed.event_number')
        .as('held'),
    )
    .$if(after !== null, (query) => query.where('feed.position', '>', after))
    .orderBy('feed.position')
    .limit(BATCH_ROWS);
