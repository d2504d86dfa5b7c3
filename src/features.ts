import type { GraphQLSchema } from 'graphql';
import { definePartner, partnerNode } from './nouns/partner/partner.graphql.ts';
import { defineOperator, operatorNode } from './nouns/operator/operator.graphql.ts';
import { apiKeyNode, defineApiKey } from './nouns/api-key/api-key.graphql.ts';
import { defineCreatePartner } from './nouns/api-key/create-partner.graphql.ts';
import { defineViewer } from './nouns/api-key/viewer/viewer.graphql.ts';
import { defineKyc, kycNode } from './nouns/kyc/kyc.graphql.ts';
import { kycRoutes } from './nouns/kyc/kyc.rest.ts';
import { defineDocument, documentNode } from './nouns/document/document.graphql.ts';
import { defineDocumentRequest } from './nouns/document/document-request.graphql.ts';
import { defineUpload } from './nouns/document/upload/upload.graphql.ts';
import { documentRoutes } from './nouns/document/document.rest.ts';
import { customerNode, defineCustomer } from './nouns/customer/customer.graphql.ts';
import { customerRoutes } from './nouns/customer/customer.rest.ts';
import { defineSession } from './nouns/session/session.graphql.ts';
import { defineProvider } from './nouns/provider/provider.graphql.ts';
import { defineHold, holdNode } from './nouns/hold/hold.graphql.ts';
import { defineHoldsOf } from './nouns/settlement/edges/settlement-holds.graphql.ts';
import { definePolicy, policyNode } from './nouns/policy/policy.graphql.ts';
import { defineExposure } from './nouns/settlement/list/customer-exposure.graphql.ts';
import { defineServicing } from './nouns/settlement/edges/servicing.graphql.ts';
import { defineSettlement, settlementNode } from './nouns/settlement/edges/settlement.graphql.ts';
import { defineHistory } from './nouns/settlement/history/settlement-history.graphql.ts';
import { decisionNode, defineDecisions } from './nouns/settlement/history/settlement-decisions.graphql.ts';
import { defineTrials } from './nouns/settlement/history/policy-trial.graphql.ts';
import { defineUnderwriting } from './nouns/settlement/underwriting/underwriting.graphql.ts';
import { settlementRoutes } from './nouns/settlement/edges/settlement.rest.ts';
import { defineJournal } from './nouns/statement/journal.graphql.ts';
import { defineNotes } from './nouns/note/note.graphql.ts';
import { defineStatement } from './nouns/statement/statement.graphql.ts';
import { statementRoutes } from './nouns/statement/statement.rest.ts';
import { defineRepayment, repaymentNode } from './nouns/repayment/edges/repayment.graphql.ts';
import { defineRepaymentBulk } from './nouns/repayment/edges/repayment-bulk.graphql.ts';
import { defineRepaymentChanges } from './nouns/repayment/edges/repayment-changes.graphql.ts';
import { repaymentRoutes } from './nouns/repayment/edges/repayment.rest.ts';
import { approvalNode, defineApproval } from './nouns/two-people/approval.graphql.ts';
import { definePendingOf } from './nouns/two-people/pending-of.graphql.ts';
import { defineAssignments } from './nouns/work-list/assignment.graphql.ts';
import { defineSnoozes } from './nouns/work-list/snooze.graphql.ts';
import { defineDueTimes } from './nouns/work-list/due-times.graphql.ts';
import { defineSandboxClock } from './nouns/sandbox/clock/sandbox-clock.graphql.ts';
import { definePlays } from './nouns/sandbox/play/play.graphql.ts';
import { defineOwnPartner } from './nouns/sandbox/own-partner/own-partner.graphql.ts';
import { defineExamples } from './nouns/sandbox/send/send-example.graphql.ts';
import { sandboxRoutes } from './nouns/sandbox/sandbox.rest.ts';
import { defineClaims } from './nouns/work-list/settlement-claim.graphql.ts';
import { defineOverview } from './nouns/work-list/settlement-overview.graphql.ts';
import { defineWorkList } from './nouns/work-list/work-list.graphql.ts';
import { defineEventFeed } from './nouns/event/feed/event-feed.graphql.ts';
import { defineEvent, eventNode } from './nouns/event/event.graphql.ts';
import { eventRoutes } from './nouns/event/feed/event-feed.rest.ts';
import { defineWebhook, webhookNodes } from './nouns/webhook/webhook.graphql.ts';
import { webhookRoutes } from './nouns/webhook/webhook.rest.ts';
import { createBuilder } from './pipeline/graphql-kit/builder.ts';
import { addEnums } from './pipeline/graphql-kit/enum.ts';
import { defineNode } from './pipeline/graphql-kit/node.ts';
import { guardOperatorFields } from './pipeline/graphql-kit/operator-only.ts';
import { describeFields } from './pipeline/graphql-kit/shown-by.ts';
import { defineNodeQuery } from './api/graphql/node-query.ts';
import type { Route } from './pipeline/rest-kit/route.ts';

