import * as documents from '../../support/graphql/documents.ts';
import { type Call, inputOf, onBothApis, type OnBothApis } from './on-both-apis.ts';
import { graphqlUpload, restUpload, uploadVariables } from '../../support/requests/upload-bodies.ts';
import {
  customerView,
  documentListView,
  documentView,
  feedView,
  listView,
  pageOf,
  settlementView,
  statementView,
  uploadView,
} from './views.ts';
import { type KycOperationName, kycOperations } from './kyc.operations.ts';
import { repaymentOperations } from './repayment.operations.ts';
import { sandboxOperations } from './sandbox.operations.ts';
import { webhookOperations } from './webhook.operations.ts';

const customerId = ({ ids }: Call) => ids?.['customer_id'];
const fundingId = ({ ids }: Call) => ids?.['funding_id'];

/** `limit` and `starting_after` as the arguments of a connection, all other parameters as its filter. */
function pageVariables({ input = {} }: Call) {
  const { limit, starting_after: after, status, ...others } = input;
  const filter = {
    ...(status !== undefined && { status: String(status).toUpperCase() }),
    ...Object(inputOf({ input: others })),
  };
  return { ...(limit !== undefined && { first: limit }), ...(after !== undefined && { after }), filter };
}

/** `types` as members of the enum, if REST takes one text. */
function feedVariables({ input = {} }: Call) {
  const { limit, types, ...others } = input;
  return {
    ...others,
    ...(limit !== undefined && { first: limit }),
    ...(types !== undefined && {
      types: String(types)
        .split(',')
        .map((type) => type.replace('.', '_').toUpperCase()),
    }),
  };
}

/** `limit` as the argument of GraphQL, all other parameters in its names. */
function statementVariables({ input = {} }: Call) {
  const { limit, ...others } = input;
  return { ...Object(inputOf({ input: others })), ...(limit !== undefined && { first: limit }) };
}

