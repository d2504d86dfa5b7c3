import * as documents from '../../nouns/repayment/documents.ts';
import { inGraphql } from '../../support/spelling.ts';
import { type Call, inputOf, onBothApis } from './on-both-apis.ts';
import { listView, pageOf, repaymentView } from './views.ts';

const fundingId = ({ ids }: Call) => ids?.['funding_id'];
const repaymentId = ({ ids }: Call) => ids?.['repayment_id'];

/** REST lists the repayments of one settlement; GraphQL has the settlement as a filter. */
function listVariables(call: Call) {
  const { limit, starting_after: after, ...filter } = call.input ?? {};
  return {
    ...(limit !== undefined && { first: limit }),
    ...(after !== undefined && { after }),
    filter: inGraphql({ ...filter, funding_id: fundingId(call) }),
  };
}

/** The operations on repayments that partners have, as both APIs have them. */
export const repaymentOperations = {
  reportRepayment: onBothApis({
    rows: ['POST /v1/instant-settlements/{funding_id}/repayments'],
    field: 'Mutation.reportRepayment',
    document: documents.ReportRepayment,
    variables: (call) => ({ id: fundingId(call), input: inputOf(call) }),
    view: repaymentView,
    pick: ({ reportRepayment }) => reportRepayment,
  }),
  listRepayments: onBothApis({
    rows: ['GET /v1/instant-settlements/{funding_id}/repayments'],
    field: 'Query.repayments',
    document: documents.ListRepayments,
    variables: listVariables,
    view: listView(repaymentView),
    pick: ({ repayments }) => pageOf(repayments),
  }),
  getRepayment: onBothApis({
    rows: ['GET /v1/repayments/{repayment_id}'],
    field: 'Query.repayment',
    document: documents.GetRepayment,
    variables: (call) => ({ id: repaymentId(call) }),
    view: repaymentView,
    pick: ({ repayment }) => repayment,
  }),
  cancelRepayment: onBothApis({
    rows: ['POST /v1/repayments/{repayment_id}/cancel'],
    field: 'Mutation.cancelRepayment',
    document: documents.CancelRepayment,
    variables: (call) => ({ id: repaymentId(call) }),
    view: repaymentView,
    pick: ({ cancelRepayment }) => cancelRepayment,
  }),
};
