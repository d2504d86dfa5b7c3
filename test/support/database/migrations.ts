/** Every migration in its order. A new migration gets its row here, and no test lists them again. */
export const MIGRATIONS = [
  '0001-baseline',
  '0002-servicing',
  '0003-decisions',
  '0004-two-people',
  '0005-sandbox',
  '0006-cases',
  '0007-policies',
  '0008-sandbox-partners',
  '0009-filters',
  '0010-sandbox-purge',
  '0011-snoozes',
  '0012-approvals',
  '0013-keys-of-people',
  '0014-trials',
  '0015-payout-references',
  '0016-reopened',
  '0017-names',
  '0018-first-events',
] as const;

export const LAST_MIGRATION = MIGRATIONS[MIGRATIONS.length - 1] ?? '';
