import type { Insertable, Kysely } from 'kysely';
import { hmac, hmacMatches } from '../crypto/hmac.ts';
import { keyId, type SecretKeys } from '../crypto/keys.ts';
import { statement } from '../kernel/sql/statement.ts';
import type { Tables } from '../kernel/sql/tables.ts';
import type { EventRow } from './record.ts';

/** All columns of an event as one text, which its MAC and the checkpoints cover. The form must never change. */
export function contentOf(event: EventRow): string {
  const { id, type, subject, sequence, partner_id, actor, request_id, created_at, data } = event;
  return JSON.stringify([id, type, subject, sequence, partner_id, actor, request_id, created_at, data]);
}

/** Queues events for their checkpoint, in the transaction that wrote them, with their `traceparent`. */
export async function enqueueForCheckpoint(
  db: Kysely<Tables>,
  events: readonly EventRow[],
  [key]: SecretKeys,
  traceparent: string | null = null,
): Promise<void> {
  if (events.length === 0) return;
  const name = keyId(key);
  const rows = events.map((event) => ({
    event_id: event.id,
    key: name,
    mark: hmac(key, macInput(event)),
    refused: 0,
    traceparent,
  }));
  await insertIntoQueue(db, { rows });
}

const insertIntoQueue = statement((db, { rows }: { rows: readonly Insertable<Tables['unsealed_event']>[] }) =>
  db.insertInto('unsealed_event').values(rows),
);

/** Whether the gateway wrote the event exactly as it is. */
export function hasValidMac(event: EventRow, mark: string, keys: SecretKeys): boolean {
  return hmacMatches(keys, macInput(event), mark);
}

const macInput = (event: EventRow) => `event ${contentOf(event)}`;
