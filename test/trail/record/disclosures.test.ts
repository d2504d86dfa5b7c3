import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  kycBody,
  openTestGateway,
  settlementBody,
  type TestGateway,
  type TestPartner,
} from '../../support/gateway.ts';
import { createCustomers, checkpointAll, verify } from '../../support/fixtures/audit-fixture.ts';

const NUMBERS = '... on Kyc { directorsIdentityNumber { number } shareholdersIdentityNumber { number } }';

let fixture: TestGateway;
let partner: TestPartner;
let operator: Awaited<ReturnType<TestGateway['key']>>;
let customer: string;
let documentId: string;
beforeAll(async () => {
  fixture = await openTestGateway();
  partner = await fixture.partner();
  operator = await fixture.key(partner.partnerId, { role: 'operator', scopes: ['read'] });
  customer = await partner.completeCustomer();
  const documents = await partner.rest('GET', `/v1/kyc/documents/${customer}`);
  documentId = documents.json.nnc1[0].document_id;
});
afterAll(() => fixture.close());

/** The events that a request records. */
async function left(request: () => Promise<{ readonly status: number }>) {
  const all = () => fixture.gateway.database.reads.selectFrom('event').selectAll().orderBy('id').execute();
  const before = (await all()).length;
  expect((await request()).status).toBe(200);
  const events = (await all()).slice(before);
  return events.map(({ type, subject, actor, data }) => ({ type, subject, actor, data: JSON.parse(data) }));
}

const byOperator = (type: string, data: object = {}) => ({
  type,
  subject: `kyc/${customer}/read`,
  actor: operator.keyId,
  data,
});
const ask = (caller: Pick<TestPartner, 'graphql'>, query: string) => async () => {
  const answer = await caller.graphql(query);
  expect(answer.json.errors).toBeUndefined();
  return answer;
};

/** Each way to a KYC record. */
const records: Readonly<Record<string, (fields: string) => string>> = {
  kyc: (fields) => `{ kyc(customerId: "${customer}") { ${fields} } }`,
  customer: (fields) => `{ customer(id: "${customer}") { kyc { ${fields} } } }`,
  customers: (fields) => `{ customers { nodes { kyc { ${fields} } } } }`,
  node: (fields) => `{ node(id: "${customer}") { ... on Customer { kyc { ${fields} } } } }`,
};

describe('screening results', () => {
  const RESULTS = '... on Kyc { providerCompanyScreeningResult providerBatchScreeningResult }';

  test.each(Object.keys(records))('that an operator is shown by %s leave one event', async (way) => {
    const query = records[way]?.(RESULTS) ?? '';
    expect(await left(ask(operator, query))).toContainEqual(byOperator('kyc.screening_read'));
    const events = await left(ask(operator, query));
    expect(events.filter(({ subject }) => subject === `kyc/${customer}/read`)).toHaveLength(1);
  });

  test('that are not there, or that a partner reads, leave no event', async () => {
    const [empty] = await createCustomers(partner, 1);
    expect(await left(ask(operator, `{ kyc(customerId: "${empty}") { ${RESULTS} } }`))).toEqual([]);
    expect(await left(ask(partner, records['kyc']?.(RESULTS) ?? ''))).toEqual([]);
  });
});

