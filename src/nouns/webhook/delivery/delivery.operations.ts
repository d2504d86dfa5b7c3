import { z } from 'zod';
import { timestamp } from '../../../kernel/clock.ts';
import { noSuch, refusal } from '../../../kernel/errors.ts';
import { mapPage } from '../../../kernel/page.ts';
import { throughManyRows } from '../../../engine/sql/many-rows.ts';
import { totalOf, totalsOf } from '../../../pipeline/rows/counter.ts';
import { findPage, pageQuery } from '../../../pipeline/rows/find-page.ts';
import { findPageOfEach, rowsOfUnion } from '../../../pipeline/rows/union-of-pages.ts';
import {
  defineRealTimeCommand,
  defineRealTimeQuery,
  type QueryContext,
} from '../../../pipeline/operation.ts';
import { visibleTo } from '../../../pipeline/rows/tenancy.ts';
import {
  ATTEMPTS_SHOWN_MAX,
  type AttemptRow,
  type DeliveryRow,
  presentAttempt,
  presentDelivery,
  type WebhookAttemptView,
  type WebhookDeliverySummary,
  type WebhookDeliveryView,
} from './delivery.present.ts';
import { countsOfDelivery, deliveriesOf } from './delivery.rules.ts';
import {
  AttemptsOfInput,
  CountDeliveriesOfInput,
  DELIVERY_FILTERS,
  ListDeliveriesInput,
  ListDeliveriesOfInput,
} from './delivery.input.ts';
import { deliveriesWithin, type DeliveryIds, findDelivery, leavesOutMany } from './find-deliveries.ts';
import { type EndpointIds, findEndpoint } from '../endpoint/find-endpoint.ts';
import { DELIVERY_STATUSES } from './delivery.machine.ts';
import { dueTimeOf } from './order.ts';

export const listWebhookDeliveries = defineRealTimeQuery({
  name: 'listWebhookDeliveries',
  readsMany: true,
  roles: ['partner', 'operator'],
  input: ListDeliveriesInput,
  locate: (context, ids: EndpointIds) => findEndpoint(context, ids),
  async run({ db }, { subject, input: { status, event_type, ...page } }) {
    const filter = { status, event_type };
    const query = deliveriesWithin(db, subject.id, filter).$if(leavesOutMany(filter), throughManyRows);
    return mapPage(await findPage(query, page), presentDelivery);
  },
});

export const countWebhookDeliveries = defineRealTimeQuery({
  name: 'countWebhookDeliveries',
  readsMany: true,
  roles: ['partner', 'operator'],
  input: z.strictObject(DELIVERY_FILTERS),
  locate: (context, ids: EndpointIds) => findEndpoint(context, ids),
  run: ({ db }, { subject, input }): Promise<number> => totalOf(db, [deliveriesOf(subject.id, input)]),
});

/** A page of deliveries for each of several endpoints, in one query. */
export const listDeliveriesOfEndpoints = defineRealTimeQuery({
  name: 'listDeliveriesOfEndpoints',
  roles: ['partner', 'operator'],
  input: ListDeliveriesOfInput,
  async run({ db, caller }, { input: { webhook_endpoint_ids, status, event_type, ...page } }) {
    const filter = { status, event_type };
    const queryOf = (id: string) => {
      const rows = pageQuery(deliveriesWithin(db, id, filter).where(visibleTo(caller)), page);
      return db.selectFrom(rows.as('page')).selectAll().$if(leavesOutMany(filter), throughManyRows);
    };
    const parentOf = ({ endpoint_id }: DeliveryRow) => endpoint_id;
    return findPageOfEach(webhook_endpoint_ids, { queryOf, parentOf, present: presentDelivery }, page);
  },
});

export const countDeliveriesOfEndpoints = defineRealTimeQuery({
  name: 'countDeliveriesOfEndpoints',
  roles: ['partner', 'operator'],
  input: CountDeliveriesOfInput,
  async run(
    { db, caller },
    { input: { webhook_endpoint_ids, ...filter } },
  ): Promise<ReadonlyMap<string, number>> {
    const seen = await db
      .selectFrom('webhook_endpoint')
      .select('id')
      .where('id', 'in', webhook_endpoint_ids)
      .where(visibleTo(caller))
      .execute();
    const names = seen.map(({ id }) => deliveriesOf(id, filter));
    const totals = names.length === 0 ? new Map<string, number>() : await totalsOf(db, names);
    return new Map(seen.map(({ id }) => [id, totals.get(deliveriesOf(id, filter)) ?? 0]));
  },
});

