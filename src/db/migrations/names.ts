/**
 * The names of the migrations of both databases, in their order. They are listed apart from the migrations, so that a
 * start without pending ones, which is the usual case, loads neither the migrations nor the ORM.
 */
export const migrationNames: readonly string[] = [
  '0001-initial',
  '0002-sealed-documents',
  '0003-key-life',
  '0004-event-seals',
  '0005-underwriting',
  '0006-settlement-lanes',
  '0007-secret-keys',
  '0008-document-requests',
  '0009-kyc-warnings',
  '0010-event-lists',
  '0011-storage-marker',
  '0012-admin-scope',
  '0013-kyc-revision',
  '0014-auto-limit',
  '0015-row-macs',
  '0016-input-rules',
  '0017-feed',
  '0018-webhooks',
  '0019-operators',
  '0020-gateway-processes',
  '0021-own-details',
  '0023-traces',
  '0024-customer-email',
  '0025-fewer-indexes',
  '0026-queue-indexes',
  '0027-external-totals',
  '0028-partner-references',
  '0029-lists-by-partner',
];
