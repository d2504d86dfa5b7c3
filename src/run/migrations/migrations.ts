import { readFileSync } from 'node:fs';
import { COUNTER_SUMS } from '../../pipeline/rows/counter.ts';
import type { Migration, OwnTables } from '../../engine/sql/migration.ts';

/** In the order in which they are applied. */
export const migrations: readonly Migration[] = [
  fromFiles('0001-baseline'),
  fromFiles('0002-servicing'),
  fromFiles('0003-decisions'),
  fromFiles('0004-two-people'),
  fromFiles('0005-sandbox'),
  fromFiles('0006-cases'),
  fromFiles('0007-policies'),
  fromFiles('0008-sandbox-partners'),
  fromFiles('0009-filters'),
  fromFiles('0010-sandbox-purge'),
  fromFiles('0011-snoozes'),
  fromFiles('0012-approvals'),
  fromFiles('0013-keys-of-people'),
  fromFiles('0014-trials'),
  fromFiles('0015-payout-references'),
  fromFiles('0016-reopened'),
  fromFiles('0017-names'),
  fromFiles('0018-first-events'),
];

/** The tables of this version. */
export const TABLES: OwnTables = {
  migrations,
  sums: COUNTER_SUMS,
  raced: new Set([
    // The next number of one subject.
    'event_subject_sequence',
    // The kept responses to requests with one idempotency key.
    'idempotency_key_pkey',
    // The first sign-in of one person.
    'operator_oidc_subject_unique',
  ]),
  entities: async () => (await import('./entities.ts')).entities,
};

/** After each statement of a file; no statement has an empty line. A database keeps a trigger without its semicolon. */
const BETWEEN = /;\n(?:\n|$)/;

function fromFiles(name: string): Migration {
  return {
    name,
    statements: (kind) =>
      readFileSync(new URL(`${kind}/${name}.sql`, import.meta.url), 'utf8')
        .split(BETWEEN)
        .filter((statement) => statement !== ''),
  };
}
