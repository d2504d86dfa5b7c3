import type { Builder } from '../../pipeline/graphql-kit/builder.ts';
import { runs } from '../../pipeline/graphql-kit/field-facts.ts';
import { loaderOf } from '../../pipeline/graphql-kit/list-loader.ts';
import { defineLoader } from '../../pipeline/graphql-kit/loader.ts';
import { operatorOnly } from '../../pipeline/graphql-kit/operator-only.ts';
import type { RequestContext } from '../../pipeline/graphql-kit/request-context.ts';
import { runQuery } from '../../pipeline/graphql-kit/run-operation.ts';
import type { WorkQueue } from '../provider/provider.input.ts';
import { getProviderSettings } from '../provider/provider.operations.ts';
import type { ProviderSettingsView } from '../provider/provider.present.ts';
import { dueAtOf, PROVIDER_ID } from '../provider/provider.rules.ts';
import { RepaymentObject } from '../repayment/edges/repayment.graphql.ts';
import { isServiced } from '../settlement/servicing/servicing-reads.operations.ts';
import type { InstantSettlementSummary } from '../settlement/settlement.present.ts';
import { listServicingWaits, listWarningWaits } from './waits.operations.ts';
import { CustomerObject } from '../customer/customer.graphql.ts';
import { SettlementObject } from '../settlement/edges/settlement-type.graphql.ts';

/** Reads the settings once for all rows of a page. */
const settingsOf = defineLoader<ProviderSettingsView>(
  async (context) => new Map([[PROVIDER_ID, await runQuery(context, getProviderSettings, { ids: {} })]]),
);

async function dueIn(context: RequestContext, queue: WorkQueue, since: string): Promise<string | null> {
  const settings = await settingsOf(context, PROVIDER_ID);
  return settings && dueAtOf(settings, queue, since);
}

/** Loads since when the settlements of a page are overdue, or have old excess. */
const servicingWaitsOf = loaderOf(listServicingWaits, 'funding_ids');

/** Loads since when the customers of a page have warnings. */
const warningWaitOf = loaderOf(listWarningWaits, 'customer_ids');

/** The queue in which a settlement waits by its status. A wait begins with the status. */
const QUEUES: Readonly<Partial<Record<string, WorkQueue>>> = {
  submitted: 'review',
  approved: 'lapsing',
  accepted: 'disburse',
};

/** The first due time of the queues in which a settlement is. */
async function dueAtOfSettlement(
  context: RequestContext,
  { funding_id, status, updated_at }: InstantSettlementSummary,
): Promise<string | null> {
  const queue = QUEUES[status];
  if (queue !== undefined) return dueIn(context, queue, updated_at);
  if (!isServiced({ status })) return null;
  const waits = (await servicingWaitsOf(context, funding_id)) ?? [];
  const times = await Promise.all(waits.map((wait) => dueIn(context, wait.queue, wait.since)));
  return times.filter((time) => time !== null).toSorted()[0] ?? null;
}

/** When the work on a settlement, a customer or a report should be done. */
export function defineDueTimes(builder: Builder): void {
  const facts = { type: 'DateTime', nullable: true } as const;
  builder.objectField(SettlementObject, 'dueAt', (t) =>
    t.field({
      ...facts,
      description:
        'When the work on it should be done; null if it is in no list of work, or its list has no due time. If it is in two lists, the first due time.',
      extensions: { ...operatorOnly, ...runs(getProviderSettings, listServicingWaits) },
      resolve: (view, _args, context) => dueAtOfSettlement(context, view),
    }),
  );
  builder.objectField(CustomerObject, 'dueAt', (t) =>
    t.field({
      ...facts,
      description:
        'When the warnings of its KYC should be looked at; null if there is no warning, or their list has no due time.',
      extensions: { ...operatorOnly, ...runs(getProviderSettings, listWarningWaits) },
      async resolve({ customer_id }, _args, context) {
        const wait = await warningWaitOf(context, customer_id);
        return wait ? dueIn(context, wait.queue, wait.since) : null;
      },
    }),
  );
  builder.objectField(RepaymentObject, 'dueAt', (t) =>
    t.field({
      ...facts,
      description:
        'When the report should be answered; null if it does not wait for an answer, or the queue has no due time.',
      extensions: { ...operatorOnly, ...runs(getProviderSettings) },
      resolve: ({ status, created_at }, _args, context) =>
        status === 'reported' ? dueIn(context, 'reported', created_at) : null,
    }),
  );
}
