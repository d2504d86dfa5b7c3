import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { kycBody, openTestGateway, type TestGateway, type TestPartner } from '../gateway.ts';
import { createCustomers, sealAll, verify } from './sealed-world.ts';

const NUMBERS = '... on Kyc { directorsIdentityNumber { id } shareholdersIdentityNumber { id } }';

let world: TestGateway;
let partner: TestPartner;
let operator: Awaited<ReturnType<TestGateway['key']>>;
let customer: string;
let documentId: string;
beforeAll(async () => {
  world = await openTestGateway();
  partner = await world.partner();
  operator = await world.key(partner.partnerId, { role: 'operator', scopes: ['read'] });
  customer = await partner.completeCustomer();
  const documents = await partner.rest('GET', `/v1/kyc/documents/${customer}`);
  documentId = documents.json.nnc1[0].document_id;
});
afterAll(() => world.close());

/** The events that a request leaves. */
async function left(request: () => Promise<{ readonly status: number }>) {
  const all = () => world.gateway.database.reads.selectFrom('event').selectAll().orderBy('id').execute();
  const before = (await all()).length;
  expect((await request()).status).toBe(200);
  const events = (await all()).slice(before);
  return events.map(({ type, subject, actor, data }) => ({ type, subject, actor, data: JSON.parse(data) }));
}

const byOperator = (type: string, data: object = {}) => ({
  type,
  subject: `kyc/${customer}`,
  actor: operator.keyId,
  data,
});
const ask = (asker: Pick<TestPartner, 'graphql'>, query: string) => async () => {
  const answer = await asker.graphql(query);
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

describe('identity numbers', () => {
  test.each(Object.keys(records))('that an operator is shown by %s are one event', async (way) => {
    const query = records[way]?.(NUMBERS) ?? '';
    expect(await left(ask(operator, query))).toEqual([byOperator('kyc.identity_read')]);
  });

  test.each(Object.keys(records))('that an operator does not select by %s are none', async (way) => {
    const fields = `... on Kyc { status legalName warnings { code } directorsIdentityNumber @skip(if: true) { id } }`;
    expect(await left(ask(operator, records[way]?.(fields) ?? ''))).toEqual([]);
  });

  test('that an operator gets by REST are an event', async () => {
    const read = () => operator.rest('GET', `/v1/kyc/hk/${customer}`);
    expect(await left(read)).toEqual([byOperator('kyc.identity_read')]);
  });

  test('that a partner reads are none', async () => {
    expect(await left(() => partner.rest('GET', `/v1/kyc/hk/${customer}`))).toEqual([]);
    expect(await left(ask(partner, records['customers']?.(NUMBERS) ?? ''))).toEqual([]);
  });

  test('that are not there are none', async () => {
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

describe('the bytes of documents', () => {
  const read = () => byOperator('kyc.document_read', { documents: [documentId] });

  test('that an operator gets a URL for are an event', async () => {
    const rest = () => operator.rest('GET', `/v1/kyc/documents/${customer}/${documentId}`);
    expect(await left(rest)).toEqual([read()]);
    expect(await left(ask(operator, `{ document(id: "${documentId}") { url } }`))).toEqual([read()]);
    expect(await left(ask(operator, `{ node(id: "${documentId}") { ... on Document { url } } }`))).toEqual([
      read(),
    ]);
  });

  test('are none where the operator asks for what is known of them only', async () => {
    expect(await left(ask(operator, `{ document(id: "${documentId}") { filename size } }`))).toEqual([]);
    expect(await left(() => operator.rest('GET', `/v1/kyc/documents/${customer}`))).toEqual([]);
  });

  test('of a customer are one event that names them all', async () => {
    const query = `{ customer(id: "${customer}") { documents { id url } } }`;
    const [event, ...more] = await left(ask(operator, query));
    expect(more).toEqual([]);
    const documents = Object(event?.data).documents;
    expect(documents).toHaveLength(9);
    expect(documents).toContain(documentId);
  });

  test('are none for a partner, nor for whoever follows a URL', async () => {
    const { json } = await partner.rest('GET', `/v1/kyc/documents/${customer}/${documentId}`);
    expect(await left(ask(partner, `{ document(id: "${documentId}") { url } }`))).toEqual([]);
    expect(await left(() => world.fetch('GET', json.url))).toEqual([]);
  });
});

test('32 operators who read one record while its partner writes it all succeed, and no number is skipped', async () => {
  const reads = Array.from({ length: 32 }, () => operator.rest('GET', `/v1/kyc/hk/${customer}`));
  const writes = Array.from({ length: 8 }, (_, n) =>
    partner.rest('PUT', `/v1/kyc/hk/${customer}`, kycBody({ legal_name: `Name ${n}` })),
  );
  const answers = await Promise.all([...reads, ...writes]);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  await sealAll(world);
  expect((await verify(world)).findings).toEqual([]);
});

test('a partner sees that an operator read', async () => {
  const { json, text } = await partner.graphql(
    '{ events(filter: { types: [KYC_IDENTITY_READ] }) { nodes { actor subject } } }',
  );
  expect(json.data.events.nodes[0]).toMatchObject({ actor: 'operator' });
  expect(text).not.toContain(operator.keyId);
});

test('what cannot be written down is not shown', async () => {
  const { database } = world.gateway;
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

test('nobody but operators leaves such events', async () => {
  const { rows } = await sql<{ actor: string }>`
    select distinct actor from event where type in ('kyc.identity_read', 'kyc.document_read')`.execute(
    world.gateway.database.reads,
  );
  expect(rows.map(({ actor }) => actor)).toEqual([operator.keyId]);
});
