import { listRoute } from '../../../pipeline/rest-kit/list-route.ts';
import { operationRoute } from '../../../pipeline/rest-kit/operation-route.ts';
import type { Route } from '../../../pipeline/rest-kit/route.ts';
import { countRepayments, listRepayments } from '../list/repayment-list.operations.ts';
import { cancelRepayment, getRepayment, reportRepayment } from '../repayment.operations.ts';
import { RepaymentView } from '../repayment.present.ts';

const tag = 'Repayments';

export const repaymentRoutes: readonly Route[] = [
  operationRoute({
    method: 'POST',
    path: '/v1/instant-settlements/{funding_id}/repayments',
    summary: 'Report a repayment of a settlement',
    tag,
    operation: reportRepayment,
    response: RepaymentView,
    errors: ['funding_status_invalid', 'repayment_duplicate', 'limit_reached'],
  }),
  listRoute({
    path: '/v1/instant-settlements/{funding_id}/repayments',
    summary: 'List the repayments of a settlement, newest first',
    tag,
    list: listRepayments,
    count: countRepayments,
    ids: { owner_id: null },
    omits: ['funding_id'],
    item: RepaymentView,
    idOf: ({ repayment_id }) => repayment_id,
  }),
  operationRoute({
    method: 'GET',
    path: '/v1/repayments/{repayment_id}',
    summary: 'Retrieve a repayment',
    tag,
    operation: getRepayment,
    response: RepaymentView,
  }),
  operationRoute({
    method: 'POST',
    path: '/v1/repayments/{repayment_id}/cancel',
    summary: 'Cancel a repayment that you reported',
    tag,
    operation: cancelRepayment,
    response: RepaymentView,
    errors: ['repayment_status_invalid'],
  }),
];
