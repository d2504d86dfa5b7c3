import { LooseBlob } from '../blob/loose-blob.entity.ts';
import { Founding } from '../audit/founding.entity.ts';
import { StorageMarker } from '../blob/storage-marker.entity.ts';
import { Seal } from '../audit/seal.entity.ts';
import { SealedEvent } from '../audit/sealed-event.entity.ts';
import { Customer } from '../customer/customer.entity.ts';
import { Document } from '../document/document.entity.ts';
import { DocumentRequest } from '../document/document-request.entity.ts';
import { Event } from '../event/event.entity.ts';
import { UnsealedEvent } from '../event/unsealed-event.entity.ts';
import { KycRecord } from '../kyc/kyc.entity.ts';
import { ApiKey } from '../partner/api-key.entity.ts';
import { Partner } from '../partner/partner.entity.ts';
import { IdempotencyKey } from '../pipeline/idempotency.entity.ts';
import { Tally } from '../pipeline/tally.entity.ts';
import { SecretKey } from '../secret/secret-key.entity.ts';
import { InstantSettlement } from '../settlement/settlement.entity.ts';

/** Every table there is. */
export const entities = [
  Partner,
  ApiKey,
  KycRecord,
  Customer,
  Document,
  DocumentRequest,
  InstantSettlement,
  Event,
  UnsealedEvent,
  Seal,
  SealedEvent,
  Tally,
  IdempotencyKey,
  LooseBlob,
  StorageMarker,
  SecretKey,
  Founding,
];