/**
 * The list of features: what each noun shows in REST and in GraphQL. The APIs themselves know no noun. The tables have
 * a separate list, `run/migrations/entities.ts`, because only the ORM loads them.
 */

/** Every row of the REST API except the OpenAPI document itself. */
export const routes: readonly Route[] = [
  ...customerRoutes,
  ...kycRoutes,
  ...documentRoutes,
  ...settlementRoutes,
  ...repaymentRoutes,
  ...statementRoutes,
  ...eventRoutes,
  ...webhookRoutes,
];

/** The rows of a gateway of a kind. */
export const routesOf = ({ sandbox }: { readonly sandbox: boolean }): readonly Route[] =>
  sandbox ? [...routes, ...sandboxRoutes] : routes;

let made: GraphQLSchema | null = null;

/**
 * The whole schema. It is the same for every gateway of a process, and making it takes as long as opening the rest of a
 * gateway. So it is made once, and nothing may change it.
 */
export const gatewaySchema = (): GraphQLSchema => (made ??= createSchema());

/** The description of the schema in introspection. Pothos cannot set one. */
const DESCRIPTION =
  'Customers, KYC, documents and instant-settlement funding, for partners and the provider’s operators. The gateway ' +
  'serves a guide at /docs/partner-graphql.';

/** How `node(id)` finds each kind of record. */
const NODE_FINDERS = [
  partnerNode,
  operatorNode,
  apiKeyNode,
  customerNode,
  kycNode,
  documentNode,
  settlementNode,
  policyNode,
  decisionNode,
  repaymentNode,
  holdNode,
  approvalNode,
  eventNode,
  ...webhookNodes,
];

/** Each noun adds its types and fields. */
function createSchema(): GraphQLSchema {
  const builder = createBuilder();
  addEnums(builder);
  defineNode(builder);
  const { createInput, updateInput } = definePartner(builder);
  defineOperator(builder);
  defineApiKey(builder);
  defineCreatePartner(builder, createInput);
  defineViewer(builder);
  defineSession(builder);
  defineKyc(builder);
  defineDocument(builder);
  defineUpload(builder);
  defineDocumentRequest(builder);
  const customers = defineCustomer(builder);
  const settlements = defineSettlement(builder);
  defineServicing(builder);
  defineProvider(builder);
  defineHold(builder);
  defineHoldsOf(builder);
  defineExposure(builder);
  definePolicy(builder);
  defineUnderwriting(builder);
  defineDecisions(builder);
  defineTrials(builder);
  defineHistory(builder);
  const repayments = defineRepayment(builder);
  defineRepaymentChanges(builder);
  defineRepaymentBulk(builder);
  defineApproval(builder);
  definePendingOf(builder);
  defineStatement(builder);
  defineJournal(builder);
  defineNotes(builder);
  defineAssignments(builder);
  defineSnoozes(builder);
  defineDueTimes(builder);
  defineClaims(builder);
  defineOverview(builder);
  defineWorkList(builder, { customers, settlements, repayments });
  defineEvent(builder);
  defineEventFeed(builder);
  defineSandboxClock(builder);
  definePlays(builder);
  defineOwnPartner(builder, updateInput);
  defineWebhook(builder);
  defineExamples(builder);
  defineNodeQuery(builder, NODE_FINDERS);
  // Not sorted here, because sorting makes every type again; printing sorts.
  const schema = builder.toSchema({ sortSchema: false });
  schema.description = DESCRIPTION;
  return guardOperatorFields(describeFields(schema));
}
