import { type Expression, type Kysely, sql } from 'kysely';
import { headOf } from '../../trail/checkpoint/head.ts';
import { lastPosition } from '../../trail/positions/feed.ts';
import { waitingForPosition } from '../../trail/positions/unfed-events.ts';
import { daysLater, timestamp } from '../../kernel/clock.ts';
import { CURRENCIES } from '../../kernel/currency.ts';
import type { Tables } from '../../engine/sql/tables.ts';
import { warnedName } from '../../nouns/kyc/kyc-warnings.ts';
import { totalOf } from '../../pipeline/rows/counter.ts';
import { EVERY_PARTNER } from '../../pipeline/rows/tenancy.ts';
import type { SettlementStatus } from '../../nouns/settlement/settlement.machine.ts';
import { countByStatus } from '../../nouns/work-list/settlement-overview.operations.ts';
import type { MetricRegistry } from './registry.ts';
import { COUNTED_MAX, type NameOf } from './table.ts';

/** The most endpoints that are searched for the oldest due delivery. */
const ENDPOINTS_MAX = 1_000;
const MS_PER_SECOND = 1_000;

type Read = (db: Kysely<Tables>, registry: MetricRegistry, now: Date) => Promise<void>;

/** The queries of a scrape. Each uses an index and ends at a limit. */
export const READINGS: readonly Read[] = [
  readFeed,
  readAudit,
  readWebhooks,
  readEndpoints,
  readFunding,
  readOffers,
];

/** The gauges that the readings set. */
export const READ_GAUGES: readonly NameOf<'gauge'>[] = [
  'fundgate_feed_position',
  'fundgate_feed_unfed',
  'fundgate_feed_oldest_unfed_seconds',
  'fundgate_audit_waiting',
  'fundgate_audit_refused',
  'fundgate_audit_last_checkpoint_timestamp_seconds',
  'fundgate_webhook_waiting',
  'fundgate_webhook_oldest_due_seconds',
  'fundgate_webhook_endpoints',
  'fundgate_settlements',
  'fundgate_worklist',
  'fundgate_offers_lapsing_24h',
];

async function readFeed(db: Kysely<Tables>, registry: MetricRegistry, now: Date): Promise<void> {
  const unfed = waitingForPosition(db);
  const oldest = await unfed
    .innerJoin('event', 'event.number', 'tail.number')
    .select('event.created_at')
    .orderBy('tail.number')
    .limit(1)
    .executeTakeFirst();
  registry.set('fundgate_feed_position', {}, await lastPosition(db));
  registry.set('fundgate_feed_unfed', {}, await countOf(db, unfed.select('tail.number').limit(COUNTED_MAX)));
  registry.set('fundgate_feed_oldest_unfed_seconds', {}, secondsAgo(oldest?.created_at, now));
}

async function readAudit(db: Kysely<Tables>, registry: MetricRegistry): Promise<void> {
  const refused = db.selectFrom('held_event').select('refused').where('refused', '=', 1).limit(COUNTED_MAX);
  const last = await headOf(db);
  // Read after the checkpoint, so the difference is never negative.
  const waiting = (await lastPosition(db)) - (last?.last_position ?? 0);
  registry.set('fundgate_audit_waiting', {}, waiting);
  registry.set('fundgate_audit_refused', {}, await countOf(db, refused));
  registry.set('fundgate_audit_last_checkpoint_timestamp_seconds', {}, secondsOf(last?.made_at));
}

async function readWebhooks(db: Kysely<Tables>, registry: MetricRegistry, now: Date): Promise<void> {
  const moment = timestamp(now);
  const timed = db
    .selectFrom('webhook_delivery')
    .select('due_at')
    .where('due_at', 'is not', null)
    .limit(COUNTED_MAX);
  const due = await countOf(db, timed.where('due_at', '<=', moment));
  const retrying = await countOf(db, timed.where('due_at', '>', moment));
  const pending = await countOf(
    db,
    db.selectFrom('webhook_delivery').select('position').where('completed_at', 'is', null).limit(COUNTED_MAX),
  );
  registry.set('fundgate_webhook_waiting', { state: 'due' }, due);
  registry.set('fundgate_webhook_waiting', { state: 'retrying' }, retrying);
  registry.set('fundgate_webhook_waiting', { state: 'behind' }, Math.max(0, pending - due - retrying));
  registry.set('fundgate_webhook_oldest_due_seconds', {}, secondsAgo(await oldestDue(db, moment), now));
}

