import { z } from 'zod';
import { secondsLater, timestamp } from '../../../kernel/clock.ts';
import { newId } from '../../../kernel/id.ts';
import { OUTCOMES } from '../../../engine/outbound/outbound.ts';
import { type CommandContext, defineRealTimeCommand } from '../../../pipeline/operation.ts';
import type { DeliveryRow } from './delivery.present.ts';
import { countsOfDelivery, excerptAad, retryAfter } from './delivery.rules.ts';
import { HEALTHY, healthAfter, type Health, reasonToDisable } from '../endpoint/endpoint-health.rules.ts';
import { TEST_EVENT } from '../endpoint/endpoint.rules.ts';
import { inParts, padded } from '../../../engine/sql/in-parts.ts';
import { holdLater, isOrdered, releaseNext } from './order.ts';
import { disableEndpoint } from '../endpoint/switch-endpoint.ts';
import { lockRows } from '../../../pipeline/rows/row-locks.ts';

/** The most attempts that one transaction stores. */
export const NOTED_MAX = 128;

const Attempt = z.strictObject({
  delivery_id: z.string(),
  lease: z.string(),
  outcome: z.enum(OUTCOMES),
  http_status: z.int().nullable(),
  duration_ms: z.int(),
  excerpt: z.string(),
  retry_after_seconds: z.int().nullable(),
});
export type Attempt = z.output<typeof Attempt>;

/** What a process must know about an endpoint that it sends to. */
interface EndpointState {
  readonly endpoint_id: string;
  readonly isEnabled: boolean;
  readonly resume_at: string | null;
}

/** An attempt whose delivery still belongs to the process of the attempt. */
interface Noted {
  readonly delivery: DeliveryRow;
  readonly attempt: Attempt;
}

/**
 * Stores attempts and their consequences: ends a delivery or plans its next attempt, makes the next delivery of the
 * subject due, and pauses or disables the endpoint. An attempt without a valid lease changes nothing.
 */
export const noteWebhookAttempts = defineRealTimeCommand({
  name: 'noteWebhookAttempts',
  roles: ['operator'],
  input: z.strictObject({ attempts: z.array(Attempt).max(NOTED_MAX) }),
  async run(context, { input: { attempts } }): Promise<readonly EndpointState[]> {
    const noted = await ownAttempts(context, attempts);
    if (noted.length === 0) return [];
    await insertAttempts(context, noted);
    const succeeded = noted.filter(({ attempt }) => attempt.outcome === 'ok');
    const failed = noted.filter(({ attempt }) => attempt.outcome !== 'ok');
    await complete(context, succeeded);
    for (const each of failed) await scheduleNext(context, each);
    const states: EndpointState[] = [];
    const byEndpoint = Map.groupBy(noted, ({ delivery }) => delivery.endpoint_id);
    for (const id of [...byEndpoint.keys()].toSorted())
      states.push(await noteHealth(context, id, byEndpoint.get(id) ?? []));
    return states;
  },
});

/**
 * Locks the rows in the order of endpoints and ids, as the relay does, so that the two cannot deadlock. Unfinished
 * deliveries are found by their status, not by their own index: if the statistics of PostgreSQL know of no unfinished
 * delivery, that index seems empty, and PostgreSQL would read all of it.
 */
async function ownAttempts(
  { db, rowLocks }: CommandContext,
  attempts: readonly Attempt[],
): Promise<readonly Noted[]> {
  if (attempts.length === 0) return [];
  const rows = await db
    .selectFrom('webhook_delivery')
    .selectAll()
    .where('id', 'in', padded(attempts.map(({ delivery_id }) => delivery_id)))
    .where('status', '=', 'pending')
    .orderBy('endpoint_id')
    .orderBy('id')
    .$if(rowLocks, (query) => query.forUpdate())
    .execute();
  const known = new Map(rows.map((row) => [row.id, row]));
  return attempts.flatMap((attempt) => {
    const delivery = known.get(attempt.delivery_id);
    return delivery?.lease === attempt.lease ? [{ delivery, attempt }] : [];
  });
}

