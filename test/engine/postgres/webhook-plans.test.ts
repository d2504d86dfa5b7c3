import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { afterCommitOf } from '../../../src/pipeline/execute.ts';
import { reapWebhookDeliveries } from '../../../src/nouns/webhook/webhook-upkeep.operations.ts';
import { databaseWithPlans } from '../../support/postgres/plans-in-log.ts';
import { openReceiver } from '../../nouns/webhook/sending/receiver.ts';
import { openWebhooks, type WebhookFixture } from '../../nouns/webhook/webhook-fixture.ts';

/** Deliveries that have ended, and those that a replay adds afterwards. */
const [ENDED, ADDED] = [5_000, 3_000];
/** What is read of one attempt: its delivery, with its former versions. */
const READ_MAX = 20;

const OF_ATTEMPTS = /^select \* from "webhook_delivery" where "id" in/;
const OF_NEXT_OF_SUBJECT =
  /^update "webhook_delivery" set "due_at" = \$1 where "due_at" is null and .* = \(select/;

const OF_DELETED = /^select .*"event_type".*"deleted_at" is not null/;

interface Inserted {
  readonly endpoint: string;
  readonly count: number;
  readonly completed: string | null;
}

/** Deliveries of a subject each, which have succeeded or wait. */
const insertDeliveries = (
  { gateway, partner }: WebhookFixture,
  { endpoint, count, completed }: Inserted,
): Promise<unknown> =>
  sql`insert into webhook_delivery (id, endpoint_id, partner_id, event_id, event_type, position, order_key, status,
      attempts, step, created_at, completed_at)
    select ${endpoint} || '_' || n, ${endpoint}, ${partner.partnerId}, 'evt_' || n, 'kyc.updated', n, 'kyc/' || n,
      ${completed === null ? 'pending' : 'succeeded'}, 0, 0, '2026-01-01T00:00:00Z', ${completed}
    from generate_series(1, ${count}) n`.execute(gateway.database.writes);

test('an attempt is stored without many looks at all that wait, if PostgreSQL does not know of them yet', async () => {
  const own = await databaseWithPlans();
  const fixture = await openWebhooks({ DATABASE_URL: own.url });
  const receiver = await openReceiver();
  const { writes } = fixture.gateway.database;
  const { id } = await fixture.subscribe(receiver.url, {
    event_types: ['customer.created'],
    ordering: 'subject',
  });
  await insertDeliveries(fixture, {
    endpoint: 'whe_former',
    count: ENDED,
    completed: '2026-01-02T00:00:00Z',
  });
  await sql`analyze`.execute(writes);
  await insertDeliveries(fixture, { endpoint: id, count: ADDED, completed: null });

  const mostReadToDeliver = (texts: RegExp) =>
    own.mostReadBy(async () => {
      await fixture.happen();
      await fixture.deliver();
    }, texts);
  const ofAttempt = await mostReadToDeliver(OF_ATTEMPTS);
  expect(ofAttempt).toBeGreaterThan(0);
  expect(ofAttempt).toBeLessThanOrEqual(READ_MAX);
  const ofNext = await mostReadToDeliver(OF_NEXT_OF_SUBJECT);
  expect(ofNext).toBeGreaterThanOrEqual(0);
  // It finds the next delivery of the subject among those without an end, and looks through these once at most.
  expect(ofNext).toBeLessThanOrEqual(ADDED + READ_MAX);
  expect(receiver.received).toHaveLength(2);
  await receiver.close();
  await fixture.close();
  await own.drop();
});

test('a deleted endpoint is cleared without a look at the deliveries of others', async () => {
  const own = await databaseWithPlans();
  const fixture = await openWebhooks({ DATABASE_URL: own.url });
  const receiver = await openReceiver();
  const { writes } = fixture.gateway.database;
  const { id } = await fixture.subscribe(receiver.url);
  await fixture.happen();
  await fixture.deliver();
  await insertDeliveries(fixture, {
    endpoint: 'whe_other',
    count: ENDED,
    completed: fixture.now().toISOString(),
  });
  await sql`analyze`.execute(writes);
  await fixture.partner.rest('DELETE', `/v1/webhook-endpoints/${id}`);
  const { perform } = afterCommitOf(fixture.gateway);
  const most = await own.mostReadBy(async () => {
    while ((await perform(reapWebhookDeliveries, {}, {})) > 0);
  }, OF_DELETED);
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(READ_MAX);
  const left = writes.selectFrom('webhook_delivery').select('id').where('endpoint_id', '=', id);
  expect(await left.execute()).toEqual([]);
  await receiver.close();
  await fixture.close();
  await own.drop();
});
