import { type Kysely, sql } from 'kysely';
import type { SecretKeys } from '../../engine/crypto/keys.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import type { Finding, Findings } from '../../trail/checkpoint/findings.ts';
import { ALL_OF_EVENT } from '../../trail/record/event-row.ts';
import { eventProofs, type EventProofs } from './event-proofs.ts';
import { BATCH_ROWS, readInBatches } from './read-in-batches.ts';

type Unfed = Awaited<ReturnType<ReturnType<typeof unfedAfter>['execute']>>[number];

/** Checks the events without a position against their MACs, and returns the number of genuine ones. */
export async function verifyWaiting(
  db: Kysely<Tables>,
  keys: SecretKeys,
  findings: Findings,
): Promise<number> {
  const proofOf = eventProofs(keys);
  let waiting = 0;
  for await (const row of unfed(db)) {
    const finding = findingOf(row, proofOf);
    if (finding === null) waiting += 1;
    else findings.add(finding);
  }
  return waiting;
}

function findingOf({ key, mac, held, settled, ...event }: Unfed, proofOf: EventProofs): Finding | null {
  const { id, subject } = event;
  const proof = proofOf(event, { key, mac });
  if (proof === 'unknown') {
    const says = `Event ${id} waits for its position with a MAC of key ${key}, which comes from no secret of SECRET_KEY.`;
    return { fault: 'not_vouched_for', event: id, subject, says };
  }
  if (proof === 'wrong') {
    const says = `Event ${id} has no position, and the gateway did not write it, or not with this content.`;
    return { fault: 'event_inserted', event: id, subject, says };
  }
  // The relay looks at the events after its mark, and at events that it held for an unknown key.
  const isAwaited = held === null ? event.number > settled : held === 0;
  if (isAwaited) return null;
  const says = `Event ${id} is genuine, and a change in the database keeps it out of the feed and the checkpoints.`;
  return { fault: 'event_withheld', event: id, subject, says };
}

function unfed(db: Kysely<Tables>) {
  return readInBatches<Unfed>((after) =>
    unfedAfter(db)
      .$if(after !== null, (query) => query.where('event.number', '>', after?.number ?? 0))
      .execute(),
  );
}

/** One statement, so that an event which gets its position meanwhile is not taken for one that was left out. */
const unfedAfter = (db: Kysely<Tables>) =>
  db
    .selectFrom('event')
    .leftJoin('feed', 'feed.event_number', 'event.number')
    .leftJoin('held_event', 'held_event.event_number', 'event.number')
    .select(ALL_OF_EVENT)
    .select(['event.number', 'event.key', 'event.mac', 'held_event.refused as held'])
    .select(sql<number>`coalesce((select settled from feed_mark), 0)`.as('settled'))
    .where('feed.position', 'is', null)
    .orderBy('event.number')
    .limit(BATCH_ROWS);
