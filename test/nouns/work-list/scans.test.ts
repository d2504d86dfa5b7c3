import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  countSettlementsByReference,
  listSettlementsByReference,
} from '../../../src/nouns/settlement/list/settlements-by-reference.operations.ts';
import {
  countCustomersByEmail,
  listCustomersByEmail,
} from '../../../src/nouns/customer/customer-email.operations.ts';
import {
  listSettlementTotals,
  listWaitingAges,
} from '../../../src/nouns/work-list/settlement-overview.operations.ts';
import {
  countCustomersWithKycWarnings,
  listCustomersWithKycWarnings,
} from '../../../src/nouns/work-list/customer-queue.operations.ts';
import { countCustomers, listCustomers } from '../../../src/nouns/customer/customer.operations.ts';
import { commandLine } from '../../../src/kernel/caller.ts';
import { execute } from '../../../src/pipeline/execute.ts';
import { listExposureOfCustomers } from '../../../src/nouns/settlement/list/customer-exposure.operations.ts';
import {
  countInstantSettlements,
  listInstantSettlements,
} from '../../../src/nouns/settlement/list/settlement-list.operations.ts';
import {
  countLapsingOffers,
  countSettlementsToDisburse,
  countSettlementsToReview,
  listLapsingOffers,
  listSettlementsToDisburse,
  listSettlementsToReview,
} from '../../../src/nouns/work-list/settlement-queue.operations.ts';
import { openTestGateway, type TestGateway } from '../../support/gateway.ts';
import { planOf } from '../../support/database/plan-of.ts';
import { onPostgres } from '../../support/postgres/databases.ts';
import { proveSettlements } from '../../support/database/prove-rows.ts';
import { lengthen, makeMany } from './many.ts';

/** With fewer rows PostgreSQL would rather read all of them. */
const COUNT = 20_000;
/** Some of the offers have lapsed by then, and most have not. */
const NOW = new Date('2026-09-01T03:00:00Z');
const after = (queue: string) => ({ after: `${queue}.2026-02-14T12:30:00Z.fun_${'0'.repeat(26)}` });

let fixture: TestGateway;
let partnerId: string;
beforeAll(async () => {
  fixture = await openTestGateway({}, () => NOW);
  ({ partnerId } = await fixture.partner());
  const { writes } = fixture.gateway.database;
  await makeMany(writes, partnerId, COUNT);
  await proveSettlements(fixture);
  // PostgreSQL plans by statistics; installations on SQLite have none, so the test gives it none.
  if (onPostgres()) {
    for (const table of ['servicing', 'event'] as const) await lengthen(writes, table, COUNT);
    await sql`analyze`.execute(writes);
  }
});
afterAll(() => fixture.close());

const call = (input: unknown, owner_id: string | null = null) => ({
  caller: commandLine,
  requestId: 'test',
  ids: { owner_id, customer_id: null },
  input,
});
type Gateway = TestGateway['gateway'];
type Asked = (gateway: Gateway) => Promise<{ view: unknown }>;