/** Every operation that a partner has, as both APIs have it. */
export const operations = {
  createCustomer: onBothApis({
    rows: ['POST /v1/customers'],
    field: 'Mutation.createCustomer',
    document: documents.CreateCustomer,
    variables: (call) => ({ input: inputOf(call) }),
    view: customerView,
    pick: ({ createCustomer }) => createCustomer,
  }),
  getCustomer: onBothApis({
    rows: ['GET /v1/customers/{customer_id}'],
    field: 'Query.customer',
    document: documents.GetCustomer,
    variables: (call) => ({ id: customerId(call) }),
    view: customerView,
    pick: ({ customer }) => customer,
  }),
  updateCustomer: onBothApis({
    rows: ['PUT /v1/customers/{customer_id}'],
    field: 'Mutation.updateCustomer',
    document: documents.UpdateCustomer,
    variables: (call) => ({ id: customerId(call), input: inputOf(call) }),
    view: customerView,
    pick: ({ updateCustomer }) => updateCustomer,
  }),
  listCustomers: onBothApis({
    rows: ['GET /v1/customers'],
    field: 'Query.customers',
    document: documents.ListCustomers,
    variables: pageVariables,
    view: listView(customerView),
    pick: ({ customers }) => pageOf(customers),
  }),
  ...kycOperations,
  uploadDocuments: onBothApis({
    rows: ['POST /v1/kyc/documents/{customer_id}'],
    field: 'Mutation.uploadDocuments',
    document: documents.UploadDocuments,
    variables: uploadVariables,
    view: uploadView,
    pick: ({ uploadDocuments }) => uploadDocuments,
    restBody: restUpload,
    graphqlBody: graphqlUpload,
  }),
  listDocuments: onBothApis({
    rows: ['GET /v1/kyc/documents/{customer_id}'],
    field: 'Query.kyc',
    document: documents.ListDocuments,
    variables: (call) => ({ customerId: customerId(call) }),
    view: documentListView,
    pick: ({ kyc }) => kyc?.supportingDocuments ?? null,
  }),
  getDocument: onBothApis({
    rows: ['GET /v1/kyc/documents/{customer_id}/{document_id}'],
    field: 'Query.document',
    document: documents.GetDocument,
    variables: ({ ids }) => ({ id: ids?.['document_id'] }),
    view: documentView,
    pick: ({ document }) => document,
  }),
  createInstantSettlement: onBothApis({
    rows: ['POST /v1/instant-settlements'],
    field: 'Mutation.createInstantSettlement',
    document: documents.CreateInstantSettlement,
    variables: (call) => ({ input: inputOf(call) }),
    view: settlementView,
    pick: ({ createInstantSettlement }) => createInstantSettlement,
  }),
  getInstantSettlement: onBothApis({
    rows: [
      'GET /v1/instant-settlements/{funding_id}',
      'GET /v1/customers/{customer_id}/instant-settlements/{funding_id}',
    ],
    field: 'Query.instantSettlement',
    document: documents.GetInstantSettlement,
    variables: (call) => ({ id: fundingId(call) }),
    view: settlementView,
    pick: ({ instantSettlement }) => instantSettlement,
  }),
  listInstantSettlements: onBothApis({
    rows: ['GET /v1/instant-settlements'],
    field: 'Query.instantSettlements',
    document: documents.ListInstantSettlements,
    variables: pageVariables,
    view: listView(settlementView),
    pick: ({ instantSettlements }) => pageOf(instantSettlements),
  }),
  listCustomerSettlements: onBothApis({
    rows: ['GET /v1/customers/{customer_id}/instant-settlements'],
    field: 'Query.customer',
    document: documents.ListCustomerSettlements,
    variables: (call) => ({ customerId: customerId(call), ...pageVariables(call) }),
    view: listView(settlementView),
    pick: ({ customer }) => (customer ? pageOf(customer.instantSettlements) : null),
  }),
  acceptInstantSettlement: onBothApis({
    rows: [
      'PUT /v1/instant-settlements/{funding_id}/decision',
      'POST /v1/instant-settlements/{funding_id}/decision',
      'PUT /v1/instant-settlement/{funding_id}/decision',
      'POST /v1/instant-settlement/{funding_id}/decision',
    ],
    field: 'Mutation.acceptInstantSettlement',
    document: documents.AcceptInstantSettlement,
    variables: (call) => ({ id: fundingId(call) }),
    view: settlementView,
    pick: ({ acceptInstantSettlement }) => acceptInstantSettlement,
  }),
  rejectInstantSettlement: onBothApis({
    rows: ['PUT /v1/instant-settlements/{funding_id}/decision'],
    field: 'Mutation.rejectInstantSettlement',
    document: documents.RejectInstantSettlement,
    variables: (call) => ({ id: fundingId(call), reason: call.input?.['reason'] }),
    view: settlementView,
    pick: ({ rejectInstantSettlement }) => rejectInstantSettlement,
  }),
  readEventFeed: onBothApis({
    rows: ['GET /v1/events'],
    field: 'Query.eventFeed',
    document: documents.EventFeed,
    variables: feedVariables,
    view: feedView,
    pick: ({ eventFeed }) => eventFeed,
  }),
  readStatement: onBothApis({
    rows: ['GET /v1/statement'],
    field: 'Query.statement',
    document: documents.ReadStatement,
    variables: statementVariables,
    view: statementView,
    pick: ({ statement }) => statement,
  }),
  readSettlementStatement: onBothApis({
    rows: ['GET /v1/instant-settlements/{funding_id}/statement'],
    field: 'Query.instantSettlement',
    document: documents.ReadSettlementStatement,
    variables: (call) => ({ ...statementVariables(call), id: fundingId(call) }),
    view: statementView,
    pick: ({ instantSettlement }) => instantSettlement?.statement ?? null,
  }),
  ...repaymentOperations,
  ...sandboxOperations,
  ...webhookOperations,
} as const satisfies Readonly<Record<string, OnBothApis>>;

export type OperationName = keyof typeof operations | KycOperationName;
