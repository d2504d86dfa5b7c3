import type { Kysely } from 'kysely';
import { hasValidMac } from '../../trail/record/event-mac.ts';
import { keyId, type SecretKeys } from '../../engine/crypto/keys.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import { eventOf } from './event-of.ts';
import type { Findings } from '../../trail/checkpoint/findings.ts';
import { BATCH_ROWS, readInBatches } from './read-in-batches.ts';

type Waiting = Awaited<ReturnType<ReturnType<typeof waitingQuery>['execute']>>[number];

/** Checks the waiting events against their MACs, and returns the number of genuine ones. */
export async function verifyWaiting(
  db: Kysely<Tables>,
  keys: SecretKeys,
  findings: Findings,
): Promise<number> {
  const names = keys.map(keyId);
  let sound = 0;
  for await (const row of waiting(db)) {
    const event = eventOf(row);
    const { event_id, key, mac, refused } = row;
    if (event === null) {
      findings.add({
        fault: 'event_removed',
        event: event_id,
        says: `Event ${event_id} is gone; it was under no checkpoint yet.`,
      });
    } else if (!names.includes(key)) {
      const says = `Event ${event_id} waits for its checkpoint with a MAC of a key that is not configured.`;
      findings.add({ fault: 'not_vouched_for', event: event_id, says });
    } else if (hasValidMac(event, mac, keys)) {
      sound += 1;
      if (refused !== 0) {
        const says = `Event ${event_id} is genuine, and a change in the database keeps it out of the checkpoints.`;
        findings.add({ fault: 'event_withheld', event: event_id, subject: event.subject, says });
      }
    } else {
      const says = `Event ${event_id} waits for its checkpoint, and the gateway did not write it, or not with this content.`;
      findings.add({ fault: 'event_inserted', event: event_id, subject: event.subject, says });
    }
  }
  return sound;
}

function waiting(db: Kysely<Tables>) {
  return readInBatches<Waiting>((after) =>
    waitingQuery(db)
      .$if(after !== null, (query) => query.where('waiting_event.number', '>', after?.number ?? 0))
      .execute(),
  );
}

function waitingQuery(db: Kysely<Tables>) {
  return db
    .selectFrom('waiting_event')
    .leftJoin('event', 'event.id', 'waiting_event.event_id')
    .selectAll('event')
    .select([
      'waiting_event.number',
      'waiting_event.event_id',
      'waiting_event.key',
      'waiting_event.mac',
      'waiting_event.refused',
    ])
    .orderBy('waiting_event.number')
    .limit(BATCH_ROWS);
}
