import type { Builder } from '../../pipeline/graphql-kit/builder.ts';
import { atMost, runs } from '../../pipeline/graphql-kit/field-facts.ts';
import { loaderOf } from '../../pipeline/graphql-kit/list-loader.ts';
import { operatorOnly } from '../../pipeline/graphql-kit/operator-only.ts';
import type { RequestContext } from '../../pipeline/graphql-kit/request-context.ts';
import { listPendingOf, PENDING_OF_OBJECT_MAX } from '../approval/approval-list.operations.ts';
import type { ApprovalView } from '../approval/approval.present.ts';
import { PROVIDER_ID } from '../provider/provider.rules.ts';
import { ProviderSettingsObject } from '../provider/provider.graphql.ts';
import { HoldObject } from '../hold/hold.graphql.ts';
import { RepaymentObject } from '../repayment/edges/repayment.graphql.ts';
import { SettlementObject } from '../settlement/edges/settlement-type.graphql.ts';
import { ApprovalObject } from './approval.graphql.ts';

/** Loads what waits about all records on a page in one query. */
const pendingOf = loaderOf(listPendingOf, 'object_ids');

const load = async (context: RequestContext, id: string): Promise<ApprovalView[]> => [
  ...((await pendingOf(context, id)) ?? []),
];

/** What waits for a second person, on the records that it would change. */
export function definePendingOf(builder: Builder): void {
  const options = {
    type: [ApprovalObject] as [typeof ApprovalObject],
    nullable: true,
    description: 'The changes of it that wait for a second person.',
    extensions: { ...runs(listPendingOf), ...atMost(PENDING_OF_OBJECT_MAX) },
  } as const;
  // Partners see settlements and repayments too.
  const guarded = { ...options, extensions: { ...options.extensions, ...operatorOnly } } as const;
  builder.objectField(SettlementObject, 'pendingApprovals', (t) =>
    t.field({ ...guarded, resolve: ({ funding_id }, _args, context) => load(context, funding_id) }),
  );
  builder.objectField(RepaymentObject, 'pendingApprovals', (t) =>
    t.field({ ...guarded, resolve: ({ repayment_id }, _args, context) => load(context, repayment_id) }),
  );
  builder.objectField(HoldObject, 'pendingApprovals', (t) =>
    t.field({ ...options, resolve: ({ hold_id }, _args, context) => load(context, hold_id) }),
  );
  builder.objectField(ProviderSettingsObject, 'pendingApprovals', (t) =>
    t.field({ ...options, resolve: (_view, _args, context) => load(context, PROVIDER_ID) }),
  );
}