async function insertAttempts({ db, vault, now }: CommandContext, noted: readonly Noted[]): Promise<void> {
  const rows = noted.map(({ delivery, attempt: { outcome, http_status, duration_ms, excerpt } }) => {
    const id = newId('wha', now);
    return {
      id,
      delivery_id: delivery.id,
      created_at: timestamp(now),
      duration_ms,
      outcome,
      http_status,
      excerpt: excerpt === '' ? null : vault.encrypt(excerpt, excerptAad(id)),
    };
  });
  for (const part of inParts(rows)) await db.insertInto('webhook_attempt').values(part).execute();
}

const ENDED = { due_at: null, lease: null } as const;

async function complete(context: CommandContext, succeeded: readonly Noted[]): Promise<void> {
  if (succeeded.length === 0) return;
  await context.db
    .updateTable('webhook_delivery')
    .set((eb) => ({
      ...ENDED,
      status: 'succeeded',
      attempts: eb('attempts', '+', 1),
      step: eb('step', '+', 1),
      completed_at: timestamp(context.now),
    }))
    .where('id', 'in', padded(succeeded.map(({ delivery }) => delivery.id)))
    .execute();
  for (const { delivery } of succeeded) await follow(context, delivery, 'succeeded');
}

/** Counts a finished delivery and makes the next one of its subject due. */
async function follow(
  context: CommandContext,
  delivery: DeliveryRow,
  status: 'succeeded' | 'failed',
): Promise<void> {
  await context.count([
    ...countsOfDelivery(delivery, 'pending', -1),
    ...countsOfDelivery(delivery, status, 1),
  ]);
  if (isOrdered(delivery)) await releaseNext(context.db, delivery, timestamp(context.now));
}

async function scheduleNext(context: CommandContext, { delivery, attempt }: Noted): Promise<void> {
  const { db, now } = context;
  const step = delivery.step + 1;
  // A test is never retried.
  const seconds = delivery.event_type === TEST_EVENT ? null : retryAfter(step, attempt.retry_after_seconds);
  const counted = { step, attempts: delivery.attempts + 1, lease: null };
  const change =
    seconds === null
      ? { ...counted, status: 'failed', due_at: null, completed_at: timestamp(now) }
      : { ...counted, due_at: timestamp(secondsLater(now, seconds)) };
  await db.updateTable('webhook_delivery').set(change).where('id', '=', delivery.id).execute();
  if (seconds === null) await follow(context, delivery, 'failed');
  else if (isOrdered(delivery)) await holdLater(db, delivery);
}

/** The last failure among attempts, for the row of their endpoint; empty if all attempts succeeded. */
function lastErrorOf(attempts: readonly Attempt[], now: Date) {
  const failed = attempts.findLast(({ outcome }) => outcome !== 'ok');
  if (failed === undefined) return {};
  const { outcome, http_status } = failed;
  return { last_error: outcome, last_error_status: http_status, last_error_at: timestamp(now) };
}

async function noteHealth(
  context: CommandContext,
  id: string,
  noted: readonly Noted[],
): Promise<EndpointState> {
  const { db, now } = context;
  const attempts = noted
    .filter(({ delivery }) => delivery.event_type !== TEST_EVENT)
    .map(({ attempt }) => attempt);
  const query = db.selectFrom('webhook_endpoint').selectAll().where('id', '=', id);
  const seen = await query.executeTakeFirstOrThrow();
  const stateOf = ({ status, resume_at }: { status: string; resume_at: string | null }): EndpointState => ({
    endpoint_id: id,
    isEnabled: status === 'enabled',
    resume_at,
  });
  const allWell = attempts.every(({ outcome }) => outcome === 'ok');
  // If all attempts succeed, the endpoint stays as it is and its row is not locked. So processes do not wait for each
  // other.
  if (attempts.length === 0 || (allWell && seen.failures === 0)) return stateOf(seen);
  const row = await query.$call(lockRows(context)).executeTakeFirstOrThrow();
  const health = attempts.reduce<Health>((before, attempt) => healthAfter(before, attempt, now), row);
  const { failing_since, failures, resume_at } = health.failures === 0 ? HEALTHY : health;
  const change = { failing_since, failures, resume_at, ...lastErrorOf(attempts, now) };
  await db.updateTable('webhook_endpoint').set(change).where('id', '=', id).execute();
  const reason = row.status === 'enabled' ? reasonToDisable(health, attempts, now) : null;
  if (reason === null) return stateOf({ ...row, ...change });
  return stateOf(await disableEndpoint(context, { ...row, ...change }, reason));
}
