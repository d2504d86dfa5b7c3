import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openTestGateway, settlementBody, type TestGateway } from '../../support/gateway.ts';
import { verify } from '../../support/fixtures/audit-fixture.ts';

type Person = Awaited<ReturnType<TestGateway['key']>>;

const NOTES_MAX = 500;
const LENGTH_MAX = 4_000;

let fixture: TestGateway;
let partner: Awaited<ReturnType<TestGateway['partner']>>;
let operator: Person;
let settlement: string;
let customer: string;
beforeEach(async () => {
  fixture = await openTestGateway();
  partner = await fixture.partner();
  customer = await partner.completeCustomer('HK');
  settlement = (await partner.rest('POST', '/v1/instant-settlements', settlementBody(customer))).json
    .funding_id;
  operator = await fixture.key(partner.partnerId, { role: 'operator' });
});
afterEach(() => fixture.close());

const ADD =
  'mutation ($id: ID!, $text: String!) { addNote(id: $id, text: $text) { noteId text actorName createdAt } }';
const add = async (id: string, text: string, person: Person = operator) =>
  (await person.graphql(ADD, { id, text })).json;
const refusal = async (id: string, text: string) => (await add(id, text)).errors[0].extensions;

const notesOf = async (id: string, args = 'first: 10') => {
  const field = id.startsWith('fun_') ? 'instantSettlement' : 'customer';
  const query = `query ($id: ID!) { ${field}(id: $id) { notes(${args}) { totalCount nodes { text } pageInfo { hasNextPage } } } }`;
  return (await operator.graphql(query, { id })).json.data[field].notes;
};

describe('a note', () => {
  test('is shown with its settlement or its customer, the newest first', async () => {
    const { data } = await add(settlement, '  Called the customer.\nThey send the ledger on Monday.  ');
    expect(data.addNote).toEqual({
      noteId: expect.stringMatching(/^not_[0-9a-z]{26}$/),
      text: 'Called the customer.\nThey send the ledger on Monday.',
      actorName: expect.any(String),
      createdAt: expect.stringMatching(/Z$/),
    });
    await add(settlement, 'The ledger came.');
    await add(customer, 'Pays late in February each year.');
    expect(await notesOf(settlement)).toEqual({
      totalCount: 2,
      nodes: [
        { text: 'The ledger came.' },
        { text: 'Called the customer.\nThey send the ledger on Monday.' },
      ],
      pageInfo: { hasNextPage: false },
    });
    expect((await notesOf(settlement, 'first: 1')).pageInfo).toEqual({ hasNextPage: true });
    expect((await notesOf(customer)).nodes).toEqual([{ text: 'Pays late in February each year.' }]);
  });

  test('is encrypted in its row, and in no event', async () => {
    await add(settlement, 'A private remark about Chan Tai Man');
    const rows = await fixture.gateway.database.reads.selectFrom('note').selectAll().execute();
    const events = await fixture.gateway.database.reads
      .selectFrom('event')
      .select(['type', 'data', 'partner_id'])
      .execute();
    expect(JSON.stringify([rows, events])).not.toMatch(/remark|Chan Tai Man/);
    expect(events.filter(({ type }) => type === 'note.added')).toEqual([
      { type: 'note.added', data: JSON.stringify({ about: settlement }), partner_id: null },
    ]);
  });

  test('is seen by no partner, in no record and in no event', async () => {
    await add(settlement, 'Watch this one.');
    await fixture.relay();
    const feed = await partner.rest('GET', '/v1/events?limit=100');
    expect(feed.status).toBe(200);
    expect(JSON.stringify(feed.json)).not.toContain('note');
    const shown = await partner.rest('GET', `/v1/instant-settlements/${settlement}`);
    expect(JSON.stringify(shown.json)).not.toContain('Watch');
    const { json } = await partner.graphql(ADD, { id: settlement, text: 'Mine' });
    expect(json.errors[0].extensions.code).toBe('permission_denied');
  });

  test('that is moved to another record is shown there as damaged, beside the others', async () => {
    await add(settlement, 'About the settlement.');
    await fixture.gateway.database.writes.updateTable('note').set({ about: customer }).execute();
    await add(customer, 'About the customer.');
    const query =
      'query ($id: ID!) { customer(id: $id) { notes(first: 2) { nodes { text actorName damaged } } } }';
    const { json } = await operator.graphql(query, { id: customer });
    expect(json.data.customer.notes.nodes).toEqual([
      { text: 'About the customer.', actorName: expect.any(String), damaged: false },
      { text: 'Damaged record', actorName: null, damaged: true },
    ]);
  });
});

test('a note has 1 to 4,000 characters, and belongs to a record that exists', async () => {
  expect((await add(settlement, '長'.repeat(LENGTH_MAX))).data.addNote.text).toHaveLength(LENGTH_MAX);
  expect(await refusal(settlement, 'x'.repeat(LENGTH_MAX + 1))).toMatchObject({
    code: 'parameter_invalid',
    param: 'text',
  });
  expect(await refusal(settlement, ' \n ')).toMatchObject({ code: 'parameter_invalid', param: 'text' });
  expect(await refusal('fun_00000000000000000000000000', 'Nobody')).toMatchObject({
    code: 'resource_missing',
  });
  expect(await refusal(partner.partnerId, 'A partner')).toMatchObject({ code: 'resource_missing' });
});

test('a record takes 500 notes, also if the last two come at once', async () => {
  await add(settlement, 'The first of many.');
  const [first] = await fixture.gateway.database.reads.selectFrom('note').selectAll().execute();
  if (first === undefined) throw new Error('There is no note.');
  const others = Array.from({ length: NOTES_MAX - 2 }, (_, n) => ({
    ...first,
    id: `not_${String(n).padStart(26, '0')}`,
  }));
  await fixture.gateway.database.writes.insertInto('note').values(others).execute();
  const both = await Promise.all([add(settlement, 'One'), add(settlement, 'Two')]);
  expect(both.map(({ errors }) => errors?.[0].extensions.code ?? 'added').toSorted()).toEqual([
    'added',
    'limit_reached',
  ]);
  expect((await notesOf(settlement, 'first: 1')).totalCount).toBe(NOTES_MAX);
});

test('a trail with notes verifies', async () => {
  await add(settlement, 'Looked at the documents.');
  expect(await verify(fixture)).toMatchObject({ findings: [] });
});
