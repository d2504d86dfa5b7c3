import type { Role, Scope } from '../../src/kernel/caller.ts';
import { KYC_COUNTRIES } from './kyc-countries.ts';

/** The callers who may use an operation, and its entry points: root fields of GraphQL and rows of REST. */
export interface Permission {
  readonly roles: readonly Role[];
  readonly scope: Scope;
  /** Of an operator, if it is another one. */
  readonly operatorScope?: Scope;
  /** The scopes of the key that it makes, which its caller needs as well. */
  readonly grants?: readonly Scope[];
  readonly fields?: readonly string[];
  readonly rows?: readonly string[];
}

type Apis = Pick<Permission, 'fields' | 'rows'>;

const EVERYBODY: readonly Role[] = ['partner', 'operator'];
const reads = (roles: readonly Role[], apis: Apis = {}): Permission => ({ roles, scope: 'read', ...apis });
const administers = (apis: Apis = {}): Permission => ({ roles: ['operator'], scope: 'admin', ...apis });
const changes = (role: Role, apis: Apis = {}): Permission => ({ roles: [role], scope: 'write', ...apis });
/** What only a sandbox has. */
const plays = (apis: Apis): Permission => ({ roles: EVERYBODY, scope: 'write', ...apis });
const sends = (apis: Apis): Permission => ({
  roles: EVERYBODY,
  scope: 'write',
  operatorScope: 'admin',
  ...apis,
});

/**
 * Every operation and who may call it. The tests have this in one place: an operation, a root field or a row that is
 * missing here makes them fail.
 */