/** A skip scan: steps from endpoint to endpoint in the index of due deliveries, like the senders. */
async function oldestDue(db: Kysely<Tables>, moment: string): Promise<string | null> {
  const { rows } = await sql<{ due_at: string | null }>`
    with recursive waiting (id, step) as (
      select min(endpoint_id), 1 from webhook_delivery where due_at is not null
      union all
      select
        (select min(endpoint_id) from webhook_delivery where due_at is not null and endpoint_id > waiting.id),
        waiting.step + 1
      from waiting where waiting.id is not null and waiting.step < ${ENDPOINTS_MAX}
    )
    select min((
      select min(due_at) from webhook_delivery
      where webhook_delivery.endpoint_id = webhook_endpoint.id and due_at <= ${moment}
    )) as due_at
    from waiting inner join webhook_endpoint on webhook_endpoint.id = waiting.id
    where status = 'enabled' and deleted_at is null and (resume_at is null or resume_at <= ${moment})`.execute(
    db,
  );
  return rows[0]?.due_at ?? null;
}

async function readEndpoints(db: Kysely<Tables>, registry: MetricRegistry): Promise<void> {
  const some = db
    .selectFrom('webhook_endpoint')
    .select('status')
    .where('deleted_at', 'is', null)
    .limit(COUNTED_MAX);
  const rows = await db
    .selectFrom(some.as('some'))
    .select((eb) => ['status', eb.fn.countAll<number>().as('count')])
    .groupBy('status')
    .execute();
  const counts = new Map(rows.map(({ status, count }) => [status, count]));
  for (const status of ['enabled', 'disabled'] as const)
    registry.set('fundgate_webhook_endpoints', { status }, counts.get(status) ?? 0);
}

async function readFunding(db: Kysely<Tables>, registry: MetricRegistry): Promise<void> {
  const totals = await countByStatus(db);
  const inStatus = (wanted: SettlementStatus) =>
    totals.filter(({ status }) => status === wanted).reduce((sum, { count }) => sum + count, 0);
  registry.forget('fundgate_settlements');
  for (const { status, currency, count } of totals)
    registry.set('fundgate_settlements', { status, currency }, count);
  registry.set('fundgate_worklist', { list: 'review' }, inStatus('submitted'));
  registry.set('fundgate_worklist', { list: 'disburse' }, inStatus('accepted'));
  registry.set('fundgate_worklist', { list: 'warned' }, await totalOf(db, [warnedName(EVERY_PARTNER)]));
}

async function readOffers(db: Kysely<Tables>, registry: MetricRegistry, now: Date): Promise<void> {
  let lapsing = 0;
  for (const currency of CURRENCIES) {
    const offers = db
      .selectFrom('instant_settlement')
      .select('id')
      .where('status', '=', 'approved')
      .where('currency', '=', currency)
      .where('offer_expires_at', '>', timestamp(now))
      .where('offer_expires_at', '<=', timestamp(daysLater(now, 1)))
      .limit(COUNTED_MAX);
    lapsing += await countOf(db, offers);
  }
  registry.set('fundgate_offers_lapsing_24h', {}, lapsing);
}

/** The number of rows of a query that ends at a limit. */
async function countOf(db: Kysely<Tables>, rows: Expression<unknown>): Promise<number> {
  const { rows: counts } = await sql<{ count: number }>`
    select count(*) as count from ${rows} as counted`.execute(db);
  return counts[0]?.count ?? 0;
}

const secondsOf = (moment: string | undefined): number =>
  moment === undefined ? 0 : Date.parse(moment) / MS_PER_SECOND;

const secondsAgo = (moment: string | null | undefined, now: Date): number =>
  moment === null || moment === undefined
    ? 0
    : Math.max(0, (now.getTime() - Date.parse(moment)) / MS_PER_SECOND);
