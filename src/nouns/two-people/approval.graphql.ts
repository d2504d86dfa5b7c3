import { CURRENCIES } from '../../kernel/currency.ts';
import type { Builder } from '../../pipeline/graphql-kit/builder.ts';
import { connectionOf, defineConnection } from '../../pipeline/graphql-kit/connection.ts';
import { atMost, runs, upTo } from '../../pipeline/graphql-kit/field-facts.ts';
import { listFilter } from '../../pipeline/graphql-kit/list-filter.ts';
import { nodeFinder, NodeInterface } from '../../pipeline/graphql-kit/node.ts';
import {
  listArguments,
  type PageArguments,
  pageArgs,
  pageArguments,
} from '../../pipeline/graphql-kit/page-arguments.ts';
import type { RequestContext } from '../../pipeline/graphql-kit/request-context.ts';
import { queryOrNull, runQuery } from '../../pipeline/graphql-kit/run-operation.ts';
import { shownBy } from '../../pipeline/graphql-kit/shown-by.ts';
import { nameOf } from '../api-key/viewer/actor-name.graphql.ts';
import { countApprovals, listApprovals } from '../approval/approval-list.operations.ts';
import { APPROVAL_FILTERS, PENDING_FILTERS } from '../approval/approval.input.ts';
import {
  getApproval,
  getApprovalInput,
  INPUT_BYTES_MAX,
  refusePending,
} from '../approval/approval.operations.ts';
import { ApprovalView } from '../approval/approval.present.ts';
import { STATUS_MEANINGS } from '../approval/approval.rules.ts';
import { TwoPeopleOperationEnum } from '../provider/provider.graphql.ts';
import { SettlementObject } from '../settlement/edges/settlement-type.graphql.ts';
import { listSettlementsById } from '../settlement/list/settlement-list.operations.ts';
import { settlementOfId } from '../settlement/list/settlement-pages.graphql.ts';
import { approvePending } from './approve-pending.operations.ts';
import { enumOf } from '../../pipeline/graphql-kit/enum.ts';
import { commandOn } from '../../pipeline/graphql-kit/command-of.ts';
import { objectNamed } from '../../pipeline/graphql-kit/object.ts';

export const ApprovalObject = objectNamed<ApprovalView>('Approval');

export const approvalNode = nodeFinder('apv', getApproval, (approval_id) => ({ approval_id }));

const ApprovalStatusEnum = enumOf(
  'ApprovalStatus',
  'What became of a change that needs two people.',
  STATUS_MEANINGS,
);

/** Changes that need two people, for operators. No partner sees one. */
export function defineApproval(builder: Builder): void {
  defineType(builder);
  defineQueries(builder);
  defineMutations(builder);
}

function defineAmount(builder: Builder) {
  return builder.objectRef<ApprovalView['amounts'][number]>('ApprovalAmount').implement({
    description: 'The money that a change moves in a currency.',
    fields: (t) => ({
      currency: t.exposeString('currency'),
      amount: t.expose('amount', { type: 'SafeInt', description: 'In the minor unit of the currency.' }),
    }),
  });
}

function defineType(builder: Builder): void {
  const amount = defineAmount(builder);
  builder.objectType(ApprovalObject, {
    description: 'A change that one person asked for, and that is done when another one approves it.',
    extensions: shownBy(ApprovalView),
    interfaces: [NodeInterface],
    fields: (t) => ({
      id: t.exposeID('approval_id'),
      operation: t.expose('operation', { type: TwoPeopleOperationEnum }),
      mutation: t.exposeString('mutation'),
      status: t.expose('status', { type: ApprovalStatusEnum }),
      objectId: t.exposeID('object_id', { nullable: true }),
      settlement: t.field({
        type: SettlementObject,
        nullable: true,
        description: 'The settlement that it is about; null if it is about none.',
        extensions: runs(listSettlementsById),
        resolve: ({ funding_id }, _args, context) =>
          funding_id === null ? null : settlementOfId(context, funding_id),
      }),
      amounts: t.expose('amounts', {
        type: [amount],
        extensions: atMost(CURRENCIES.length),
      }),
      input: t.field({
        type: 'JSONObject',
        nullable: true,
        description:
          'What was sent, in the names of REST, with the id of what a new record is for; null if it is longer than 64 KiB: then compare the file, and send it yourself.',
        extensions: { ...runs(getApprovalInput), ...upTo({ bytes: INPUT_BYTES_MAX }), nullInPages: true },
        resolve: async ({ approval_id }, _args, context) => {
          const sent = await queryOrNull(context, getApprovalInput, { approval_id });
          return typeof sent?.input === 'object' ? sent.input : null;
        },
      }),
      makerName: t.string(nameOf('maker', 'The name of the person who asked for it.')),
      own: t.boolean({
        description: 'Whether you asked for it yourself. Then another person must approve it.',
        resolve: ({ maker }, _args, { caller }) => maker === caller.operatorId,
      }),
      checkerName: t.string(nameOf('checker', 'The name of the person who approved or refused it.')),
      reason: t.exposeString('reason', { nullable: true }),
      createdAt: t.expose('created_at', { type: 'DateTime' }),
      expiresAt: t.expose('expires_at', { type: 'DateTime' }),
      decidedAt: t.expose('decided_at', { type: 'DateTime', nullable: true }),
      damaged: t.exposeBoolean('is_damaged'),
    }),
  });
}

function defineQueries(builder: Builder): void {
  const type = defineConnection(builder, 'Approval', ApprovalObject);
  const { validate, refusalOf } = listArguments('apv', listApprovals);
  const extensions = { ...runs(listApprovals, countApprovals), refusalOf };
  const about = { description: 'Which changes a list has.', isByPartner: false };
  const pending = listFilter(builder, { ...about, name: 'PendingApprovalFilter', rows: PENDING_FILTERS });
  const all = listFilter(builder, { ...about, name: 'ApprovalFilter', rows: APPROVAL_FILTERS });
  builder.queryFields((t) => ({
    pendingApprovals: t.field({
      type,
      description: 'Changes that wait for a second person, newest first. For operators.',
      args: { ...builder.args(pageArgs), filter: t.arg(pending.argument) },
      validate,
      extensions,
      resolve: (_root, args, context) =>
        pageOf(context, args, { ...pending.read(args.filter).filters, status: 'pending' }),
    }),
    approvals: t.field({
      type,
      description: 'All changes that needed two people, newest first. For operators.',
      args: { ...builder.args(pageArgs), filter: t.arg(all.argument) },
      validate,
      extensions,
      resolve: (_root, args, context) => pageOf(context, args, all.read(args.filter).filters),
    }),
  }));
}

async function pageOf(context: RequestContext, args: PageArguments, filters: object) {
  const page = await runQuery(context, listApprovals, {
    ids: {},
    input: { ...pageArguments(args), ...filters },
  });
  return connectionOf(page, 'approval_id', () =>
    runQuery(context, countApprovals, { ids: {}, input: filters }),
  );
}

function defineMutations(builder: Builder): void {
  builder.mutationFields((t) => ({
    approvePending: t.field({
      type: ApprovalObject,
      description:
        'Approves a change that another person asked for. It is done in the same moment, on what is there now; if that is refused, the change still waits. For operators.',
      ...commandOn(builder, approvePending, 'approval_id'),
    }),
    refusePending: t.field({
      type: ApprovalObject,
      description:
        'Refuses a change that another person asked for, or takes your own one back. For operators.',
      ...commandOn(builder, refusePending, 'approval_id'),
    }),
  }));
}
