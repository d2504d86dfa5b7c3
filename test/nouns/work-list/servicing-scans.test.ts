import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commandLine } from '../../../src/kernel/caller.ts';
import {
  countInstantSettlements,
  listInstantSettlements,
} from '../../../src/nouns/settlement/list/settlement-list.operations.ts';
import { listJournal } from '../../../src/nouns/statement/journal.operations.ts';
import { readOutstanding } from '../../../src/nouns/work-list/servicing-overview.operations.ts';
import { execute } from '../../../src/pipeline/execute.ts';
import { planOf } from '../../support/database/plan-of.ts';
import { openTestGateway, type TestGateway } from '../../support/gateway.ts';
import { onPostgres } from '../../support/postgres/databases.ts';
import { lengthen } from './many.ts';

/** With fewer rows PostgreSQL would rather read all of them. */
const COUNT = 20_000;

let fixture: TestGateway;
let partnerId: string;
beforeAll(async () => {
  fixture = await openTestGateway();
  ({ partnerId } = await fixture.partner());
  const { writes } = fixture.gateway.database;
  // PostgreSQL plans by statistics; installations on SQLite have none, so the test gives it none.
  if (!onPostgres()) return;
  for (const table of ['servicing', 'ledger_entry'] as const) await lengthen(writes, table, COUNT);
  await sql`update servicing set closed_on = '2026-01-01'`.execute(writes);
  await sql`insert into counter (name, shard, total) select 'par_' || n || '/customers', 0, 1 from generate_series(1, ${COUNT}::int) n`.execute(
    writes,
  );
  await sql`analyze`.execute(writes);
});
afterAll(() => fixture.close());

type Ask = (gateway: TestGateway['gateway'], owner_id: string | null) => Promise<{ view: unknown }>;
const call = (owner_id: string | null, input: unknown) => ({
  caller: commandLine,
  requestId: 'test',
  ids: { owner_id, customer_id: null },
  input,
});
const journal =
  (input: object): Ask =>
  (gateway, owner) =>
    execute(gateway, listJournal, call(owner, input));
const SETTLED = { servicing_state: ['settled'] };

/** The index that serves each query: of all partners, and of one. */
const asked: readonly (readonly [name: string, ask: Ask, all: string, one: string])[] = [
  ['waivers of the journal', journal({ kind: 'waiver' }), 'ledger_entry_rare_kind', 'ledger_entry_rare_kind'],
  [
    'refunds of the journal in a currency',
    journal({ kind: 'refund', currency: 'HKD' }),
    'ledger_entry_rare_kind',
    'ledger_entry_rare_kind',
  ],
  ...['excess_payable', 'recovery', 'opening_balance', 'fee_waived'].map(
    (account) =>
      [
        `entries of ${account}`,
        journal({ account }),
        `ledger_entry_${account}`,
        `ledger_entry_${account}`,
      ] as const,
  ),
  [
    'settled settlements',
    (gateway, owner) => execute(gateway, listInstantSettlements, call(owner, SETTLED)),
    'servicing_settled',
    'servicing_partner_settled',
  ],
  [
    'how many settlements are settled',
    (gateway, owner) => execute(gateway, countInstantSettlements, call(owner, SETTLED)),
    'servicing_settled',
    'servicing_partner_settled',
  ],
];

test.each(asked)('%s are found by an index, of all partners and of one', async (_name, ask, all, one) => {
  for (const [owner, index] of [
    [null, all],
    [partnerId, one],
  ] as const) {
    const { plan } = await planOf(fixture, (gateway) => ask(gateway, owner));
    const text = plan.join('\n');
    expect(text).toMatch(new RegExp(`(?:INDEX|using) ${index}\\b`));
    expect(text).not.toMatch(/Seq Scan on (?:servicing|ledger_entry)/);
    expect(text).not.toMatch(/SCAN (?:servicing|ledger_entry|instant_settlement)(?! USING)/);
  }
});

test('outstanding amounts by age are read from two ranges of counters, and from no settlement', async () => {
  const { plan } = await planOf(fixture, (gateway) => execute(gateway, readOutstanding, call(null, {})));
  const reads = plan.filter((line) =>
    /^(?:SEARCH|SCAN) |(?:Seq|Index|Index Only|Bitmap Heap) Scan /.test(line),
  );
  expect(reads.length).toBeGreaterThan(1);
  for (const line of reads)
    expect(line).toMatch(
      /SEARCH counter USING (?:PRIMARY KEY|INDEX \w+) \(name>\? AND name<\?\)|using counter_pkey on counter|Bitmap Heap Scan on counter\b/,
    );
});
