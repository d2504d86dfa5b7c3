import { createCustomerRefusals, getCustomerRefusals, updateCustomerRefusals } from './customer.refusals.ts';
import { getDocumentRefusals, getKycRefusals, kycRefusals, uploadRefusals } from './kyc.refusals.ts';
import {
  eventFeedRefusals,
  listCustomerSettlementsRefusals,
  listCustomersRefusals,
  listSettlementsRefusals,
  settlementStatementRefusals,
  statementRefusals,
} from './list.refusals.ts';
import type { OperationName } from '../operations.ts';
import { repaymentRefusals } from './repayment.refusals.ts';
import type { Refused } from './refused.ts';
import {
  acceptRefusals,
  createSettlementRefusals,
  getSettlementRefusals,
  rejectRefusals,
} from './settlement.refusals.ts';
import { sandboxRefusals } from './sandbox.refusals.ts';
import { webhookRefusals } from './webhook.refusals.ts';

/** What each operation refuses. */
export const refusals: Readonly<Record<OperationName, readonly Refused[]>> = {
  createCustomer: createCustomerRefusals,
  getCustomer: getCustomerRefusals,
  updateCustomer: updateCustomerRefusals,
  listCustomers: listCustomersRefusals,
  ...kycRefusals,
  uploadDocuments: uploadRefusals,
  listDocuments: getKycRefusals,
  getDocument: getDocumentRefusals,
  createInstantSettlement: createSettlementRefusals,
  getInstantSettlement: getSettlementRefusals,
  listInstantSettlements: listSettlementsRefusals,
  listCustomerSettlements: listCustomerSettlementsRefusals,
  acceptInstantSettlement: acceptRefusals,
  rejectInstantSettlement: rejectRefusals,
  readEventFeed: eventFeedRefusals,
  readStatement: statementRefusals,
  readSettlementStatement: settlementStatementRefusals,
  ...repaymentRefusals,
  ...sandboxRefusals,
  ...webhookRefusals,
};