/** Every query of an operator, on all partners and on one. */
const asked: readonly (readonly [name: string, ask: Asked])[] = [undefined, 'one'].flatMap((which) => {
  const of = (input: unknown) => call(input, which === undefined ? null : partnerId);
  const filters = [{}, { currency: 'HKD' }];
  const both = ['denied', 'approved', 'denied,funded', 'approved,denied'].flatMap((status) =>
    filters.map((filter) => ({ status, ...filter })),
  );
  const offers = [...filters, { until: '2026-09-20' }, { until: '2026-09-20', currency: 'HKD' }];
  const rows: (readonly [string, Asked])[] = [
    ...[...filters, after('review')].map((input): readonly [string, Asked] => [
      `listSettlementsToReview ${JSON.stringify(input)}`,
      (g) => execute(g, listSettlementsToReview, of(input)),
    ]),
    ...[...filters, after('disburse')].map((input): readonly [string, Asked] => [
      `listSettlementsToDisburse ${JSON.stringify(input)}`,
      (g) => execute(g, listSettlementsToDisburse, of(input)),
    ]),
    ...[
      { order: 'newest' },
      { order: 'largest', currency: 'HKD' },
      { currency: 'HKD', amount_min: 5, waiting_since: '2026-02-14' },
      { snoozed: false },
      { snoozed: true, late: true },
    ].flatMap((input): (readonly [string, Asked])[] => [
      [
        `listSettlementsToReview ${JSON.stringify(input)}`,
        (g) => execute(g, listSettlementsToReview, of(input)),
      ],
    ]),
    [
      'countSettlementsToReview of an age',
      (g) => execute(g, countSettlementsToReview, of({ waiting_since: '2026-02-14' })),
    ],
    [
      'countSettlementsToReview without snoozed ones',
      (g) => execute(g, countSettlementsToReview, of({ snoozed: false })),
    ],
    ...[...offers, { snoozed: false }, after('lapsing')].map((input): readonly [string, Asked] => [
      `listLapsingOffers ${JSON.stringify(input)}`,
      (g) => execute(g, listLapsingOffers, of(input)),
    ]),
    ...filters.flatMap((input): (readonly [string, Asked])[] => [
      [
        `countSettlementsToReview ${JSON.stringify(input)}`,
        (g) => execute(g, countSettlementsToReview, of(input)),
      ],
      [
        `countSettlementsToDisburse ${JSON.stringify(input)}`,
        (g) => execute(g, countSettlementsToDisburse, of(input)),
      ],
    ]),
    ...offers.map((input): readonly [string, Asked] => [
      `countLapsingOffers ${JSON.stringify(input)}`,
      (g) => execute(g, countLapsingOffers, of(input)),
    ]),
    ...[...filters, ...both].flatMap((input): (readonly [string, Asked])[] => [
      [
        `listInstantSettlements ${JSON.stringify(input)}`,
        (g) => execute(g, listInstantSettlements, of(input)),
      ],
      [
        `countInstantSettlements ${JSON.stringify(input)}`,
        (g) => execute(g, countInstantSettlements, of(input)),
      ],
    ]),
    ['listSettlementTotals', (g) => execute(g, listSettlementTotals, of({}))],
    ['listWaitingAges', (g) => execute(g, listWaitingAges, of({}))],
    [
      'listExposureOfCustomers',
      (g) => execute(g, listExposureOfCustomers, of({ customer_ids: ['cus_none'] })),
    ],
    ['listCustomersWithKycWarnings', (g) => execute(g, listCustomersWithKycWarnings, of({}))],
    [
      'listCustomersWithKycWarnings without snoozed ones',
      (g) => execute(g, listCustomersWithKycWarnings, of({ snoozed: false })),
    ],
    ['countCustomersWithKycWarnings', (g) => execute(g, countCustomersWithKycWarnings, of({}))],
    [
      'listCustomersByEmail',
      (g) => execute(g, listCustomersByEmail, of({ contact_email: 'tai.man@harbour.example' })),
    ],
    [
      'countCustomersByEmail',
      (g) => execute(g, countCustomersByEmail, of({ contact_email: 'tai.man@harbour.example' })),
    ],
    [
      'listSettlementsByReference',
      (g) => execute(g, listSettlementsByReference, of({ reference: 'FT 1', limit: 5 })),
    ],
    [
      'countSettlementsByReference',
      (g) => execute(g, countSettlementsByReference, of({ reference: 'FT 1' })),
    ],
    [
      'listCustomers by external id',
      // A small page, as for a larger one PostgreSQL scans a table that is so small.
      (g) => execute(g, listCustomers, of({ external_customer_id: 'many-1', limit: 5 })),
    ],
    [
      'countCustomers by external id',
      (g) => execute(g, countCustomers, of({ external_customer_id: 'many-1' })),
    ],
  ];
  return rows.map(([name, ask]) => [`${name} of ${which ?? 'all'}`, ask] as const);
});

test.each(asked)('%s scans no table', async (_name, ask) => {
  const { plan } = await planOf(fixture, ask);
  expect(plan.length).toBeGreaterThan(0);
  // There are few totals, partners and snoozes here, so PostgreSQL may scan them. The list of all settlements is the
  // primary key itself.
  const scan = onPostgres()
    ? /Seq Scan on (?!counter|partner|provider_settings|snooze)/
    : /SCAN (?:instant_settlement|customer|kyc_record|counter)(?! USING INDEX sqlite_autoindex)/;
  expect(plan.filter((line) => scan.test(line))).toEqual([]);
});
