import type { Kysely } from 'kysely';
import type { Vault } from '../../../engine/crypto/encryption.ts';
import { timestamp } from '../../../kernel/clock.ts';
import type { TraceParent } from '../../../kernel/trace-context.ts';
import type { Tables } from '../../../engine/sql/tables.ts';
import { ALL_OF_EVENT, type EventRow } from '../../../trail/record/event-row.ts';
import type { AfterCommit } from '../../../pipeline/operation.ts';
import type { EndpointRow } from '../endpoint/endpoint.present.ts';
import { endpointAad } from '../endpoint/endpoint.rules.ts';
import { padded } from '../../../engine/sql/in-parts.ts';
import type { Attempt } from '../delivery/note-attempts.operations.ts';
import { webhookHeaders } from '../../../client/node/sign.ts';
import { webhookBody } from './webhook-body.ts';

/** An event to send. If the actor is one of the partner's own keys, the partner may see it. */
export interface SentEvent {
  readonly event: EventRow;
  readonly actorIsOwnKey: boolean;
  /** Whether it has a position in the feed. Only an event with a valid MAC gets one. */
  readonly isFed: boolean;
}

/** The events of deliveries, by their ids. */
export async function eventsToSend(
  db: Kysely<Tables>,
  eventIds: readonly string[],
): Promise<ReadonlyMap<string, SentEvent>> {
  if (eventIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('event')
    .leftJoin('api_key', (join) =>
      join
        .onRef('api_key.id', '=', 'event.actor')
        .onRef('api_key.partner_id', '=', 'event.partner_id')
        .on('api_key.role', '=', 'partner'),
    )
    .leftJoin('feed', 'feed.event_number', 'event.number')
    .select(ALL_OF_EVENT)
    .select(['api_key.id as own_key_id', 'feed.position as fed_at'])
    .where('event.id', 'in', padded(eventIds))
    .execute();
  return new Map(
    rows.map(({ own_key_id, fed_at, ...event }) => [
      event.id,
      { event, actorIsOwnKey: own_key_id !== null, isFed: fed_at !== null },
    ]),
  );
}

/** The secrets that sign at a moment, the present secret first. */
function secretsOf(
  { id, secret, former_secret, former_until }: EndpointRow,
  vault: Vault,
  now: Date,
): readonly string[] {
  if (secret === null) throw new Error('A deleted endpoint has no secret.');
  const present = vault.decrypt(secret, endpointAad('secret', id));
  const isOver = former_until === null || former_until <= timestamp(now);
  if (isOver || former_secret === null) return [present];
  return [present, vault.decrypt(former_secret, endpointAad('former_secret', id))];
}

interface Claimed {
  readonly deliveryId: string;
  readonly lease: string;
  /** The trace of the request that caused the event; null or absent if it had no trace. */
  readonly traceParent?: TraceParent | null;
}

/** Sends an event to an endpoint once. Returns the attempt; the caller stores it. */
export async function attemptDelivery(
  { outbound, vault, clock }: Pick<AfterCommit, 'outbound' | 'vault' | 'clock'>,
  { deliveryId, lease, traceParent = null }: Claimed,
  { event, actorIsOwnKey }: SentEvent,
  endpoint: EndpointRow,
): Promise<Attempt> {
  const at = clock();
  const body = webhookBody(event, actorIsOwnKey);
  const headers = webhookHeaders({ eventId: event.id, at, body }, secretsOf(endpoint, vault, at));
  const result = await outbound.post({ url: endpoint.url, headers, body, traceParent });
  return {
    delivery_id: deliveryId,
    lease,
    outcome: result.outcome,
    http_status: result.status,
    duration_ms: result.durationMs,
    excerpt: result.excerpt,
    retry_after_seconds: result.retryAfterSeconds,
  };
}
