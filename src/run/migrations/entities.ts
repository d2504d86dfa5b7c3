// `npm run schema` writes this list from every `*.entity.ts`. Only the ORM loads it.
import type { InferKyselyTable } from '@mikro-orm/sql';
import { OrphanBlob } from '../../engine/blob/orphan-blob.entity.ts';
import { StorageMarker } from '../../engine/blob/storage-marker.entity.ts';
import { ApiKey } from '../../nouns/api-key/api-key.entity.ts';
import { ApprovalSecret } from '../../nouns/approval/approval-secret.entity.ts';
import { Approval } from '../../nouns/approval/approval.entity.ts';
import { RecentAmount } from '../../nouns/approval/recent-amount.entity.ts';
import { Customer } from '../../nouns/customer/customer.entity.ts';
import { Decision } from '../../nouns/decision/decision.entity.ts';
import { CustomerPastRow } from '../../nouns/decision/facts/customer-past.entity.ts';
import { Document } from '../../nouns/document/document.entity.ts';
import { DocumentRequest } from '../../nouns/document/request/document-request.entity.ts';
import { Hold } from '../../nouns/hold/hold.entity.ts';
import { KycRecord } from '../../nouns/kyc/kyc.entity.ts';
import { LedgerEntry } from '../../nouns/ledger/ledger-entry.entity.ts';
import { Note } from '../../nouns/note/note.entity.ts';
import { Operator } from '../../nouns/operator/operator.entity.ts';
import { Partner } from '../../nouns/partner/partner.entity.ts';
import { PolicyVersion } from '../../nouns/policy/policy.entity.ts';
import { PolicyTrialCase } from '../../nouns/policy/trial-case.entity.ts';
import { PolicyTrial } from '../../nouns/policy/trial.entity.ts';
import { ProviderSettings } from '../../nouns/provider/provider-settings.entity.ts';
import { Repayment } from '../../nouns/repayment/repayment.entity.ts';
import { SandboxClock } from '../../nouns/sandbox/clock/sandbox-clock.entity.ts';
import { GatewayKind } from '../../nouns/sandbox/gateway-kind.entity.ts';
import { SandboxPartner } from '../../nouns/sandbox/own-partner/sandbox-partner.entity.ts';
import { ConsoleSession } from '../../nouns/session/console-session.entity.ts';
import { Servicing } from '../../nouns/settlement/servicing/servicing.entity.ts';
import { InstantSettlement } from '../../nouns/settlement/settlement.entity.ts';
import { WebhookAttempt } from '../../nouns/webhook/delivery/attempt.entity.ts';
import { WebhookDelivery } from '../../nouns/webhook/delivery/delivery.entity.ts';
import { WebhookEndpoint } from '../../nouns/webhook/endpoint/endpoint.entity.ts';
import { WebhookReplay } from '../../nouns/webhook/replay/replay.entity.ts';
import { Assignment } from '../../nouns/work-list/assignment.entity.ts';
import { SettlementClaim } from '../../nouns/work-list/settlement-claim.entity.ts';
import { Snooze } from '../../nouns/work-list/snooze.entity.ts';
import { IdempotencyKey } from '../../pipeline/idempotency/idempotency.entity.ts';
import { GatewayProcess } from '../../pipeline/limits/gateway-process.entity.ts';
import { Counter } from '../../pipeline/rows/counter.entity.ts';
import { SecretKey } from '../../run/encryption/secret-key.entity.ts';
import { ChainEnd } from '../../trail/checkpoint/chain-end.entity.ts';
import { Checkpoint } from '../../trail/checkpoint/checkpoint.entity.ts';
import { FeedMark } from '../../trail/positions/feed-mark.entity.ts';
import { FeedEntry } from '../../trail/positions/feed.entity.ts';
import { HeldEvent } from '../../trail/positions/held-event.entity.ts';
import { Event } from '../../trail/record/event.entity.ts';