describe('identity numbers', () => {
  test.each(Object.keys(records))('that an operator is shown by %s leave one event', async (way) => {
    const query = records[way]?.(NUMBERS) ?? '';
    expect(await left(ask(operator, query))).toEqual([byOperator('kyc.identity_read')]);
  });

  test.each(Object.keys(records))('that an operator does not select by %s leave no event', async (way) => {
    const fields = `... on Kyc { status legalName warnings { code } directorsIdentityNumber @skip(if: true) { number } }`;
    expect(await left(ask(operator, records[way]?.(fields) ?? ''))).toEqual([]);
  });

  test('that an operator gets by REST leave an event', async () => {
    const read = () => operator.rest('GET', `/v1/kyc/hk/${customer}`);
    expect(await left(read)).toEqual([byOperator('kyc.identity_read'), byOperator('kyc.screening_read')]);
  });

  test('that a partner reads leave no event', async () => {
    expect(await left(() => partner.rest('GET', `/v1/kyc/hk/${customer}`))).toEqual([]);
    expect(await left(ask(partner, records['customers']?.(NUMBERS) ?? ''))).toEqual([]);
  });

  test('that are not there leave no event', async () => {
    const [empty] = await createCustomers(partner, 1);
    expect(await left(() => operator.rest('GET', `/v1/kyc/hk/${empty}`))).toEqual([]);
    expect(await left(ask(operator, `{ kyc(customerId: "${empty}") { ${NUMBERS} } }`))).toEqual([]);
  });

  test('of a list are written together, one event for each record', async () => {
    const ids = await createCustomers(partner, 19);
    await Promise.all(ids.map((id) => partner.rest('PUT', `/v1/kyc/hk/${id}`, kycBody())));
    const query = `{ customers(first: 20) { nodes { kyc { ${NUMBERS} } } } }`;
    const events = await left(ask(operator, query));
    expect(new Set(events.map(({ subject }) => subject)).size).toBe(events.length);
    expect(events.length).toBeGreaterThanOrEqual(19);
  });
});

describe('transactions', () => {
  let funding: string;
  beforeAll(async () => {
    const { json } = await partner.rest('POST', '/v1/instant-settlements', settlementBody(customer));
    funding = json.funding_id;
  });
  const read = () => ({
    ...byOperator('funding.transactions_read'),
    subject: `funding/${funding}/read`,
  });

  test('that an operator is shown leave an event, on every way to them', async () => {
    const one = `instantSettlement(id: "${funding}") { transactions }`;
    const node = `node(id: "${funding}") { ... on InstantSettlement { transactions } }`;
    for (const query of [`{ ${one} }`, `{ ${node} }`, `{ ${one} again: ${node} }`]) {
      expect(await left(ask(operator, query))).toEqual([read()]);
    }
    for (const path of ['/v1', `/v1/customers/${customer}`]) {
      expect(await left(() => operator.rest('GET', `${path}/instant-settlements/${funding}`))).toEqual([
        read(),
      ]);
    }
  });

  test('that an operator does not select, or a list leaves out, or a partner reads, leave no event', async () => {
    expect(await left(ask(operator, `{ instantSettlement(id: "${funding}") { amount } }`))).toEqual([]);
    expect(await left(ask(operator, '{ instantSettlements { nodes { transactions } } }'))).toEqual([]);
    expect(await left(() => operator.rest('GET', '/v1/instant-settlements'))).toEqual([]);
    expect(await left(ask(partner, `{ instantSettlement(id: "${funding}") { transactions } }`))).toEqual([]);
  });

  test('that the response of a change shows leave an event too', async () => {
    const manual = await fixture.partner({ review: 'manual' });
    const body = settlementBody(await manual.completeCustomer());
    const { json } = await manual.rest('POST', '/v1/instant-settlements', body);
    const writer = await fixture.key(partner.partnerId, { role: 'operator' });
    const approve = `mutation { approveInstantSettlement(id: "${json.funding_id}") { transactions } }`;
    const events = await left(ask(writer, approve));
    expect(events.map(({ type, actor }) => [type, actor])).toEqual([
      ['funding.approved', writer.keyId],
      ['funding.transactions_read', writer.keyId],
    ]);
  });
});

