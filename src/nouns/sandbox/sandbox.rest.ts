import { operationRoute } from '../../pipeline/rest-kit/operation-route.ts';
import type { Route } from '../../pipeline/rest-kit/route.ts';
import { RepaymentView } from '../repayment/repayment.present.ts';
import { InstantSettlementView } from '../settlement/settlement.present.ts';
import { WebhookTestView } from '../webhook/webhook-test.present.ts';
import { advanceSandboxClock, getSandboxClock } from './clock/sandbox-clock.operations.ts';
import { AdvancedClockView, SandboxClockView } from './clock/sandbox-clock.present.ts';
import { KYC_PLAYS, simulateKycEvent } from './play/kyc-play.operations.ts';
import {
  REPAYMENT_PLAYS,
  simulateRepaymentEvent,
  simulateSales,
  simulateSettlementEvent,
} from './play/play.operations.ts';
import { SimulatedKycView, SimulatedSalesView } from './play/play.present.ts';
import { SETTLEMENT_PLAYS } from './play/settlement-plays.ts';
import {
  createSandboxPartner,
  resetSandbox,
  updateSandboxSettings,
} from './own-partner/own-partner.operations.ts';
import { NewSandboxPartnerView, ResetView, SandboxPartnerView } from './own-partner/own-partner.present.ts';
import { sendSandboxWebhook } from './send/send-example.operations.ts';

const tag = 'Sandbox';
const ofCaller = { owner_id: null } as const;

/** The rows that only a sandbox has. */
export const sandboxRoutes: readonly Route[] = [
  operationRoute({
    method: 'GET',
    path: '/v1/sandbox/clock',
    summary: 'Retrieve your clock',
    tag,
    operation: getSandboxClock,
    ids: ofCaller,
    response: SandboxClockView,
  }),
  operationRoute({
    method: 'POST',
    path: '/v1/sandbox/clock',
    summary: 'Move your clock forward, and do what falls due meanwhile',
    tag,
    operation: advanceSandboxClock,
    ids: ofCaller,
    response: AdvancedClockView,
  }),
  operationRoute({
    method: 'POST',
    path: '/v1/sandbox/instant-settlements/{funding_id}/sales',
    summary: 'Pay a settlement back by a share of the sales of a day',
    tag,
    operation: simulateSales,
    response: SimulatedSalesView,
    errors: ['funding_status_invalid', 'limit_reached'],
  }),
  operationRoute({
    method: 'POST',
    path: '/v1/sandbox/instant-settlements/{funding_id}/{event}',
    summary: `Do what others do with a settlement: ${Object.keys(SETTLEMENT_PLAYS).join(', ')}`,
    tag,
    operation: simulateSettlementEvent,
    mayBeBodiless: true,
    response: InstantSettlementView,
    errors: [
      'funding_status_invalid',
      'balance_insufficient',
      'kyc_incomplete',
      'kyc_changed',
      'limit_reached',
    ],
  }),
  operationRoute({
    method: 'POST',
    path: '/v1/sandbox/kyc/{customer_id}/{event}',
    summary: `Do what others do with a KYC record: ${Object.keys(KYC_PLAYS).join(', ')}`,
    tag,
    operation: simulateKycEvent,
    mayBeBodiless: true,
    response: SimulatedKycView,
  }),
  operationRoute({
    method: 'POST',
    path: '/v1/sandbox/repayments/{repayment_id}/{event}',
    summary: `Do what others do with a repayment: ${Object.keys(REPAYMENT_PLAYS).join(', ')}`,
    tag,
    operation: simulateRepaymentEvent,
    mayBeBodiless: true,
    response: RepaymentView,
    errors: ['repayment_status_invalid', 'repayment_duplicate'],
  }),
  operationRoute({
    method: 'PUT',
    path: '/v1/sandbox/settings',
    summary: 'Change your settings',
    tag,
    operation: updateSandboxSettings,
    ids: ofCaller,
    response: SandboxPartnerView,
  }),
  operationRoute({
    method: 'POST',
    path: '/v1/sandbox/partners',
    summary: 'Make another partner with a key; both end after 24 hours',
    tag,
    operation: createSandboxPartner,
    ids: ofCaller,
    mayBeBodiless: true,
    response: NewSandboxPartnerView,
    respond: ({ partner, key: { key_id, api_key, scopes, expires_at } }) => ({
      partner,
      key: { key_id, api_key, scopes, expires_at },
    }),
    errors: ['limit_reached'],
  }),
  operationRoute({
    method: 'POST',
    path: '/v1/sandbox/reset',
    summary: 'Begin anew: a new, empty partner gets your keys and settings',
    tag,
    operation: resetSandbox,
    ids: ofCaller,
    response: ResetView,
    errors: ['conflict'],
  }),
  operationRoute({
    method: 'POST',
    path: '/v1/sandbox/webhook-endpoints/{webhook_endpoint_id}/send',
    summary: 'Send an example of an event to a webhook endpoint now, once',
    tag,
    operation: sendSandboxWebhook,
    response: WebhookTestView,
  }),
];
