/**
 * The migrations of both kinds of database, in their order. They stand here too so that to see that none is pending, as at
 * most starts, loads neither them nor the ORM.
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
  '0019-operators',
];
