import * as documents from '../../nouns/sandbox/documents.ts';
import { type Call, inputOf, onBothApis } from './on-both-apis.ts';
import { newPartnerView, partnerView, repaymentView, settlementView, webhookTestView } from './views.ts';

/** `write-off` as a member of the enum. */
const eventOf = ({ ids }: Call) => ids?.['event']?.replaceAll('-', '_').toUpperCase();

/** Enums are written in capitals. */
const settingsOf = (call: Call) => {
  const review = call.input?.['review'];
  const input = Object(inputOf(call));
  return { input: { ...input, ...(typeof review === 'string' && { review: review.toUpperCase() }) } };
};

/** `funding.overdue` as a member of the enum. */
const typeOf = ({ input }: Call) => {
  const type = input?.['type'];
  return typeof type === 'string' ? type.replace('.', '_').toUpperCase() : type;
};

/** The operations that partners have in a sandbox, as both APIs have them. */
export const sandboxOperations = {
  getSandboxClock: onBothApis({
    rows: ['GET /v1/sandbox/clock'],
    field: 'Query.sandboxClock',
    document: documents.GetSandboxClock,
    variables: () => ({}),
    view: (json) => json,
    pick: ({ sandboxClock }) => ({ now: sandboxClock?.now, ahead_seconds: sandboxClock?.aheadSeconds }),
  }),
  advanceSandboxClock: onBothApis({
    rows: ['POST /v1/sandbox/clock'],
    field: 'Mutation.sandboxAdvanceClock',
    document: documents.AdvanceSandboxClock,
    variables: (call) => ({ input: inputOf(call) }),
    view: ({ counts, events }) => ({ counts, events }),
    pick: ({ sandboxAdvanceClock: advanced }) => ({
      counts: advanced?.counts,
      events: advanced?.events,
    }),
  }),
  simulateSettlementEvent: onBothApis({
    rows: ['POST /v1/sandbox/instant-settlements/{funding_id}/{event}'],
    field: 'Mutation.sandboxSettlementEvent',
    document: documents.PlaySettlement,
    variables: (call) => ({ id: call.ids?.['funding_id'], event: eventOf(call), input: inputOf(call) }),
    view: settlementView,
    pick: ({ sandboxSettlementEvent }) => sandboxSettlementEvent,
  }),
  simulateSales: onBothApis({
    rows: ['POST /v1/sandbox/instant-settlements/{funding_id}/sales'],
    field: 'Mutation.sandboxSales',
    document: documents.PlaySales,
    variables: (call) => ({ id: call.ids?.['funding_id'], input: inputOf(call) }),
    view: ({ funding_id, repayment, ...sales }) => ({
      ...sales,
      id: funding_id,
      repayment: repayment && repaymentView(repayment),
    }),
    pick: ({ sandboxSales }) => {
      if (sandboxSales === null || sandboxSales === undefined) return null;
      const { fundingId, ...sales } = sandboxSales;
      return { ...sales, id: fundingId };
    },
  }),
  simulateKycEvent: onBothApis({
    rows: ['POST /v1/sandbox/kyc/{customer_id}/{event}'],
    field: 'Mutation.sandboxKyc',
    document: documents.PlayKyc,
    variables: (call) => ({
      customerId: call.ids?.['customer_id'],
      event: eventOf(call),
      input: inputOf(call),
    }),
    view: ({ customer_id, status }) => ({ customerId: customer_id, status }),
    pick: ({ sandboxKyc }) => ({ ...sandboxKyc, status: sandboxKyc?.status.toLowerCase() }),
  }),
  simulateRepaymentEvent: onBothApis({
    rows: ['POST /v1/sandbox/repayments/{repayment_id}/{event}'],
    field: 'Mutation.sandboxRepaymentEvent',
    document: documents.PlayRepayment,
    variables: (call) => ({ id: call.ids?.['repayment_id'], event: eventOf(call), input: inputOf(call) }),
    view: repaymentView,
    pick: ({ sandboxRepaymentEvent }) => sandboxRepaymentEvent,
  }),
  updateSandboxSettings: onBothApis({
    rows: ['PUT /v1/sandbox/settings'],
    field: 'Mutation.sandboxUpdateSettings',
    document: documents.UpdateSandboxSettings,
    variables: settingsOf,
    view: partnerView,
    pick: ({ sandboxUpdateSettings }) => sandboxUpdateSettings,
  }),
  createSandboxPartner: onBothApis({
    rows: ['POST /v1/sandbox/partners'],
    field: 'Mutation.sandboxCreatePartner',
    document: documents.CreateSandboxPartner,
    variables: settingsOf,
    view: newPartnerView,
    pick: ({ sandboxCreatePartner: made }) =>
      made && { partner: made.partner, isShown: made.key.apiKey !== null, key: made.key.key },
  }),
  resetSandbox: onBothApis({
    rows: ['POST /v1/sandbox/reset'],
    field: 'Mutation.sandboxReset',
    document: documents.ResetSandbox,
    variables: () => ({}),
    view: ({ partner, former_partner_id }) => ({
      partner: partnerView(partner),
      formerPartnerId: former_partner_id,
    }),
    pick: ({ sandboxReset }) => sandboxReset,
  }),
  sendSandboxWebhook: onBothApis({
    rows: ['POST /v1/sandbox/webhook-endpoints/{webhook_endpoint_id}/send'],
    field: 'Mutation.sandboxSend',
    document: documents.SendExample,
    variables: (call) => ({ id: call.ids?.['webhook_endpoint_id'], type: typeOf(call) }),
    view: webhookTestView,
    pick: ({ sandboxSend }) => sandboxSend,
  }),
};
