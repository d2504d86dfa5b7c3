import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import { secondsLater, timestamp } from '../../../kernel/clock.ts';
import type { Tables } from '../../../engine/sql/tables.ts';
import type { Database } from '../../../engine/sql/database.ts';
import { LEASE_SECONDS } from '../delivery/delivery.rules.ts';
import type { EndpointRow } from '../endpoint/endpoint.present.ts';
import { statement } from '../../../engine/sql/statement.ts';
import { padded } from '../../../engine/sql/in-parts.ts';

/** A delivery that belongs to this process until its lease is over. */
export interface Claim {
  readonly id: string;
  readonly event_id: string;
  readonly position: number;
  readonly lease: string;
  readonly traceparent: string | null;
}

/**
 * Endpoints with a due delivery that are enabled and not paused, or whose pause is over. It goes from endpoint to
 * endpoint in the index of due deliveries. So ten thousand waiting deliveries of one endpoint cost no more than one.
 * Null if no delivery waits for its time either.
 */
export async function endpointsWithDue(
  db: Kysely<Tables>,
  now: Date,
): Promise<readonly EndpointRow[] | null> {
  const [first] = await firstWaiting(db, {});
  if (first?.id == null) return null;
  const moment = timestamp(now);
  const { rows } = await sql<EndpointRow>`
    with recursive waiting (id) as (
      select min(endpoint_id) from webhook_delivery where due_at is not null
      union all
      select (select min(endpoint_id) from webhook_delivery where due_at is not null and endpoint_id > waiting.id)
      from waiting where waiting.id is not null
    )
    select webhook_endpoint.* from waiting inner join webhook_endpoint on webhook_endpoint.id = waiting.id
    where status = 'enabled' and deleted_at is null and (resume_at is null or resume_at <= ${moment})
    and exists (
      select 1 from webhook_delivery
      where webhook_delivery.endpoint_id = webhook_endpoint.id and due_at <= ${moment}
    )`.execute(db);
  return rows;
}

/** The first endpoint with a delivery that is due or will be; in the form of the statement above. */
const firstWaiting = statement((db, _nothing: object) =>
  db
    .selectFrom('webhook_delivery')
    .select(({ fn }) => fn.min('endpoint_id').as('id'))
    .where('due_at', 'is not', null),
);

/** The present rows of the endpoints that are neither deleted nor disabled. */
export async function enabledEndpoints(
  db: Kysely<Tables>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, EndpointRow>> {
  const rows = await db
    .selectFrom('webhook_endpoint')
    .selectAll()
    .where('id', 'in', padded(ids))
    .where('status', '=', 'enabled')
    .where('deleted_at', 'is', null)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

type Claiming = Pick<Database, 'writes' | 'rowLocks' | 'transaction' | 'takeName'>;

interface Batch {
  readonly count: number;
  readonly lease: string;
  readonly now: Date;
}

/**
 * Takes up to `count` due deliveries of an endpoint. The end of the lease is their new `due_at`, so if the process
 * dies, they become due again. Of a paused endpoint it takes one, for all processes together.
 */
export async function claimDeliveries(
  database: Claiming,
  endpoint: EndpointRow,
  { count, lease, now }: Batch,
): Promise<readonly Claim[]> {
  const isProbe = endpoint.resume_at !== null;
  const batch = { count: isProbe ? 1 : count, lease, now };
  const claim = (db: Kysely<Tables>) => claimDue(db, database, endpoint.id, batch);
  const claims =
    endpoint.ordering === 'subject'
      ? await claimAlone(database, endpoint, claim)
      : await claim(database.writes);
  // The probe is taken last. It extends the pause, so it is taken only if there is something to send.
  if (!isProbe || claims.length === 0 || (await takeProbe(database, endpoint, leaseEnd(now)))) return claims;
  await releaseClaims(database, claims, now);
  return [];
}

const leaseEnd = (now: Date): string => timestamp(secondsLater(now, LEASE_SECONDS));

/**
 * Claims nothing if another process is claiming. Two processes that do not see each other could claim two deliveries of
 * one subject.
 */
function claimAlone(
  { transaction, takeName }: Claiming,
  { id }: EndpointRow,
  claim: (db: Kysely<Tables>) => Promise<readonly Claim[]>,
): Promise<readonly Claim[]> {
  return transaction(async (db) => ((await takeName(db, `webhook/${id}`)) ? claim(db) : []));
}

async function claimDue(
  db: Kysely<Tables>,
  { rowLocks }: Claiming,
  endpointId: string,
  { count, lease, now }: Batch,
): Promise<readonly Claim[]> {
  const moment = timestamp(now);
  const rows = await db
    .updateTable('webhook_delivery')
    .set({ due_at: leaseEnd(now), lease })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('webhook_delivery')
        .select('id')
        .where('endpoint_id', '=', endpointId)
        .where('due_at', '<=', moment)
        .where(isNextInOrder(moment))
        .orderBy('due_at')
        .orderBy('id')
        .limit(count)
        .$if(rowLocks, (query) => query.forUpdate().skipLocked()),
    )
    .returning(['id', 'event_id', 'position', 'traceparent'])
    .execute();
  // `returning` guarantees no order.
  return rows.map((row) => ({ ...row, lease })).toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/**
 * Whether no other delivery of the same subject is being sent, and no earlier one is due or has a time for its next
 * attempt. Several can be due on PostgreSQL: a relay and a replay, for example, may make them due at the same moment
 * without seeing each other.
 */
const isNextInOrder = (now: string) => (eb: ExpressionBuilder<Tables, 'webhook_delivery'>) =>
  eb.or([
    eb('webhook_delivery.order_key', '=', eb.ref('webhook_delivery.event_id')),
    eb.not(
      eb.exists(
        eb
          .selectFrom('webhook_delivery as other')
          .select('other.id')
          .whereRef('other.endpoint_id', '=', 'webhook_delivery.endpoint_id')
          .whereRef('other.order_key', '=', 'webhook_delivery.order_key')
          .where('other.completed_at', 'is', null)
          .where('other.due_at', 'is not', null)
          .where((before) =>
            before.or([
              before('other.position', '<', before.ref('webhook_delivery.position')),
              before.and([before('other.lease', 'is not', null), before('other.due_at', '>', now)]),
            ]),
          ),
      ),
    ),
  ]);

/** Claims the probe of a paused endpoint; false if another process has it. */
async function takeProbe(
  { writes }: Claiming,
  { id, resume_at }: EndpointRow,
  until: string,
): Promise<boolean> {
  const taken = await writes
    .updateTable('webhook_endpoint')
    .set({ resume_at: until })
    .where('id', '=', id)
    .where('resume_at', '=', resume_at)
    .executeTakeFirstOrThrow();
  return taken.numUpdatedRows === 1n;
}

/** Gives claims back. They are due at once for any process. */
export async function releaseClaims(
  { writes }: Claiming,
  claims: readonly Claim[],
  now: Date,
): Promise<void> {
  for (const [lease, those] of Map.groupBy(claims, (claim) => claim.lease)) {
    await writes
      .updateTable('webhook_delivery')
      .set({ due_at: timestamp(now), lease: null })
      .where('id', 'in', padded(those.map(({ id }) => id)))
      .where('lease', '=', lease)
      .where('completed_at', 'is', null)
      .execute();
  }
}
