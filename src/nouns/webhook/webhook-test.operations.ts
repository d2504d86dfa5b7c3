import { lastPosition } from '../../trail/positions/feed.ts';
import { secondsLater, timestamp } from '../../kernel/clock.ts';
import { refusal } from '../../kernel/errors.ts';
import { leastId } from '../../kernel/id.ts';
import { keyInUse } from '../../pipeline/idempotency/idempotency.ts';
import { type AfterCommit, type CommandContext, defineRealTimeCommand } from '../../pipeline/operation.ts';
import { claimWebhookTest, UNSENT } from './claim-webhook-test.operations.ts';
import { attemptDelivery, eventsToSend } from './sending/attempt-delivery.ts';
import { presentAttempt } from './delivery/delivery.present.ts';
import { countsOfDelivery, LEASE_SECONDS } from './delivery/delivery.rules.ts';
import type { EndpointRow } from './endpoint/endpoint.present.ts';
import { aboutEndpoint, TEST_EVENT } from './endpoint/endpoint.rules.ts';
import { type EndpointIds, findEndpoint } from './endpoint/find-endpoint.ts';
import { noteWebhookAttempts } from './delivery/note-attempts.operations.ts';
import type { WebhookTestView } from './webhook-test.present.ts';

/** Sends a test event to an endpoint at once and only once, even if the endpoint is disabled. */
export const testWebhookEndpoint = defineRealTimeCommand({
  name: 'testWebhookEndpoint',
  operatorScope: 'admin',
  roles: ['partner', 'operator'],
  locate: (context, ids: EndpointIds) => findEndpoint(context, ids),
  run: (context, { subject }) => beginWebhookTest(context, subject),
  afterwards: sendWebhookTest,
});

/** Makes a test event of an endpoint and its delivery, which `sendWebhookTest` sends after the commit. */
export async function beginWebhookTest(
  context: CommandContext,
  endpoint: EndpointRow,
  data: Readonly<Record<string, unknown>> = {},
): Promise<WebhookTestView> {
  await requireFewTests(context, endpoint.id);
  const event_id = context.newId('evt');
  const row = {
    id: context.newId('whd'),
    endpoint_id: endpoint.id,
    partner_id: endpoint.partner_id,
    event_id,
    event_type: TEST_EVENT,
    // The next position, until the event has its own.
    position: (await lastPosition(context.db)) + 1,
    order_key: event_id,
    status: 'pending',
    attempts: 0,
    step: 0,
    due_at: timestamp(secondsLater(context.now, LEASE_SECONDS)),
    lease: UNSENT,
    created_at: timestamp(context.now),
    completed_at: null,
  };
  await context.db.insertInto('webhook_delivery').values(row).execute();
  await context.record({ ...aboutEndpoint(endpoint), id: event_id, type: TEST_EVENT, data });
  await context.count(countsOfDelivery(row, 'pending', 1));
  return { webhook_delivery_id: row.id, event_id, ...NOT_YET };
}

/** Tests of one endpoint in a minute: enough to try a change, too few to load a receiver or the gateway. */
const TESTS_MAX = 10;
const TESTS_SECONDS = 60;

/**
 * Throws `rate_limited` if an endpoint had too many tests. Its row is locked, so the limit is for all processes
 * together.
 */
async function requireFewTests({ db, now }: CommandContext, endpointId: string): Promise<void> {
  const recent = await db
    .selectFrom('webhook_delivery')
    .select('created_at')
    .where('endpoint_id', '=', endpointId)
    .where('event_type', '=', TEST_EVENT)
    .where('created_at', '>', timestamp(secondsLater(now, -TESTS_SECONDS)))
    .where('id', '>=', leastId('whd', secondsLater(now, -TESTS_SECONDS)))
    .orderBy('id', 'desc')
    .limit(TESTS_MAX)
    .execute();
  const oldest = recent.at(TESTS_MAX - 1);
  if (oldest === undefined) return;
  const passedSeconds = (now.getTime() - Date.parse(oldest.created_at)) / 1_000;
  throw refusal('rate_limited', `An endpoint is tested at most ${TESTS_MAX} times a minute.`, {
    retryAfterSeconds: Math.max(1, Math.ceil(TESTS_SECONDS - passedSeconds)),
  });
}

const NOT_YET = { outcome: null, http_status: null, duration_ms: null, excerpt: null };

/**
 * Makes the attempt, unless an earlier request with the same idempotency key made it. Throws `idempotency_key_in_use`
 * if that request is making it now.
 */
export async function sendWebhookTest(
  afterCommit: AfterCommit,
  view: WebhookTestView,
): Promise<WebhookTestView> {
  const { db } = afterCommit;
  const delivery = await db
    .selectFrom('webhook_delivery')
    .select(['id', 'endpoint_id', 'event_id', 'completed_at'])
    .where('id', '=', view.webhook_delivery_id)
    .executeTakeFirst();
  if (delivery === undefined) return view;
  const before = await firstAttempt(afterCommit, delivery.id);
  if (before !== null || delivery.completed_at !== null) return { ...view, ...before };
  const sent = (await eventsToSend(db, [delivery.event_id])).get(delivery.event_id);
  const endpoint = await db
    .selectFrom('webhook_endpoint')
    .selectAll()
    .where('id', '=', delivery.endpoint_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (sent === undefined || endpoint === undefined) return view;
  const lease = await afterCommit.perform(claimWebhookTest, {}, { delivery_id: delivery.id });
  if (lease === null) throw keyInUse();
  const attempt = await attemptDelivery(afterCommit, { deliveryId: delivery.id, lease }, sent, endpoint);
  await afterCommit.perform(noteWebhookAttempts, {}, { attempts: [attempt] });
  return { ...view, ...(await firstAttempt(afterCommit, delivery.id)) };
}

/** The result of a test's first attempt; null before the attempt. */
async function firstAttempt({ db, vault }: AfterCommit, deliveryId: string) {
  const made = await db
    .selectFrom('webhook_attempt')
    .selectAll()
    .where('delivery_id', '=', deliveryId)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (made === undefined) return null;
  const { outcome, http_status, duration_ms, excerpt } = presentAttempt(made, vault);
  return { outcome, http_status, duration_ms, excerpt };
}
