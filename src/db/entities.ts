// `npm run schema` writes this list from every `*.entity.ts`. Only the ORM loads it.
import { ApiKey } from '../api-key/api-key.entity.ts';
import { Checkpoint } from '../audit/checkpoint.entity.ts';
import { CheckpointedEvent } from '../audit/checkpointed-event.entity.ts';
import { OrphanBlob } from '../blob/orphan-blob.entity.ts';
import { StorageMarker } from '../blob/storage-marker.entity.ts';
import { Customer } from '../customer/customer.entity.ts';
import { Document } from '../document/document.entity.ts';
import { DocumentRequest } from '../document/request/document-request.entity.ts';
import { SecretKey } from '../encryption/secret-key.entity.ts';
import { GatewayProcess } from '../http/limits/gateway-process.entity.ts';
import { CheckpointQueueEntry } from '../journal/checkpoint-queue.entity.ts';
import { Event } from '../journal/event.entity.ts';
import { FeedEntry } from '../journal/feed.entity.ts';
import { KycRecord } from '../kyc/kyc.entity.ts';
import { Operator } from '../operator/operator.entity.ts';
import { Partner } from '../partner/partner.entity.ts';
import { IdempotencyKey } from '../pipeline/idempotency/idempotency.entity.ts';
import { Counter } from '../pipeline/rows/counter.entity.ts';
import { ConsoleSession } from '../session/console-session.entity.ts';
import { InstantSettlement } from '../settlement/settlement.entity.ts';
import { WebhookAttempt } from '../webhook/delivery/attempt.entity.ts';
import { WebhookDelivery } from '../webhook/delivery/delivery.entity.ts';
import { WebhookEndpoint } from '../webhook/endpoint/endpoint.entity.ts';
import { WebhookReplay } from '../webhook/replay/replay.entity.ts';
import { SettlementClaim } from '../work-list/settlement-claim.entity.ts';

export const entities = [
  ApiKey,
  Checkpoint,
  CheckpointedEvent,
  OrphanBlob,
  StorageMarker,
  Customer,
  Document,
  DocumentRequest,
  SecretKey,
  GatewayProcess,
  CheckpointQueueEntry,
  Event,
  FeedEntry,
  KycRecord,
  Operator,
  Partner,
  IdempotencyKey,
  Counter,
  ConsoleSession,
  InstantSettlement,
  WebhookAttempt,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookReplay,
  SettlementClaim,
];
