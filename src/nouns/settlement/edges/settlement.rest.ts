import { listRoute } from '../../../pipeline/rest-kit/list-route.ts';
import { operationRoute } from '../../../pipeline/rest-kit/operation-route.ts';
import { deprecated, type Route } from '../../../pipeline/rest-kit/route.ts';
import { settlementsOfInterface, summariesOfInterface } from './interface-settlements.ts';
import { MAGIC_NOTE } from '../magic-amounts.rules.ts';
import { createInstantSettlement, decideInstantSettlement } from '../settlement.operations.ts';
import { getInstantSettlement } from '../servicing/get-settlement.operations.ts';
import { countInstantSettlements, listInstantSettlements } from '../list/settlement-list.operations.ts';
import { InstantSettlementSummary, InstantSettlementView } from '../settlement.present.ts';

const tag = 'Instant settlements';
const anyCustomer = { customer_id: null } as const;

const everywhere = { owner_id: null } as const;

const list = {
  tag,
  list: listInstantSettlements,
  count: countInstantSettlements,
  item: InstantSettlementSummary,
  ofInterface: summariesOfInterface,
  countMayStop: true,
  idOf: ({ funding_id }: InstantSettlementSummary) => funding_id,
} as const;

const decision = operationRoute({
  method: 'PUT',
  path: '/v1/instant-settlements/{funding_id}/decision',
  summary: 'Accept or reject an offer',
  tag,
  operation: decideInstantSettlement,
  ids: anyCustomer,
  response: InstantSettlementView,
  ofInterface: settlementsOfInterface,
  errors: ['funding_status_invalid'],
});

const SINGULAR = '/v1/instant-settlement/{funding_id}/decision';

export const settlementRoutes: readonly Route[] = [
  operationRoute({
    method: 'POST',
    path: '/v1/instant-settlements',
    summary: 'Request funding for a customer',
    tag,
    operation: createInstantSettlement,
    response: InstantSettlementView,
    ofInterface: settlementsOfInterface,
    errors: ['currency_not_supported', 'resource_missing', 'kyc_incomplete'],
    sandboxNote: MAGIC_NOTE,
  }),
  listRoute({
    ...list,
    path: '/v1/instant-settlements',
    summary: 'List the instant settlements of all customers, newest first',
    ids: { ...anyCustomer, ...everywhere },
  }),
  operationRoute({
    method: 'GET',
    path: '/v1/instant-settlements/{funding_id}',
    summary: 'Retrieve an instant settlement',
    tag,
    operation: getInstantSettlement,
    ids: anyCustomer,
    response: InstantSettlementView,
    ofInterface: settlementsOfInterface,
  }),
  listRoute({
    ...list,
    path: '/v1/customers/{customer_id}/instant-settlements',
    summary: 'List the instant settlements of a customer, newest first',
    ids: everywhere,
    omits: ['customer_id'],
  }),
  operationRoute({
    method: 'GET',
    path: '/v1/customers/{customer_id}/instant-settlements/{funding_id}',
    summary: 'Retrieve an instant settlement of a customer',
    tag,
    operation: getInstantSettlement,
    response: InstantSettlementView,
    ofInterface: settlementsOfInterface,
  }),
  decision,
  deprecated(decision, { method: 'POST', path: decision.path }),
  deprecated(decision, { method: 'PUT', path: SINGULAR }),
  deprecated(decision, { method: 'POST', path: SINGULAR }),
];