describe('the bytes of documents', () => {
  const read = () => byOperator('kyc.document_read', { documents: [documentId] });

  test('that an operator gets a URL for leave an event', async () => {
    const rest = () => operator.rest('GET', `/v1/kyc/documents/${customer}/${documentId}`);
    expect(await left(rest)).toEqual([read()]);
    expect(await left(ask(operator, `{ document(id: "${documentId}") { url } }`))).toEqual([read()]);
    expect(await left(ask(operator, `{ node(id: "${documentId}") { ... on Document { url } } }`))).toEqual([
      read(),
    ]);
  });

  test('leave no event if the operator reads only their metadata', async () => {
    expect(await left(ask(operator, `{ document(id: "${documentId}") { filename size } }`))).toEqual([]);
    expect(await left(() => operator.rest('GET', `/v1/kyc/documents/${customer}`))).toEqual([]);
  });

  test('of a customer leave one event that names them all', async () => {
    const query = `{ customer(id: "${customer}") { documents { id url } } }`;
    const [event, ...more] = await left(ask(operator, query));
    expect(more).toEqual([]);
    const documents = Object(event?.data).documents;
    expect(documents).toHaveLength(9);
    expect(documents).toContain(documentId);
  });

  test('leave no event for a partner, nor for the download by a URL', async () => {
    const { json } = await partner.rest('GET', `/v1/kyc/documents/${customer}/${documentId}`);
    expect(await left(ask(partner, `{ document(id: "${documentId}") { url } }`))).toEqual([]);
    expect(await left(() => fixture.fetch('GET', json.url))).toEqual([]);
  });
});

test('32 operators who read one record while its partner writes it all succeed, and no number is skipped', async () => {
  const reads = Array.from({ length: 32 }, () => operator.rest('GET', `/v1/kyc/hk/${customer}`));
  const writes = Array.from({ length: 8 }, (_, n) =>
    partner.rest('PUT', `/v1/kyc/hk/${customer}`, kycBody({ legal_name: `Name ${n}` })),
  );
  const answers = await Promise.all([...reads, ...writes]);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  await checkpointAll(fixture);
  expect((await verify(fixture)).findings).toEqual([]);
});

