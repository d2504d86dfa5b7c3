import type { Kysely } from 'kysely';
import { notBefore, timestamp } from '../../../kernel/clock.ts';
import { newId } from '../../../kernel/id.ts';
import type { Tables } from '../../../engine/sql/tables.ts';
import type { CommandContext } from '../../../pipeline/operation.ts';
import { lastPosition } from '../../../trail/positions/feed.ts';
import { cursorAhead, positionOf } from '../../event/feed-cursor.ts';
import { holdRelays } from '../../../trail/positions/relay.ts';
import type { EndpointRow } from './endpoint.present.ts';
import { aboutEndpoint, type DisabledReason, EVERY_EVENT } from './endpoint.rules.ts';
import { refusal } from '../../../kernel/errors.ts';

/** The most events that one request can send again. */
export const REPLAY_EVENTS_MAX = 100_000;

/**
 * Disables an endpoint and records the event. No further delivery is claimed for it. Waiting deliveries are canceled
 * afterwards in batches (`cancelWebhookDeliveries`).
 */
export async function disableEndpoint(
  context: CommandContext,
  row: EndpointRow,
  reason: DisabledReason,
): Promise<EndpointRow> {
  const change = {
    status: 'disabled',
    disabled_reason: reason,
    // If the endpoint is disabled already, it has missed events since then.
    disabled_position: row.disabled_position ?? (await firstMissedBefore(context.db, row)),
    updated_at: notBefore(row.updated_at, context.now),
  };
  await context.db.updateTable('webhook_endpoint').set(change).where('id', '=', row.id).execute();
  await context.record({ ...aboutEndpoint(row), type: 'webhook_endpoint.disabled', data: { reason } });
  return { ...row, ...change };
}

/** The position before the first event that a disabled endpoint has not received. */
async function firstMissedBefore(
  db: Kysely<Tables>,
  { id, failing_since }: Pick<EndpointRow, 'id' | 'failing_since'>,
): Promise<number> {
  // Read first. An event that gets its position after this has a higher position, or its delivery is seen as waiting.
  const last = await lastPosition(db);
  const first = db
    .selectFrom('webhook_delivery')
    .select((eb) => eb.fn.min<number | null>('position').as('position'))
    .where('endpoint_id', '=', id);
  // One statement, because a replay may turn the rest of its events into deliveries at the same time.
  const before = await db
    .selectNoFrom([
      first.where('completed_at', 'is', null).as('waiting'),
      // Deliveries whose last attempt was while the endpoint failed, which may be days ago. None if `failing_since` is
      // null.
      first.where('status', '=', 'failed').where('completed_at', '>=', failing_since).as('failed'),
      // Events that it missed when it was disabled before, and has not been sent yet.
      db
        .selectFrom('webhook_replay')
        .select((eb) => eb.fn.min<number | null>('position').as('position'))
        .where('endpoint_id', '=', id)
        .where('kind', '=', 'missed')
        .as('rest'),
    ])
    .executeTakeFirstOrThrow();
  const positions = [before.waiting, before.failed].flatMap((each) => (each === null ? [] : each - 1));
  if (before.rest !== null) positions.push(before.rest);
  return positions.length === 0 ? last : Math.min(...positions);
}

/** The columns that are set when an endpoint is enabled. It begins without failures. */
export const ENABLED = {
  status: 'enabled',
  disabled_reason: null,
  disabled_position: null,
  failing_since: null,
  failures: 0,
  resume_at: null,
} as const;

/**
 * Queues the events that an endpoint missed before it was enabled. They begin after a cursor of the feed. With
 * `disabled` they are all events since it was disabled, and the events whose deliveries failed for good while it was
 * failing before that. Events that it received are not sent again.
 */
export async function replayMissed(
  context: CommandContext,
  { id, disabled_position }: EndpointRow,
  replayFrom: string | null,
): Promise<void> {
  if (replayFrom === null) return;
  const from = replayFrom === 'disabled' ? (disabled_position ?? 0) : positionOf(replayFrom);
  if (from === null) throw badCursor('replay_from', 'must be a cursor of the feed, or disabled');
  // If a relay has found the endpoint disabled, it makes no deliveries for it, so these events are missed too.
  await holdRelays(context);
  const last = await lastPosition(context.db);
  if (replayFrom !== 'disabled' && from > last) throw cursorAhead('replay_from');
  await addReplay(context, {
    endpoint_id: id,
    kind: 'missed',
    event_types: EVERY_EVENT,
    position: from,
    until_position: last,
  });
}

export const badCursor = (member: string, says = 'must be a cursor of the feed') =>
  refusal('parameter_invalid', says, { path: [member] });

interface NewReplay {
  readonly endpoint_id: string;
  readonly kind: 'failed' | 'all' | 'missed';
  readonly event_types: string;
  readonly position: number;
  readonly until_position: number;
}

/** Queues a replay. It runs later, page by page. */
export async function addReplay(
  { db, now }: CommandContext,
  replay: NewReplay,
): Promise<{ readonly id: string; readonly created_at: string }> {
  const row = {
    id: newId('whr', now),
    ...replay,
    remaining: REPLAY_EVENTS_MAX,
    created_at: timestamp(now),
  };
  await db.insertInto('webhook_replay').values(row).execute();
  return row;
}
