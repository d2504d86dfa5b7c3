import type { Builder } from '../../pipeline/graphql-kit/builder.ts';
import { runs } from '../../pipeline/graphql-kit/field-facts.ts';
import { defineLoader } from '../../pipeline/graphql-kit/loader.ts';
import { operatorOnly } from '../../pipeline/graphql-kit/operator-only.ts';
import type { RequestContext } from '../../pipeline/graphql-kit/request-context.ts';
import { runQuery } from '../../pipeline/graphql-kit/run-operation.ts';
import type { WorkQueue } from '../provider/provider.input.ts';
import { getProviderSettings } from '../provider/provider.operations.ts';
import type { ProviderSettingsView } from '../provider/provider.present.ts';
import { dueAtOf, PROVIDER_ID } from '../provider/provider.rules.ts';
import type { RepaymentType } from '../repayment/edges/repayment.graphql.ts';
import type { SettlementType } from '../settlement/edges/settlement-type.graphql.ts';

/** Reads the settings once for all rows of a page. */
const settingsOf = defineLoader<ProviderSettingsView>(
  async (context) => new Map([[PROVIDER_ID, await runQuery(context, getProviderSettings, { ids: {} })]]),
);

async function dueIn(context: RequestContext, queue: WorkQueue, since: string): Promise<string | null> {
  const settings = await settingsOf(context, PROVIDER_ID);
  return settings && dueAtOf(settings, queue, since);
}

/** The queue in which a settlement waits for an operator, by its status. A wait begins with the status. */
const QUEUES: Readonly<Partial<Record<string, WorkQueue>>> = { submitted: 'review', accepted: 'disburse' };

/** When the work on a settlement or a report should be done. */
export function defineDueTimes(
  builder: Builder,
  { settlement, repayment }: { readonly settlement: SettlementType; readonly repayment: RepaymentType },
): void {
  const facts = {
    type: 'DateTime',
    nullable: true,
    extensions: { ...operatorOnly, ...runs(getProviderSettings) },
  } as const;
  builder.objectField(settlement, 'dueAt', (t) =>
    t.field({
      ...facts,
      description:
        'When it should be decided, or its money sent; null if it does not wait for an operator, or its queue has no due time.',
      resolve: ({ status, updated_at }, _args, context) => {
        const queue = QUEUES[status];
        return queue === undefined ? null : dueIn(context, queue, updated_at);
      },
    }),
  );
  builder.objectField(repayment, 'dueAt', (t) =>
    t.field({
      ...facts,
      description:
        'When the report should be answered; null if it does not wait for an answer, or the queue has no due time.',
      resolve: ({ status, created_at }, _args, context) =>
        status === 'reported' ? dueIn(context, 'reported', created_at) : null,
    }),
  );
}
