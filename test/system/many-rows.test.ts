import { mkdtempSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import {
  countSettlementsByReference,
  listSettlementsByReference,
} from '../../src/nouns/settlement/list/settlements-by-reference.operations.ts';
import {
  countCustomersByEmail,
  listCustomersByEmail,
} from '../../src/nouns/customer/customer-email.operations.ts';
import { countCustomers, listCustomers } from '../../src/nouns/customer/customer.operations.ts';
import { listEvents, readEventFeed } from '../../src/nouns/event/event.operations.ts';
import { type Caller, commandLine } from '../../src/kernel/caller.ts';
import { goesThroughManyRows } from '../../src/engine/sql/many-rows.ts';
import { execute } from '../../src/pipeline/execute.ts';
import { listExposureOfCustomers } from '../../src/nouns/settlement/list/customer-exposure.operations.ts';
import {
  countInstantSettlements,
  countSettlementsOfCustomers,
  listInstantSettlements,
  listSettlementsOfCustomers,
} from '../../src/nouns/settlement/list/settlement-list.operations.ts';
import { listDeliveriesOfEndpoints } from '../../src/nouns/webhook/delivery/delivery.operations.ts';
import {
  listDecisionDays,
  listSettlementTotals,
  listWaitingAges,
} from '../../src/nouns/work-list/settlement-overview.operations.ts';
import { proveSettlements } from '../support/database/prove-rows.ts';
import { withReads } from '../support/database/with-reads.ts';
import { customerBody, openTestGateway, type TestGateway } from '../support/gateway.ts';

declare module 'node:sqlite' {
  interface StatementSync {
    /** Missing in the types of Node. */
    stat(counter: 'vmStep'): number;
  }
}

/** Rows of each kind that one partner has. */
const ROWS = 30_000;
/** Steps of SQLite's machine: a read of 10,000 skipped rows takes fewer, one of all rows takes more. */
const STEPS_MAX = 60_000;

let folder: string;
let fixture: TestGateway;
let caller: Caller;
let customerId: string;
let file: DatabaseSync;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fundgate-many-rows-'));
  fixture = await openTestGateway({ DATABASE_URL: `sqlite:${join(folder, 'gateway.db')}` });
  const partner = await fixture.partner();
  const { json } = await partner.rest('POST', '/v1/customers', customerBody());
  customerId = json.customer_id;
  await multiply(partner.partnerId);
  await proveSettlements(fixture);
  file = new DatabaseSync(join(folder, 'gateway.db'), { readOnly: true });
  caller = { ...commandLine, actor: 'key_1', role: 'partner', partnerId: partner.partnerId, keyId: 'key_1' };
});
afterAll(async () => {
  file.close();
  await fixture.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Copies of a customer, and as many events, deliveries and settlements, all alike. */
async function multiply(partnerId: string) {
  const db = fixture.gateway.database.writes;
  const series = sql`with recursive series(n) as (select 1 union all select n + 1 from series where n < ${ROWS})`;
  const id = (prefix: string) => sql.raw(`'${prefix}_' || printf('%026d', n)`);
  const at = '2026-02-01T00:00:00Z';
  await sql`${series} insert into customer
    select ${id('cus')}, partner_id, external_customer_id, contact_email, contact_name, contact_phone, contact_country,
      company_name, company_country, company_sector, ${at}, ${at}, company_name_folded
    from series, customer where id = ${customerId}`.execute(db);
  await sql`${series}
    insert into event (number, id, type, subject, sequence, partner_id, actor, request_id, created_at, data, key, mac)
    select n + 10, ${id('evt')}, 'customer.updated', ${`customer/${customerId}`}, n + 1, ${partnerId}, 'key_1', 'r', ${at},
      '{}', '', '' from series`.execute(db);
  // As a version made them whose events were not beside their customers.
  await sql`${series}
    insert into event (number, id, type, subject, sequence, partner_id, actor, request_id, created_at, data, key, mac)
    select n + 10 + ${ROWS}, 'evt_1' || printf('%025d', n), 'customer.created', 'customer/cus_' || printf('%026d', n), 1,
      ${partnerId}, 'key_1', 'r', ${at}, '{}', '', '' from series`.execute(db);
  await sql`${series} insert into feed select n + 10, n + 10, ${partnerId}, 'customer.updated',
    ${`customer/${customerId}`} from series`.execute(db);
  await sql`${series} insert into instant_settlement (id, partner_id, customer_id, currency, amount, settlement_period,
      interest_rate, transactions, status, created_at, updated_at, mac)
    select ${id('fun')}, ${partnerId}, ${customerId}, 'HKD', 1, 1, 0, '',
      case n % 2 when 0 then 'denied' else 'submitted' end, ${at}, ${at}, '' from series`.execute(db);
  await sql`${series} insert into webhook_delivery (id, endpoint_id, partner_id, event_id, event_type, position,
      order_key, status, attempts, step, created_at)
    select ${id('whd')}, 'whe_1', ${partnerId}, ${id('evt')}, 'customer.updated', n, ${id('evt')}, 'failed', 0, 0, ${at}
    from series`.execute(db);
}

type Ask = (gateway: TestGateway['gateway']) => Promise<unknown>;

const LIST = { owner_id: null, customer_id: null };
const by = (asking: Caller, input: object) => ({ caller: asking, requestId: 'test', ids: LIST, input });
/** A partner's page, and the count of the list. */
const customers = (input: object, page: object = {}): Ask[] => [
  (g) => execute(g, listCustomers, by(caller, { ...input, ...page })),
  (g) => execute(g, countCustomers, by(caller, input)),
];
const settlements = (input: object, page: object = {}): Ask[] => [
  (g) => execute(g, listInstantSettlements, by(caller, { ...input, ...page })),
  (g) => execute(g, countInstantSettlements, by(caller, input)),
];
const ofCustomer = (input: object): Ask[] => [
  (g) => execute(g, listSettlementsOfCustomers, by(caller, { ...input, customer_ids: [customerId] })),
  (g) => execute(g, countSettlementsOfCustomers, by(caller, { ...input, customer_ids: [customerId] })),
  ...settlements({ ...input, customer_id: customerId }),
];
const events = (input: object): Ask[] => [
  (g) => execute(g, listEvents, by(caller, input)),
  (g) => execute(g, listEvents, by(commandLine, input)),
];
const deliveries =
  (input: object): Ask =>
  (g) =>
    execute(g, listDeliveriesOfEndpoints, by(caller, { ...input, webhook_endpoint_ids: ['whe_1'] }));
const email = { contact_email: 'tai.man@harbour.example' };
const period = { created_from: '1970-01-01', created_until: '2026-12-31' };

test.each<[string, () => readonly Ask[]]>([
  ['customers', () => customers({})],
  [
    'customers far from the newest',
    () => [9_999, 10_001, 29_900].flatMap((offset) => customers({}, { offset })),
  ],
  ['customers by name', () => ['h', 'Harbour', 'Z'].flatMap((company_name) => customers({ company_name }))],
  ['customers of an external id', () => customers({ external_customer_id: 'ext-1' })],
  ['of it by name', () => customers({ external_customer_id: 'ext-1', company_name: 'Z' })],
  [
    'customers by e-mail address',
    () => [
      (g) => execute(g, listCustomersByEmail, by(commandLine, email)),
      (g) => execute(g, countCustomersByEmail, by(commandLine, email)),
    ],
  ],
  [
    'settlements by the reference of their payout',
    () => [
      (g) => execute(g, listSettlementsByReference, by(commandLine, { reference: 'FT 1' })),
      (g) => execute(g, countSettlementsByReference, by(commandLine, { reference: 'FT 1' })),
    ],
  ],
  ['events', () => events({})],
  [
    'events of a type',
    () =>
      ['customer.updated', 'customer.created', 'kyc.updated'].flatMap((type) => events({ types: [type] })),
  ],
  ['events of a subject', () => events({ subject: `customer/${customerId}` })],
  ['of it of a type', () => events({ subject: `customer/${customerId}`, types: ['kyc.updated'] })],
  ['events of an actor', () => ['key_1', 'clock', 'operator'].flatMap((actor) => events({ actor }))],
  ['of it of a type', () => events({ actor: 'key_1', types: ['kyc.updated'] })],
  ['of it of a subject', () => events({ actor: 'key_2', subject: `customer/${customerId}` })],
  [
    'the feed of a type',
    () => [(g) => execute(g, readEventFeed, by(caller, { types: ['customer.created'] }))],
  ],
  ['settlements', () => settlements({})],
  ['settlements by status', () => settlements({ status: 'submitted' })],
  ['settlements by statuses', () => settlements({ status: 'denied,repaid', currency: 'HKD' })],
  ['of them far from the newest', () => settlements({ status: 'denied,submitted' }, { offset: 14_000 })],
  [
    'settlements of a period',
    () => [period, { ...period, status: 'denied' }].flatMap((all) => settlements(all)),
  ],
  ['settlements of a customer', () => ofCustomer({})],
  [
    'of it far from the newest',
    () => [
      (g) =>
        execute(g, listSettlementsOfCustomers, by(caller, { offset: 29_900, customer_ids: [customerId] })),
    ],
  ],
  ['of it by status', () => [{ status: 'repaid' }, { currency: 'JPY' }].flatMap(ofCustomer)],
  ['of it of a period', () => ofCustomer(period)],
  [
    'the exposure of a customer',
    () => [(g) => execute(g, listExposureOfCustomers, by(commandLine, { customer_ids: [customerId] }))],
  ],
  ['deliveries', () => [deliveries({}), deliveries({ status: 'succeeded' })]],
  [
    'deliveries far from the newest',
    () => [deliveries({ offset: 29_900 }), deliveries({ offset: 29_900, status: 'failed' })],
  ],
  ['deliveries by status and type', () => [deliveries({ status: 'failed', event_type: 'kyc.updated' })]],
  [
    'the overview',
    () => [
      (g) => execute(g, listSettlementTotals, by(commandLine, {})),
      (g) => execute(g, listDecisionDays, by(commandLine, {})),
      (g) => execute(g, listWaitingAges, by(commandLine, {})),
    ],
  ],
])('%s: a statement goes through few rows, or says that it may go through many', async (_what, asked) => {
  const { gateway } = fixture;
  const { reads } = gateway.database;
  const run = vi.spyOn(reads.getExecutor(), 'executeQuery');
  for (const ask of asked()) await ask({ ...gateway, database: withReads(gateway.database, reads) });
  const statements = run.mock.calls.map(([statement]) => statement);
  run.mockRestore();
  expect(statements.length).toBeGreaterThan(0);
  const ordinary = statements.filter((statement) => !goesThroughManyRows(statement.sql));
  const steps = ordinary.map((statement) => ({ sql: statement.sql, steps: stepsOf(statement) }));
  expect(steps.filter((each) => each.steps > STEPS_MAX)).toEqual([]);
});

/** How many steps SQLite takes for a statement. */
function stepsOf({ sql: text, parameters }: CompiledQuery): number {
  const statement = file.prepare(text);
  statement.all(...parameters.map((value) => z.union([z.string(), z.number(), z.null()]).parse(value)));
  return statement.stat('vmStep');
}