export const PERMISSIONS: Readonly<Record<string, Permission>> = {
  getViewer: reads(EVERYBODY, { fields: ['Query.viewer'] }),

  createPartner: { ...administers({ fields: ['Mutation.createPartner'] }), grants: ['read', 'write'] },
  updatePartner: administers({ fields: ['Mutation.updatePartner'] }),
  getPartner: reads(['operator'], { fields: ['Query.partner'] }),
  getVisiblePartner: reads(EVERYBODY),
  listPartners: reads(['operator'], { fields: ['Query.partners'] }),
  countPartners: reads(['operator']),
  createFirstPartner: { ...administers(), grants: ['read', 'write'] },

  getProviderSettings: reads(['operator'], { fields: ['Query.providerSettings'] }),
  updateProviderSettings: administers({ fields: ['Mutation.updateProviderSettings'] }),
  applyHolidays: { roles: ['operator'], scope: 'write' },
  closeBooks: changes('operator', { fields: ['Mutation.closeBooks'] }),

  hold: changes('operator', { fields: ['Mutation.hold'] }),
  liftHold: changes('operator', { fields: ['Mutation.liftHold'] }),
  getHold: reads(EVERYBODY),
  listHolds: reads(['operator'], { fields: ['Query.holds'] }),
  countHolds: reads(['operator']),
  listHoldsOf: reads(['operator']),

  createPolicy: changes('operator', { fields: ['Mutation.createPolicy'] }),
  updatePolicy: changes('operator', { fields: ['Mutation.updatePolicy'] }),
  shadowPolicy: changes('operator', { fields: ['Mutation.shadowPolicy'] }),
  publishPolicy: changes('operator', { fields: ['Mutation.publishPolicy'] }),
  retirePolicy: changes('operator', { fields: ['Mutation.retirePolicy'] }),
  getPolicy: reads(['operator'], { fields: ['Query.policy'] }),
  getVisiblePolicy: reads(EVERYBODY),
  listPolicies: reads(['operator'], { fields: ['Query.policies'] }),
  countPolicies: reads(['operator']),
  listPoliciesById: reads(['operator']),
  startPolicyTrial: changes('operator', { fields: ['Mutation.startPolicyTrial'] }),
  cancelPolicyTrial: changes('operator', { fields: ['Mutation.cancelPolicyTrial'] }),
  getPolicyTrial: reads(['operator'], { fields: ['Query.policyTrial'] }),
  listTrialsOfPolicies: reads(['operator']),
  listTrialCases: reads(['operator'], { fields: ['Query.policyTrialCases'] }),
  countTrialCases: reads(['operator']),
  findRunningTrial: reads(['operator']),
  claimPolicyTrial: { roles: ['operator'], scope: 'write' },
  evaluateTrialPage: reads(['operator']),
  recordTrialPage: { roles: ['operator'], scope: 'write' },
  failPolicyTrial: { roles: ['operator'], scope: 'write' },
  reapTrialCases: { roles: ['operator'], scope: 'write' },
  getAdvice: reads(['operator'], { fields: ['Query.policyAdvice'] }),

  approvePending: changes('operator', { fields: ['Mutation.approvePending'] }),
  refusePending: changes('operator', { fields: ['Mutation.refusePending'] }),
  getApproval: reads(EVERYBODY),
  getApprovalInput: reads(['operator']),
  listApprovals: reads(['operator'], { fields: ['Query.pendingApprovals', 'Query.approvals'] }),
  countApprovals: reads(['operator']),
  listPendingOf: reads(['operator']),
  lapseApprovals: { roles: ['operator'], scope: 'write' },

  confirmOperator: administers({ fields: ['Mutation.confirmOperator'] }),
  createOperator: administers({ fields: ['Mutation.createOperator'] }),
  getOperator: reads(EVERYBODY),
  listOperators: administers({ fields: ['Query.operators'] }),
  countOperators: administers(),
  updateOperator: administers({ fields: ['Mutation.updateOperator'] }),
  disableOperator: administers({ fields: ['Mutation.disableOperator'] }),
  mendOperator: administers(),
  listActorNames: reads(['operator']),

  signInByOidc: administers(),
  openSession: { roles: ['operator'], scope: 'read' },
  endSession: { roles: ['operator'], scope: 'read' },
  endMySessions: { roles: ['operator'], scope: 'read', fields: ['Mutation.endMySessions'] },

  beginExport: { roles: ['operator'], scope: 'read' },
  finishExport: { roles: ['operator'], scope: 'read' },
  breakOffExport: { roles: ['operator'], scope: 'read' },

  createApiKey: administers({ fields: ['Mutation.createApiKey'] }),
  rotateApiKey: administers({ fields: ['Mutation.rotateApiKey'] }),
  revokeApiKey: administers({ fields: ['Mutation.revokeApiKey'] }),
  mendApiKey: administers(),
  getApiKey: reads(EVERYBODY),
  listApiKeys: reads(['operator'], { fields: ['Query.apiKeys'] }),
  countApiKeys: reads(['operator']),

  createCustomer: changes('partner', {
    fields: ['Mutation.createCustomer'],
    rows: ['POST /v1/customers'],
  }),
  updateCustomer: changes('partner', {
    fields: ['Mutation.updateCustomer'],
    rows: ['PUT /v1/customers/{customer_id}'],
  }),
  getCustomer: reads(EVERYBODY, {
    fields: ['Query.customer', 'Query.node'],
    rows: ['GET /v1/customers/{customer_id}'],
  }),
  listCustomers: reads(EVERYBODY, { fields: ['Query.customers'], rows: ['GET /v1/customers'] }),
  listCustomersById: reads(EVERYBODY),
  listPartnersOfCustomers: reads(['operator']),
  countCustomers: reads(EVERYBODY),
  listCustomersByEmail: reads(['operator'], { fields: ['Query.customersByEmail'] }),
  countCustomersByEmail: reads(['operator']),
  listCustomersWithKycWarnings: reads(['operator']),
  countCustomersWithKycWarnings: reads(['operator']),

  getKyc: reads(EVERYBODY, {
    fields: ['Query.kyc'],
    rows: KYC_COUNTRIES.map(({ code }) => `GET /v1/kyc/${code}/{customer_id}`),
  }),
  updateKyc: changes('partner', {
    fields: KYC_COUNTRIES.map(({ prefix }) => `Mutation.update${prefix}Kyc`),
    rows: KYC_COUNTRIES.map(({ code }) => `PUT /v1/kyc/${code}/{customer_id}`),
  }),
  listKycOfCustomers: reads(EVERYBODY),
  countKycWarnings: changes('operator'),

  uploadDocuments: changes('partner', {
    fields: ['Mutation.uploadDocuments'],
    rows: ['POST /v1/kyc/documents/{customer_id}'],
  }),
  getDocument: reads(EVERYBODY, {
    fields: ['Query.document'],
    rows: ['GET /v1/kyc/documents/{customer_id}/{document_id}'],
  }),
  listDocuments: reads(EVERYBODY, { rows: ['GET /v1/kyc/documents/{customer_id}'] }),
  listDocumentsOfCustomers: reads(EVERYBODY),
  openDownload: reads(['operator']),
  requestDocument: changes('operator', { fields: ['Mutation.requestDocument'] }),
  listDocumentRequests: reads(EVERYBODY),

  createInstantSettlement: changes('partner', {
    fields: ['Mutation.createInstantSettlement'],
    rows: ['POST /v1/instant-settlements'],
  }),
  decideInstantSettlement: changes('partner', {
    fields: ['Mutation.acceptInstantSettlement', 'Mutation.rejectInstantSettlement'],
    rows: [
      'PUT /v1/instant-settlements/{funding_id}/decision',
      'POST /v1/instant-settlements/{funding_id}/decision',
      'PUT /v1/instant-settlement/{funding_id}/decision',
      'POST /v1/instant-settlement/{funding_id}/decision',
    ],
  }),
  approveInstantSettlement: changes('operator', { fields: ['Mutation.approveInstantSettlement'] }),
  denyInstantSettlement: changes('operator', { fields: ['Mutation.denyInstantSettlement'] }),
  withdrawInstantSettlement: changes('operator', { fields: ['Mutation.withdrawInstantSettlement'] }),
  disburseInstantSettlement: changes('operator', { fields: ['Mutation.disburseInstantSettlement'] }),
  revokeInstantSettlement: changes('operator', { fields: ['Mutation.revokeInstantSettlement'] }),
  repayInstantSettlement: changes('operator', { fields: ['Mutation.repayInstantSettlement'] }),
  reportRepayment: changes('partner', {
    fields: ['Mutation.reportRepayment'],
    rows: ['POST /v1/instant-settlements/{funding_id}/repayments'],
  }),
  cancelRepayment: changes('partner', {
    fields: ['Mutation.cancelRepayment'],
    rows: ['POST /v1/repayments/{repayment_id}/cancel'],
  }),
  recordRepayment: changes('operator', { fields: ['Mutation.recordRepayment'] }),
  confirmRepayment: changes('operator', { fields: ['Mutation.confirmRepayment'] }),
  declineRepayment: changes('operator', { fields: ['Mutation.declineRepayment'] }),
  reverseRepayment: changes('operator', { fields: ['Mutation.reverseRepayment'] }),
  recordRepayments: changes('operator', { fields: ['Mutation.recordRepayments'] }),
  importRepayments: changes('operator', { fields: ['Mutation.importRepayments'] }),
  getRepayment: reads(EVERYBODY, {
    fields: ['Query.repayment'],
    rows: ['GET /v1/repayments/{repayment_id}'],
  }),
  listRepayments: reads(EVERYBODY, {
    fields: ['Query.repayments'],
    rows: ['GET /v1/instant-settlements/{funding_id}/repayments'],
  }),
  countRepayments: reads(EVERYBODY),
  listRepaymentsOfSettlements: reads(EVERYBODY),
  listRepaymentsById: reads(EVERYBODY),
  countRepaymentsOfSettlements: reads(EVERYBODY),
  listSettlementsById: reads(EVERYBODY),
  waiveFee: changes('operator', { fields: ['Mutation.waiveFee'] }),
  writeOffInstantSettlement: changes('operator', { fields: ['Mutation.writeOffInstantSettlement'] }),
  refundExcess: changes('operator', { fields: ['Mutation.refundExcess'] }),
  extendInstantSettlement: changes('operator', { fields: ['Mutation.extendInstantSettlement'] }),
  returnDisbursement: changes('operator', { fields: ['Mutation.returnDisbursement'] }),
  correctDisbursement: changes('operator', { fields: ['Mutation.correctDisbursement'] }),
  undoEntry: changes('operator', { fields: ['Mutation.undoEntry'] }),
  listServicing: reads(EVERYBODY),
  listExtensionReasons: reads(['operator']),
  getInstantSettlement: reads(EVERYBODY, {
    fields: ['Query.instantSettlement'],
    rows: [
      'GET /v1/instant-settlements/{funding_id}',
      'GET /v1/customers/{customer_id}/instant-settlements/{funding_id}',
    ],
  }),
  listSettlementsByReference: reads(['operator'], { fields: ['Query.instantSettlementsByReference'] }),
  countSettlementsByReference: reads(['operator']),
  hashPayoutReferences: changes('operator'),
  listInstantSettlements: reads(EVERYBODY, {
    fields: ['Query.instantSettlements'],
    rows: ['GET /v1/instant-settlements', 'GET /v1/customers/{customer_id}/instant-settlements'],
  }),
  countInstantSettlements: reads(EVERYBODY),
  listSettlementsOfCustomers: reads(EVERYBODY),
  countSettlementsOfCustomers: reads(EVERYBODY),
  listExposureOfCustomers: reads(['operator']),
  addNote: changes('operator', { fields: ['Mutation.addNote'] }),
  listNotes: reads(['operator']),
  countNotes: reads(['operator']),

  assign: changes('operator', { fields: ['Mutation.assign'] }),
  listAssignments: reads(['operator']),

  snooze: changes('operator', { fields: ['Mutation.snooze'] }),
  wake: changes('operator', { fields: ['Mutation.wake'] }),
  listSnoozes: reads(['operator']),
  listServicingWaits: reads(['operator']),
  listWarningWaits: reads(['operator']),

  claimInstantSettlement: changes('operator', { fields: ['Mutation.claimInstantSettlement'] }),
  releaseInstantSettlement: changes('operator', { fields: ['Mutation.releaseInstantSettlement'] }),
  listSettlementClaims: reads(['operator']),
  listSettlementTotals: reads(['operator'], { fields: ['Query.settlementOverview'] }),
  listDecisionDays: reads(['operator']),
  listWaitingAges: reads(['operator']),
  readOutstanding: reads(['operator']),
  listOverdueSettlements: reads(['operator']),
  countOverdueSettlements: reads(['operator']),
  listSettlementsWithOldExcess: reads(['operator']),
  countSettlementsWithOldExcess: reads(['operator']),
  listReportedRepayments: reads(['operator']),
  countReportedRepayments: reads(['operator']),
  listJournal: reads(['operator'], { fields: ['Query.journal'] }),
  readSettlementStatement: reads(EVERYBODY, {
    rows: ['GET /v1/instant-settlements/{funding_id}/statement'],
  }),
  readStatement: reads(EVERYBODY, { fields: ['Query.statement'], rows: ['GET /v1/statement'] }),
  listSettlementMoves: reads(EVERYBODY, { fields: ['Query.instantSettlementMoves'] }),
  openWorkList: reads(['operator'], { fields: ['Query.workList'] }),
  listSettlementsToReview: reads(['operator']),
  countSettlementsToReview: reads(['operator']),
  listSettlementsToDisburse: reads(['operator']),
  countSettlementsToDisburse: reads(['operator']),
  listLapsingOffers: reads(['operator']),
  countLapsingOffers: reads(['operator']),
  listSettlementHistories: reads(EVERYBODY),
  listSettlementOutcomes: reads(EVERYBODY),
  listDecisionsOfSettlements: reads(['operator']),
  getDecision: reads(EVERYBODY),
  expireOffers: changes('operator'),
  noticeSettlements: changes('operator'),
  earnFees: changes('operator'),
  needsOpening: reads(['operator']),
  openSettlements: changes('operator'),
  closeSettlements: changes('operator'),

  createWebhookEndpoint: changes('partner', {
    fields: ['Mutation.createWebhookEndpoint'],
    rows: ['POST /v1/webhook-endpoints'],
  }),
  updateWebhookEndpoint: changes('partner', {
    fields: ['Mutation.updateWebhookEndpoint'],
    rows: ['PUT /v1/webhook-endpoints/{webhook_endpoint_id}'],
  }),
  deleteWebhookEndpoint: changes('partner', {
    fields: ['Mutation.deleteWebhookEndpoint'],
    rows: ['DELETE /v1/webhook-endpoints/{webhook_endpoint_id}'],
  }),
  rotateWebhookSecret: changes('partner', {
    fields: ['Mutation.rotateWebhookSecret'],
    rows: ['POST /v1/webhook-endpoints/{webhook_endpoint_id}/rotate-secret'],
  }),
  getWebhookEndpoint: reads(EVERYBODY, {
    fields: ['Query.webhookEndpoint'],
    rows: ['GET /v1/webhook-endpoints/{webhook_endpoint_id}'],
  }),
  listWebhookEndpoints: reads(EVERYBODY, {
    fields: ['Query.webhookEndpoints'],
    rows: ['GET /v1/webhook-endpoints'],
  }),
  countWebhookEndpoints: reads(EVERYBODY),
  disableWebhookEndpoint: administers({ fields: ['Mutation.disableWebhookEndpoint'] }),
  enableWebhookEndpoint: administers({ fields: ['Mutation.enableWebhookEndpoint'] }),
  testWebhookEndpoint: sends({
    fields: ['Mutation.testWebhookEndpoint'],
    rows: ['POST /v1/webhook-endpoints/{webhook_endpoint_id}/test'],
  }),
  replayWebhookEvents: sends({
    fields: ['Mutation.replayWebhookEvents'],
    rows: ['POST /v1/webhook-endpoints/{webhook_endpoint_id}/replay'],
  }),
  retryWebhookDelivery: sends({
    fields: ['Mutation.retryWebhookDelivery'],
    rows: ['POST /v1/webhook-deliveries/{webhook_delivery_id}/retry'],
  }),
  getWebhookDelivery: reads(EVERYBODY, {
    fields: ['Query.webhookDelivery'],
    rows: ['GET /v1/webhook-deliveries/{webhook_delivery_id}'],
  }),
  listWebhookDeliveries: reads(EVERYBODY, {
    rows: ['GET /v1/webhook-endpoints/{webhook_endpoint_id}/deliveries'],
  }),
  countWebhookDeliveries: reads(EVERYBODY),
  listDeliveriesOfEndpoints: reads(EVERYBODY),
  countDeliveriesOfEndpoints: reads(EVERYBODY),
  listAttemptsOfDeliveries: reads(EVERYBODY),
  getWebhookAttempt: reads(EVERYBODY),
  getWebhookReplay: reads(EVERYBODY),
  claimWebhookTest: changes('operator'),
  noteWebhookAttempts: changes('operator'),
  cancelWebhookDeliveries: changes('operator'),
  hasWebhookUpkeep: reads(['operator']),
  reapWebhookDeliveries: changes('operator'),
  releaseWebhookDeliveries: changes('operator'),
  replayNextPage: changes('operator'),

  getSandboxClock: reads(EVERYBODY, { fields: ['Query.sandboxClock'], rows: ['GET /v1/sandbox/clock'] }),
  moveSandboxClock: changes('operator'),
  advanceSandboxClock: plays({
    fields: ['Mutation.sandboxAdvanceClock'],
    rows: ['POST /v1/sandbox/clock'],
  }),
  simulateSettlementEvent: plays({
    fields: ['Mutation.sandboxSettlementEvent'],
    rows: ['POST /v1/sandbox/instant-settlements/{funding_id}/{event}'],
  }),
  simulateSales: plays({
    fields: ['Mutation.sandboxSales'],
    rows: ['POST /v1/sandbox/instant-settlements/{funding_id}/sales'],
  }),
  simulateKycEvent: plays({
    fields: ['Mutation.sandboxKyc'],
    rows: ['POST /v1/sandbox/kyc/{customer_id}/{event}'],
  }),
  simulateRepaymentEvent: plays({
    fields: ['Mutation.sandboxRepaymentEvent'],
    rows: ['POST /v1/sandbox/repayments/{repayment_id}/{event}'],
  }),
  sendSandboxWebhook: sends({
    fields: ['Mutation.sandboxSend'],
    rows: ['POST /v1/sandbox/webhook-endpoints/{webhook_endpoint_id}/send'],
  }),

  updateSandboxSettings: plays({
    fields: ['Mutation.sandboxUpdateSettings'],
    rows: ['PUT /v1/sandbox/settings'],
  }),
  createSandboxPartner: {
    ...plays({ fields: ['Mutation.sandboxCreatePartner'], rows: ['POST /v1/sandbox/partners'] }),
    grants: ['read', 'write'],
  },
  resetSandbox: plays({ fields: ['Mutation.sandboxReset'], rows: ['POST /v1/sandbox/reset'] }),
  expireSandboxPartners: changes('operator'),
  purgeSandbox: administers(),

  getEvent: reads(EVERYBODY),
  listEvents: reads(EVERYBODY, { fields: ['Query.events'] }),
  readEventFeed: reads(EVERYBODY, {
    fields: ['Query.eventFeed', 'Subscription.events'],
    rows: ['GET /v1/events'],
  }),
  readIdentityNumbers: reads(EVERYBODY),
  readScreeningResults: reads(EVERYBODY),
  readTransactions: reads(EVERYBODY),
  readDocuments: reads(EVERYBODY),
};

const named = (name: string) => (permission: Permission) =>
  permission.fields?.includes(name) === true || permission.rows?.includes(name) === true;

/** The permission that a root field (`Query.viewer`) or a row (`GET /v1/customers`) needs. */
export function permissionOf(name: string): Permission {
  const [permission, ...more] = Object.values(PERMISSIONS).filter(named(name));
  if (permission === undefined || more.length > 0)
    throw new Error(`test/support/permissions.ts must say once who may call ${name}.`);
  return permission;
}

/** Whether only operators may select a root field. */
export const isOperatorField = (name: string): boolean => !permissionOf(name).roles.includes('partner');
