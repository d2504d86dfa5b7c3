import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { newTables } from '../../../src/engine/sql/new-tables.ts';
import { TABLES } from '../../../src/run/migrations/migrations.ts';
import type { Rows } from '../database/rows.ts';
import { checkAlways } from './rows.ts';

type Row = Readonly<Record<string, unknown>>;
type Inserted = readonly (readonly [table: string, row: Row])[];

/** The columns that must have a value, and have none by themselves. */
const NEEDED = `select name, type from pragma_table_info(?) where "notnull" = 1 and dflt_value is null`;

/** Tables with these rows only, which no other table need explain. */
function tablesWith(rows: Inserted): Rows {
  const database = new Database(':memory:');
  database.exec(newTables('sqlite', TABLES.migrations).join(';'));
  database.pragma('foreign_keys = off');
  for (const [table, row] of rows) {
    const needed = database.prepare<unknown[], { name: string; type: string }>(NEEDED).all(table);
    const whole = {
      ...Object.fromEntries(needed.map(({ name, type }) => [name, type === 'text' ? '' : 0])),
      ...row,
    };
    const names = Object.keys(whole);
    database
      .prepare(`insert into ${table} (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`)
      .run(...Object.values(whole));
  }
  return {
    kind: 'sqlite',
    all: async (sql, ...values) => database.prepare<unknown[], Row>(sql).all(...values),
    version: async () => 1,
    [Symbol.asyncDispose]: async () => void database.close(),
  };
}

async function wrongsOf(rows: Inserted): Promise<string[]> {
  const wrongs: string[] = [];
  await using tables = tablesWith(rows);
  await checkAlways(
    { books: { wrong: (line: string) => void wrongs.push(line.replace(/:.*/s, '')) } },
    tables,
  );
  return wrongs;
}

const entry = (id: string, amount: number, balance: number): Inserted[number] => [
  'ledger_entry',
  {
    id,
    settlement_id: 'inst_1',
    amount,
    balance,
    recorded_at: id,
    legs: JSON.stringify([{ amount }, { amount: -amount }]),
  },
];
const owed = (principal_outstanding: number): Inserted[number] => [
  'servicing',
  { id: 'inst_1', principal_outstanding },
];
const event = (number: number, row: Row): Inserted[number] => [
  'event',
  { number, id: `evt_${number}`, subject: 'funding/inst_1', sequence: number, ...row },
];
const fed = (position: number, event_number: number): Inserted[number] => [
  'feed',
  { position, event_number },
];
const DEMANDED = event(1, { type: 'provider.updated', subject: 'provider' });
const SENT = event(2, { type: 'funding.disbursed' });
const approval = (maker: string, checker: string | null): Inserted[number] => [
  'approval',
  { id: 'appr_1', settlement_id: 'inst_1', status: 'approved', maker, checker },
];

/** The least that each check calls wrong. */
const WRONG: Readonly<Record<string, Inserted>> = {
  'the legs of an entry do not sum to zero': [
    ['ledger_entry', { id: 'le_1', legs: JSON.stringify([{ amount: 5 }, { amount: -4 }]) }],
  ],
  'a balance is not the sum of its entries': [owed(9), entry('le_1', 5, 9)],
  'a last balance is not what is owed': [owed(9), entry('le_1', 5, 9), entry('le_2', 4, 5)],
  'a position of the feed is missing': [event(1, {}), fed(2, 1)],
  'the feed has events of one subject in another order': [event(1, {}), event(2, {}), fed(2, 1), fed(1, 2)],
  'a status is not that of its events': [
    ['instant_settlement', { id: 'inst_1', status: 'submitted' }],
    event(1, { type: 'funding.approved' }),
  ],
  'one person made and approved a change': [approval('opr_1', 'opr_1')],
  'money was sent without a second person': [DEMANDED, SENT],
};

const RIGHT: readonly Inserted[] = [
  [owed(9), entry('le_1', 5, 5), entry('le_2', 4, 9)],
  [event(1, {}), event(2, {}), fed(1, 1), fed(2, 2)],
  [DEMANDED, SENT, approval('opr_1', 'opr_2')],
  // Two people were not demanded yet.
  [event(1, { type: 'funding.disbursed' }), event(2, { type: 'provider.updated', subject: 'provider' })],
];

describe('a check of the tables', () => {
  it.for(Object.entries(WRONG))('sees it if %s', async ([what, rows]) => {
    expect(await wrongsOf(rows)).toEqual([what]);
  });

  it.for(RIGHT)('says nothing of what is right', async (rows) => {
    expect(await wrongsOf(rows)).toEqual([]);
  });
});
