import { AutoLimit } from '../auto-limit.ts';
import { AdminScope } from '../admin-scope.ts';
import { KycRevision } from '../kyc-revision.ts';
import { CustomerEmail } from '../customer-email.ts';
import { DocumentRequests } from './document-requests.ts';
import { KycWarnings } from '../kyc-warnings.ts';
import { EventLists } from '../event-lists.ts';
import { InputRules } from '../input-rules.ts';
import { EventSeals } from './event-seals.ts';
import { Feed } from './feed.ts';
import { SettlementLanes } from '../settlement-lanes.ts';
import { GatewayProcesses } from './gateway-processes.ts';
import { Initial } from './initial.ts';
import { SealedDocuments } from './sealed-documents.ts';
import { KeyLife } from './key-life.ts';
import { Underwriting } from './underwriting.ts';
import { Operators } from './operators.ts';
import { OwnDetails } from '../own-details.ts';
import { RowMacs } from './row-macs.ts';
import { SecretKeys } from './secret-keys.ts';
import { Webhooks } from './webhooks.ts';
import { StorageMarker } from './storage-marker.ts';

/** In the order in which they are applied. The names are stored in existing databases, so they never change. */
export const sqliteMigrations = [
  { name: '0001-initial', class: Initial },
  { name: '0002-sealed-documents', class: SealedDocuments },
  { name: '0003-key-life', class: KeyLife },
  { name: '0004-event-seals', class: EventSeals },
  { name: '0005-underwriting', class: Underwriting },
  { name: '0006-settlement-lanes', class: SettlementLanes },
  { name: '0007-secret-keys', class: SecretKeys },
  { name: '0008-document-requests', class: DocumentRequests },
  { name: '0009-kyc-warnings', class: KycWarnings },
  { name: '0010-event-lists', class: EventLists },
  { name: '0011-storage-marker', class: StorageMarker },
  { name: '0012-admin-scope', class: AdminScope },
  { name: '0013-kyc-revision', class: KycRevision },
  { name: '0014-auto-limit', class: AutoLimit },
  { name: '0015-row-macs', class: RowMacs },
  { name: '0016-input-rules', class: InputRules },
  { name: '0017-feed', class: Feed },
  { name: '0018-webhooks', class: Webhooks },
  { name: '0019-operators', class: Operators },
  { name: '0020-gateway-processes', class: GatewayProcesses },
  { name: '0021-own-details', class: OwnDetails },
  { name: '0024-customer-email', class: CustomerEmail },
];
