import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listEvents } from '../../../src/nouns/event/event.operations.ts';
import type { Caller } from '../../../src/kernel/caller.ts';
import type { Tables } from '../../../src/engine/sql/tables.ts';
import { execute } from '../../../src/pipeline/execute.ts';
import { openTestGateway, type TestGateway } from '../../support/gateway.ts';
import { planOf, watchStatements } from '../../support/database/plan-of.ts';
import { withReads } from '../../support/database/with-reads.ts';

const EVENTS = 20_000;
const PARTNERS = 10;
const TYPES = ['kyc.updated', 'kyc.created', 'customer.created', 'funding.submitted', 'kyc.identity_read'];

const typeOf = (n: number) => TYPES[Math.floor(n / PARTNERS) % TYPES.length] ?? '';
const placeOf = (n: number) => String(n).padStart(25, '0');
const idOf = (n: number) => `evt_${placeOf(n)}1`;

/** Whether an event has its id beside that of a customer. Events of earlier versions, here each third, have not. */
const isBeside = (n: number) => /[a-z]+\.created/.test(typeOf(n)) && Math.floor(n / PARTNERS) % 3 !== 0;
const customerOf = (n: number) => `cus_${placeOf(n)}0`;
const nounOf = (n: number) => typeOf(n).slice(0, typeOf(n).indexOf('.'));

let fixture: TestGateway;
beforeAll(async () => {
  fixture = await openTestGateway();
  await fixture.partner();
  await multiply(fixture.gateway.database.writes);
});
afterAll(() => fixture.close());

/**
 * Inserts many events of ten partners, with as many subjects and actors and four types, which takes less time than
 * causing each.
 */
async function multiply(db: Kysely<Tables>): Promise<void> {
  const like = await db.selectFrom('partner').selectAll().executeTakeFirstOrThrow();
  const partners = Array.from({ length: PARTNERS }, (_, n) => ({ ...like, id: `par_${n}` }));
  await db.insertInto('partner').values(partners).execute();
  for (let start = 0; start < EVENTS; start += 1_000) {
    const rows = Array.from({ length: 1_000 }, (_, offset) => {
      const n = start + offset;
      return {
        id: idOf(n),
        type: typeOf(n),
        subject: isBeside(n) ? `${nounOf(n)}/${customerOf(n)}` : `kyc/cus_${n % 997}`,
        sequence: isBeside(n) ? 1 : n,
        // What operators read stands beside what a partner sees.
        partner_id: `par_${n % PARTNERS}${Math.floor(n / 10) % 5 === 4 ? '/read' : ''}`,
        actor: `key_${n % 13}`,
        request_id: 'plans',
        created_at: '2026-01-01T00:00:00Z',
        data: '{}',
        key: '',
        mac: '',
      };
    });
    await db.insertInto('event').values(rows).execute();
    await db
      .insertInto('customer')
      .values(customersOf(start, start + 1_000))
      .execute();
  }
  if (fixture.gateway.database.rowLocks) await sql`analyze event, customer`.execute(db);
}

/** The customers of the events beside them. */
const customersOf = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, offset) => from + offset)
    .filter(isBeside)
    .map((n) => ({
      id: customerOf(n),
      partner_id: `par_${n % PARTNERS}`,
      external_customer_id: '',
      contact_email: '',
      contact_name: '',
      contact_phone: '',
      contact_country: '',
      company_name: '',
      company_country: '',
      company_sector: '',
      created_at: '',
      updated_at: '',
    }));

const partner: Caller = {
  actor: 'key_1',
  role: 'partner',
  scopes: new Set(['read']),
  partnerId: 'par_3',
  keyId: 'key_1',
  operatorId: null,
  sessionHash: null,
  v1Members: 'all',
};
const operator: Caller = { ...partner, role: 'operator', partnerId: null };

const middle = idOf(EVENTS / 2);

/** The rows of a page that indexes found are sorted to see how far it goes. They are no more than it has, for each index. */
const SORT_OF_A_PAGE = /SCAN found\nUSE TEMP B-TREE FOR ORDER BY|Sort .*\n *Sort Key: found.*/g;