export const entities = [
  OrphanBlob,
  StorageMarker,
  ApiKey,
  ApprovalSecret,
  Approval,
  RecentAmount,
  Customer,
  Decision,
  CustomerPastRow,
  Document,
  DocumentRequest,
  Hold,
  KycRecord,
  LedgerEntry,
  Note,
  Operator,
  Partner,
  PolicyVersion,
  PolicyTrialCase,
  PolicyTrial,
  ProviderSettings,
  Repayment,
  SandboxClock,
  GatewayKind,
  SandboxPartner,
  ConsoleSession,
  Servicing,
  InstantSettlement,
  WebhookAttempt,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookReplay,
  Assignment,
  SettlementClaim,
  Snooze,
  IdempotencyKey,
  GatewayProcess,
  Counter,
  SecretKey,
  ChainEnd,
  Checkpoint,
  FeedMark,
  FeedEntry,
  HeldEvent,
  Event,
];

declare module '../../engine/sql/tables.ts' {
  interface Tables {
    orphan_blob: InferKyselyTable<typeof OrphanBlob>;
    storage_marker: InferKyselyTable<typeof StorageMarker>;
    api_key: InferKyselyTable<typeof ApiKey>;
    approval_secret: InferKyselyTable<typeof ApprovalSecret>;
    approval: InferKyselyTable<typeof Approval>;
    recent_amount: InferKyselyTable<typeof RecentAmount>;
    customer: InferKyselyTable<typeof Customer>;
    decision: InferKyselyTable<typeof Decision>;
    customer_past: InferKyselyTable<typeof CustomerPastRow>;
    document: InferKyselyTable<typeof Document>;
    document_request: InferKyselyTable<typeof DocumentRequest>;
    hold: InferKyselyTable<typeof Hold>;
    kyc_record: InferKyselyTable<typeof KycRecord>;
    ledger_entry: InferKyselyTable<typeof LedgerEntry>;
    note: InferKyselyTable<typeof Note>;
    operator: InferKyselyTable<typeof Operator>;
    partner: InferKyselyTable<typeof Partner>;
    policy: InferKyselyTable<typeof PolicyVersion>;
    policy_trial_case: InferKyselyTable<typeof PolicyTrialCase>;
    policy_trial: InferKyselyTable<typeof PolicyTrial>;
    provider_settings: InferKyselyTable<typeof ProviderSettings>;
    repayment: InferKyselyTable<typeof Repayment>;
    sandbox_clock: InferKyselyTable<typeof SandboxClock>;
    gateway_kind: InferKyselyTable<typeof GatewayKind>;
    sandbox_partner: InferKyselyTable<typeof SandboxPartner>;
    console_session: InferKyselyTable<typeof ConsoleSession>;
    servicing: InferKyselyTable<typeof Servicing>;
    instant_settlement: InferKyselyTable<typeof InstantSettlement>;
    webhook_attempt: InferKyselyTable<typeof WebhookAttempt>;
    webhook_delivery: InferKyselyTable<typeof WebhookDelivery>;
    webhook_endpoint: InferKyselyTable<typeof WebhookEndpoint>;
    webhook_replay: InferKyselyTable<typeof WebhookReplay>;
    assignment: InferKyselyTable<typeof Assignment>;
    settlement_claim: InferKyselyTable<typeof SettlementClaim>;
    snooze: InferKyselyTable<typeof Snooze>;
    idempotency_key: InferKyselyTable<typeof IdempotencyKey>;
    gateway_process: InferKyselyTable<typeof GatewayProcess>;
    counter: InferKyselyTable<typeof Counter>;
    secret_key: InferKyselyTable<typeof SecretKey>;
    chain_end: InferKyselyTable<typeof ChainEnd>;
    checkpoint: InferKyselyTable<typeof Checkpoint>;
    feed_mark: InferKyselyTable<typeof FeedMark>;
    feed: InferKyselyTable<typeof FeedEntry>;
    held_event: InferKyselyTable<typeof HeldEvent>;
    event: InferKyselyTable<typeof Event>;
  }
}
