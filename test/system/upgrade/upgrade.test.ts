import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../../src/pipeline/database.ts';
import { emptyEngine } from '../../support/database/engines.ts';

/** The last migration of the version before. */
const BEFORE = '0010-event-lists';
const AT = '2026-01-01T00:00:00Z';

const KEYS = [
  ['full', 'operator', 'read,write', null],
  ['turned', 'operator', 'write,read', null],
  ['writer', 'operator', 'write', null],
  ['reader', 'operator', 'read', null],
  ['revoked', 'operator', 'read,write', AT],
  ['partner', 'partner', 'read,write', null],
] as const;

/** Id, type, subject, sequence, and whether it is under a checkpoint, waits for one, or was not written by the gateway. */
const EVENTS = [
  ['evt_2', 'customer.created', 'customer/cus_1', 1, 'checkpoint'],
  ['evt_3', 'kyc.created', 'kyc/cus_1', 1, 'checkpoint'],
  // Its transaction began before that of the event that it follows.
  ['evt_1', 'customer.updated', 'customer/cus_1', 2, 'checkpoint'],
  ['evt_4', 'kyc.document_read', 'kyc/cus_1', 2, 'checkpoint'],
  ['evt_5', 'key.created', 'key/full', 1, 'checkpoint'],
  ['evt_6', 'customer.updated', 'customer/cus_1', 3, 'stray'],
  ['evt_8', 'customer.created', 'customer/cus_2', 1, 'waiting'],
  ['evt_7', 'customer.updated', 'customer/cus_2', 2, 'waiting'],
] as const;

async function insertEvents(run: (statement: string) => Promise<unknown>): Promise<void> {
  for (const [id, type, subject, sequence, is] of EVENTS) {
    await run(`insert into event (id, type, subject, sequence, partner_id, actor, request_id, created_at, data)
      values ('${id}', '${type}', '${subject}', ${sequence}, 'par_1', 'cli', 'r', '${AT}', '{}')`);
    if (is === 'checkpoint') await run(`insert into sealed_event values ('${id}', 1, 'hash')`);
    if (is === 'waiting') await run(`insert into unsealed_event values ('${id}', 'key', 'mark', 0)`);
  }
}

let engine: Awaited<ReturnType<typeof emptyEngine>>;
let database: Database;
beforeAll(async () => {
  engine = await emptyEngine();
  const orm = await engine.engine.orm();
  await orm.migrator.up({ to: BEFORE });
  const run = (statement: string) => orm.em.getConnection().execute(statement);
  await run(`insert into partner (id, name, review, auto_accept, account_rates, pricing, currencies, offer_valid_days,
    created_at, updated_at) values ('par_1', 'Acme', 'auto', false, 'required', '{"default":0.1,"bands":[]}', 'HKD', 30,
    '${AT}', '${AT}')`);
  for (const [id, role, scopes, revoked] of KEYS) {
    await run(`insert into api_key (id, partner_id, name, role, scopes, prefix, hash, created_at, revoked_at)
      values ('${id}', 'par_1', 'key', '${role}', '${scopes}', 'fgk_', '${id}', '${AT}',
      ${revoked === null ? 'null' : `'${revoked}'`})`);
  }
  await run(`insert into kyc_record (customer_id, partner_id, country, status, supporting_documents, created_at,
    updated_at) values ('cus_1', 'par_1', 'HK', 'complete', '{}', '${AT}', '${AT}')`);
  await run(`insert into customer (id, partner_id, external_customer_id, contact_email, contact_name, contact_phone,
    contact_country, company_name, company_country, company_sector, created_at, updated_at)
    values ('cus_1', 'par_1', 'e', 'e', 'n', 'p', 'HK', 'c', 'HK', 's', '${AT}', '${AT}')`);
  for (const status of ['submitted', 'approved', 'accepted', 'funded']) {
    await run(`insert into instant_settlement (id, partner_id, customer_id, currency, amount, settlement_period,
      interest_rate, transactions, status, created_at, updated_at) values ('${status}', 'par_1', 'cus_1', 'HKD', 1, 1,
      0.1, 'sealed', '${status}', '${AT}', '${AT}')`);
  }
  await insertEvents(run);
  await orm.close();
  database = await engine.engine.open();
});
afterAll(async () => {
  await database.close();
  await engine[Symbol.asyncDispose]();
});

test('operators’ keys with every scope gain the scope admin, and no other key does', async () => {
  const keys = await database.reads.selectFrom('api_key').select(['id', 'scopes']).execute();
  expect(Object.fromEntries(keys.map(({ id, scopes }) => [id, scopes]))).toEqual({
    full: 'read,write,admin',
    turned: 'read,write,admin',
    writer: 'write',
    reader: 'read',
    revoked: 'read,write',
    partner: 'read,write',
  });
});

test('existing offers count as approved on the present revision of the KYC', async () => {
  const { revision } = await database.reads
    .selectFrom('kyc_record')
    .select('revision')
    .executeTakeFirstOrThrow();
  const rows = await database.reads
    .selectFrom('instant_settlement')
    .select(['id', 'approved_kyc_revision', 'kyc_changed'])
    .execute();
  const approvedOn = Object.fromEntries(rows.map((row) => [row.id, row.approved_kyc_revision]));
  expect(revision).toBe(1);
  expect(approvedOn).toEqual({ submitted: null, approved: 1, accepted: 1, funded: null });
  expect(rows.map(({ kyc_changed }) => kyc_changed)).toEqual([0, 0, 0, 0]);
});

test('partners have no limits', async () => {
  const { rows } = await sql`select auto_limit from partner`.execute(database.reads);
  expect(rows).toEqual([{ auto_limit: '[]' }]);
});

test('events under checkpoints get positions, each subject in the order of its numbers, and no other event', async () => {
  const feed = await database.reads.selectFrom('feed').selectAll().orderBy('position').execute();
  expect(feed.map(({ position, event_id, partner_id }) => [position, event_id, partner_id])).toEqual([
    [1, 'evt_2', 'par_1'],
    [2, 'evt_1', 'par_1'],
    [3, 'evt_3', 'par_1'],
    [4, 'evt_4', 'par_1/read'],
    [5, 'evt_5', null],
  ]);
});

test('events that wait are numbered in that order, and later ones follow', async () => {
  const next = { event_id: 'evt_9', key: null, mark: null, refused: 1 };
  await database.writes.insertInto('unsealed_event').values(next).execute();
  const rows = await database.reads.selectFrom('unsealed_event').selectAll().orderBy('number').execute();
  expect(rows.map(({ number, event_id, mark }) => [number, event_id, mark])).toEqual([
    [1, 'evt_8', 'mark'],
    [2, 'evt_7', 'mark'],
    [3, 'evt_9', null],
  ]);
});