describe('a partner sees no read of an operator', () => {
  interface Told {
    readonly type: string;
    readonly subject: string;
    readonly sequence: number;
  }
  const eventsOf = async (caller: Pick<TestPartner, 'graphql'>, filter: object): Promise<readonly Told[]> => {
    const query = `query ($filter: EventFilter, $after: String) { events(first: 100, after: $after, filter: $filter) {
      nodes { type subject sequence } pageInfo { hasNextPage endCursor } } }`;
    const found: Told[] = [];
    for (let after: string | null = null; ;) {
      const { json } = await caller.graphql(query, { filter, after });
      expect(json.errors).toBeUndefined();
      const { nodes, pageInfo } = json.data.events;
      found.push(...nodes);
      if (pageInfo.hasNextPage !== true) return found;
      after = pageInfo.endCursor;
    }
  };
  const HIDDEN = [
    'KYC_IDENTITY_READ',
    'KYC_SCREENING_READ',
    'KYC_DOCUMENT_READ',
    'FUNDING_TRANSACTIONS_READ',
  ];

  test.each<readonly [string, () => object]>([
    ['without a filter', () => ({})],
    ['by their types', () => ({ types: HIDDEN })],
    ['by the record', () => ({ subject: `kyc/${customer}` })],
    ['by what was read of the record', () => ({ subject: `kyc/${customer}/read` })],
    ['by who acted', () => ({ actor: 'operator' })],
    ['by the key that read', () => ({ actor: operator.keyId })],
  ])('%s', async (_, filter) => {
    const types = (await eventsOf(partner, filter())).map(({ type }) => type);
    expect(types.filter((type) => HIDDEN.includes(type))).toEqual([]);
  });

  test('also if it asks for events of reads alone', async () => {
    for (const filter of [{ types: HIDDEN }, { types: HIDDEN, subject: `kyc/${customer}` }]) {
      expect(await eventsOf(partner, filter)).toEqual([]);
    }
    const mixed = await eventsOf(partner, { types: ['CUSTOMER_CREATED', ...HIDDEN] });
    expect(new Set(mixed.map(({ type }) => type))).toEqual(new Set(['CUSTOMER_CREATED']));
  });

  test('also by the numbers of its events, which have no gap', async () => {
    await operator.rest('GET', `/v1/kyc/hk/${customer}`);
    await partner.upload(customer, 'nar1');
    const numbers = (await eventsOf(partner, { subject: `kyc/${customer}` })).map(({ sequence }) => sequence);
    expect(numbers.toReversed()).toEqual(numbers.map((_, index) => index + 1));
  });

  test('also in the database: no event of a read is stored under its id', async () => {
    await operator.rest('GET', `/v1/kyc/hk/${customer}`);
    const { rows } = await sql<{ partner_id: string }>`
      select distinct partner_id from event where type like '%read' and actor <> 'cli'`.execute(
      fixture.gateway.database.reads,
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ partner_id }) => !partner_id.endsWith('/read'))).toEqual([]);
    const { json } = await operator.graphql(
      '{ events(filter: { types: [KYC_IDENTITY_READ] }) { nodes { partnerId } } }',
    );
    expect(json.data.events.nodes[0].partnerId).toBe(partner.partnerId);
  });

  test('of before reads had numbers of their own either', async () => {
    const { writes } = fixture.gateway.database;
    const last = await writes
      .selectFrom('event')
      .select('sequence')
      .where('subject', '=', `kyc/${customer}`)
      .orderBy('sequence', 'desc')
      .executeTakeFirstOrThrow();
    const row = { id: `evt_${'0'.repeat(26)}`, type: 'kyc.identity_read', subject: `kyc/${customer}` };
    const rest = { partner_id: partner.partnerId, actor: 'cli', request_id: 'r', data: '{}' };
    const event = { ...row, ...rest, sequence: last.sequence + 1, created_at: '2026-01-01T00:00:00Z' };
    await writes
      .insertInto('event')
      .values({ ...event, key: '', mac: '' })
      .execute();
    for (const filter of [{}, { subject: `kyc/${customer}` }]) {
      const types = (await eventsOf(partner, filter)).map(({ type }) => type);
      expect(types).not.toContain('KYC_IDENTITY_READ');
    }
  });

  test('while an operator who filters by the record finds all of them', async () => {
    const found = await eventsOf(operator, { subject: `kyc/${customer}` });
    const subjects = new Set(found.map(({ subject }) => subject));
    expect(subjects).toEqual(new Set([`kyc/${customer}`, `kyc/${customer}/read`]));
    const ofPartner = await eventsOf(operator, { partnerId: partner.partnerId, types: HIDDEN });
    expect(new Set(ofPartner.map(({ type }) => type))).toEqual(new Set(HIDDEN));
  });
});

test('data whose event cannot be written is not shown', async () => {
  const { database } = fixture.gateway;
  const failing = async () => {
    throw new Error('The trail is full.');
  };
  const transaction = database.transaction;
  Object.assign(database, { transaction: failing });
  const rest = await operator.rest('GET', `/v1/kyc/hk/${customer}`);
  const graphql = await operator.graphql(records['kyc']?.(NUMBERS) ?? '');
  const url = await operator.graphql(`{ document(id: "${documentId}") { url } }`);
  Object.assign(database, { transaction });
  expect(rest.status).toBe(500);
  expect([rest.text, graphql.text].join('')).not.toContain('A123456');
  expect(graphql.json.errors[0].extensions.code).toBe('internal_error');
  expect(url.json.data.document).toBeNull();
});

test('only operators leave such events', async () => {
  const { rows } = await sql<{ actor: string }>`
    select distinct actor from event where type like '%read' and actor <> 'cli'`.execute(
    fixture.gateway.database.reads,
  );
  const { rows: keys } = await sql<{ id: string }>`select id from api_key where role = 'operator'`.execute(
    fixture.gateway.database.reads,
  );
  const operators = keys.map(({ id }) => id);
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.filter(({ actor }) => !operators.includes(actor))).toEqual([]);
});