test.each<[string, Caller, object, RegExp]>([
  ['nothing', operator, {}, /event_id_unique/],
  ['a place', operator, { starting_after: middle }, /event_id_unique/],
  ['a partner', operator, { partner_id: 'par_4' }, /event_partner\b/],
  ['a partner and a type', operator, { partner_id: 'par_4', types: ['kyc.updated'] }, /event_partner_type/],
  ['a type', operator, { types: ['kyc.updated'] }, /event_type\b/],
  ['types', operator, { types: ['kyc.updated', 'funding.submitted'] }, /event_type\b/],
  ['a type of first events', operator, { types: ['kyc.created'] }, /event_apart[^]*event_subject_sequence/],
  [
    'such a type, from the oldest',
    operator,
    { types: ['customer.created'], from: 'oldest' },
    /event_apart[^]*event_subject_sequence/,
  ],
  ['an actor', operator, { actor: 'key_5' }, /event_actor/],
  ['an actor and a partner', operator, { actor: 'key_5', partner_id: 'par_4' }, /event_actor/],
  ['a subject', operator, { subject: 'kyc/cus_5' }, /event_subject/],
  [
    'a subject, an actor and types',
    operator,
    { subject: 'kyc/cus_5', actor: 'key_5', types: TYPES },
    /event_subject/,
  ],
  ['its own', partner, {}, /event_partner\b[^]*event_apart[^]*customer_page[^]*event_subject_sequence/],
  [
    'its own of a type, before a place',
    partner,
    { types: ['kyc.created'], starting_after: middle },
    /event_apart[^]*customer_page[^]*event_subject_sequence/,
  ],
  ['its own from the oldest', partner, { from: 'oldest', ending_before: middle }, /event_partner\b/],
  ['its own of a subject', partner, { subject: 'kyc/cus_3' }, /event_subject/],
])('a page of events by %s scans an index', async (_, caller, input, index) => {
  const { plan: lines, view } = await planOf(fixture, (gateway) =>
    execute(gateway, listEvents, { caller, requestId: 'test', ids: {}, input }),
  );
  const plan = lines.join('\n');
  expect(view.rows.length).toBeGreaterThan(0);
  expect(plan).toMatch(index);
  expect(plan).not.toMatch(/SCAN event(?! USING INDEX)|Seq Scan on event/);
  // PostgreSQL may fetch the rows of the leading filter and sort them if it expects few; never if one index serves all.
  const isChecked = 'subject' in input || ('actor' in input && 'partner_id' in input);
  const isMerged = String(index).includes('_apart') && !('partner_id' in input) && caller === operator;
  if (!isChecked && !isMerged) expect(plan.replaceAll(SORT_OF_A_PAGE, '')).not.toMatch(/TEMP B-TREE|Sort\b/);
});

test.each<[string, Caller, object]>([
  ['its own', partner, {}],
  ['its own of types', partner, { types: ['kyc.created', 'kyc.updated'] }],
  ['a partner', operator, { partner_id: 'par_4' }],
])('a page of events by %s is one statement, so all of it is of one moment', async (_, caller, input) => {
  const { statements, watch } = watchStatements(fixture);
  const { database } = fixture.gateway;
  const watched = { ...fixture.gateway, database: withReads(database, database.reads.withPlugin(watch)) };
  const { view } = await execute(watched, listEvents, { caller, requestId: 'test', ids: {}, input });
  expect(view.rows.length).toBeGreaterThan(0);
  expect(statements.filter(({ sql: text }) => /\bfrom event\b|\bjoin event\b/.test(text))).toHaveLength(1);
});

const created = ['kyc.created', 'customer.created'];
const newestFirst = Array.from({ length: EVENTS }, (_, n) => EVENTS - 1 - n).filter((n) =>
  created.includes(typeOf(n)),
);
const PAGE = 30;
/** Fewer than partners, so that a page takes the rows of some of them. */
const FEW = 3;

/** The ids of the events that an operator sees of the created ones. */
async function seen(page: object): Promise<readonly string[]> {
  const { view } = await execute(fixture.gateway, listEvents, {
    caller: operator,
    requestId: 'test',
    ids: {},
    input: { types: created, ...page },
  });
  return view.rows.map(({ event_id }) => event_id);
}

test.each<[string, object, readonly number[]]>([
  ['the newest', {}, newestFirst],
  ['the oldest', { from: 'oldest' }, newestFirst.slice(-PAGE)],
  ['those before a place', { starting_after: middle }, newestFirst.filter((n) => n < EVENTS / 2)],
  [
    'those after a place, from the oldest',
    { from: 'oldest', ending_before: middle },
    newestFirst.filter((n) => n > EVENTS / 2).slice(-PAGE),
  ],
  ['the first of all', { starting_after: idOf(40) }, newestFirst.filter((n) => n < 40)],
  ['none', { starting_after: idOf(0) }, []],
])('operators see %s of types of first events', async (_, input, expected) => {
  const page = await seen({ limit: PAGE, ...input });
  expect(page).toEqual(expected.slice(0, PAGE).map(idOf));
});

test.each<[string, object, readonly number[]]>([
  ['the newest', {}, newestFirst],
  ['the oldest', { from: 'oldest' }, newestFirst.slice(-FEW)],
  ['those before a place', { starting_after: middle }, newestFirst.filter((n) => n < EVENTS / 2)],
])('a page with fewer rows than partners shows %s', async (_, input, expected) => {
  const page = await seen({ limit: FEW, ...input });
  expect(page).toEqual(expected.slice(0, FEW).map(idOf));
});

const ownNewestFirst = Array.from({ length: EVENTS }, (_, n) => EVENTS - 1 - n).filter(
  (n) => n % PARTNERS === 3 && typeOf(n) !== 'kyc.identity_read',
);

test.each<[string, object, readonly number[]]>([
  ['the newest', {}, ownNewestFirst],
  ['the oldest', { from: 'oldest' }, ownNewestFirst.slice(-PAGE)],
  ['those before a place', { starting_after: middle }, ownNewestFirst.filter((n) => n < EVENTS / 2)],
  ['the first of all', { starting_after: idOf(70) }, ownNewestFirst.filter((n) => n < 70)],
])('a partner sees %s of its events of all types in one order', async (_, input, expected) => {
  const { view } = await execute(fixture.gateway, listEvents, {
    caller: partner,
    requestId: 'test',
    ids: {},
    input: { limit: PAGE, ...input },
  });
  expect(view.rows.map(({ event_id }) => event_id)).toEqual(expected.slice(0, PAGE).map(idOf));
});