export const getWebhookDelivery = defineRealTimeQuery({
  name: 'getWebhookDelivery',
  roles: ['partner', 'operator'],
  locate: (context, ids: DeliveryIds) => findDelivery(context, ids),
  async run(context, { subject }): Promise<WebhookDeliveryView> {
    const attempts = await attemptsOf(context, [subject.id]);
    return { ...presentDelivery(subject), attempts: [...(attempts.get(subject.id) ?? [])] };
  },
});

/** An attempt by its id. The caller must be allowed to see its delivery. */
export const getWebhookAttempt = defineRealTimeQuery({
  name: 'getWebhookAttempt',
  roles: ['partner', 'operator'],
  async locate(
    context,
    { webhook_attempt_id }: { readonly webhook_attempt_id: string },
  ): Promise<AttemptRow> {
    const query = context.db.selectFrom('webhook_attempt').selectAll().where('id', '=', webhook_attempt_id);
    const row = await query.executeTakeFirst();
    await findDelivery(context, { webhook_delivery_id: row?.delivery_id ?? '' });
    if (row === undefined) throw noSuch('attempt');
    return row;
  },
  run: async ({ vault }, { subject }): Promise<WebhookAttemptView> => presentAttempt(subject, vault),
});

/** The attempts of each of several deliveries, in one query. */
export const listAttemptsOfDeliveries = defineRealTimeQuery({
  name: 'listAttemptsOfDeliveries',
  roles: ['partner', 'operator'],
  input: AttemptsOfInput,
  async run(context, { input }) {
    const seen = await context.db
      .selectFrom('webhook_delivery')
      .select('id')
      .where('id', 'in', input.webhook_delivery_ids)
      .where(visibleTo(context.caller))
      .execute();
    return attemptsOf(
      context,
      seen.map(({ id }) => id),
    );
  },
});

/** The newest attempts of each delivery, in the order of the attempts. */
async function attemptsOf(
  { db, vault }: QueryContext,
  deliveryIds: readonly string[],
): Promise<ReadonlyMap<string, readonly WebhookAttemptView[]>> {
  const queries = deliveryIds.map((id) => {
    const newest = db
      .selectFrom('webhook_attempt')
      .selectAll()
      .where('delivery_id', '=', id)
      .orderBy('id', 'desc')
      .limit(ATTEMPTS_SHOWN_MAX);
    return db.selectFrom(newest.as('attempts')).selectAll();
  });
  const rows: readonly AttemptRow[] = await rowsOfUnion(queries, 'oldest');
  const byDelivery = Map.groupBy(rows, ({ delivery_id }) => delivery_id);
  return new Map(
    deliveryIds.map((id) => [id, (byDelivery.get(id) ?? []).map((row) => presentAttempt(row, vault))]),
  );
}

/** Sends a delivery again with a new schedule, after the earlier deliveries of its subject. */
export const retryWebhookDelivery = defineRealTimeCommand({
  name: 'retryWebhookDelivery',
  operatorScope: 'admin',
  roles: ['partner', 'operator'],
  locate: (context, ids: DeliveryIds) => findDelivery(context, ids),
  async run(context, { subject }): Promise<WebhookDeliverySummary> {
    const endpoint = await findEndpoint(context, { webhook_endpoint_id: subject.endpoint_id });
    if (endpoint.status !== 'enabled')
      throw refusal('conflict', 'The webhook endpoint is disabled; enable it first.');
    const now = timestamp(context.now);
    // If a delivery is being sent or waits for an earlier one, nothing changes.
    if (subject.status === 'pending' && (subject.lease !== null || subject.due_at === null))
      return presentDelivery(subject);
    const due_at = subject.status === 'pending' ? now : await dueTimeOf(context, subject, now);
    const change = { status: 'pending', step: 0, due_at, lease: null, completed_at: null };
    await context.db.updateTable('webhook_delivery').set(change).where('id', '=', subject.id).execute();
    const before = DELIVERY_STATUSES.find((status) => status === subject.status) ?? 'pending';
    await context.count([
      ...countsOfDelivery(subject, before, -1),
      ...countsOfDelivery(subject, 'pending', 1),
    ]);
    return presentDelivery({ ...subject, ...change });
  },
});
