import { cursorAfter } from '../../../src/nouns/event/feed-cursor.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routesOf } from '../../../src/features.ts';
import { customerBody, kycBody, pdf, settlementBody, uploadForm } from '../../support/gateway.ts';
import { expectNoDifference } from './indistinguishable.ts';
import { type IdKind, openTwoPartners, type TwoPartners } from './two-partners.ts';

let fixture: TwoPartners;
beforeAll(async () => {
  fixture = await openTwoPartners();
});
afterAll(() => fixture.close());

const KIND_OF_PARAMETER: Readonly<Record<string, IdKind>> = {
  customer_id: 'customer',
  document_id: 'document',
  funding_id: 'funding',
  repayment_id: 'repayment',
  webhook_endpoint_id: 'webhookEndpoint',
  webhook_delivery_id: 'webhookDelivery',
};

/** A valid body except for its customer, by the name of the operation. */
const BODIES: Readonly<Record<string, () => unknown>> = {
  updateCustomer: customerBody,
  updateKyc: kycBody,
  uploadDocuments: () => uploadForm('nar1', [pdf()]),
  decideInstantSettlement: () => ({ type: 'accept' }),
  reportRepayment: () => ({ amount: 5, source: 'transfer' }),
  cancelRepayment: () => ({}),
  updateWebhookEndpoint: () => ({ url: 'https://93.184.216.34/other', event_types: ['*'] }),
  rotateWebhookSecret: () => ({}),
  testWebhookEndpoint: () => ({}),
  replayWebhookEvents: () => ({ after: cursorAfter(0), only: 'all' }),
  retryWebhookDelivery: () => ({}),
  simulateSettlementEvent: () => ({}),
  simulateKycEvent: () => ({}),
  simulateSales: () => ({ amount: 5 }),
  simulateRepaymentEvent: () => ({}),
  sendSandboxWebhook: () => ({ type: 'funding.overdue' }),
};

/** An event of a sandbox for each kind of record. */
const EVENTS: Readonly<Record<string, string>> = {
  customer_id: 'complete',
  funding_id: 'waive',
  repayment_id: 'decline',
};

const parametersOf = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
const operationOf = (operationId: string) => operationId.replace(/_.*/, '');
const kindOf = (parameter: string): IdKind => {
  const kind = KIND_OF_PARAMETER[parameter];
  if (kind === undefined)
    throw new Error(`This test must say what kind of id the parameter ${parameter} is.`);
  return kind;
};

const routes = routesOf({ sandbox: true });
const withIds = routes.flatMap((route) => {
  const { method, path, access } = route;
  if (access === 'anyone') return [];
  // The name of an event is no id.
  const ids = parametersOf(path).filter((parameter) => parameter !== 'event');
  return ids.map((parameter) => ({ method, path, parameter, route }));
});

describe('in a path the id of another partner is like one that does not exist', () => {
  test.each(withIds)('$method $path: $parameter', async ({ method, path, parameter, route }) => {
    const { strangers, caller, everything } = fixture;
    const makeBody = BODIES[operationOf(route.describe.operationId)];
    expect(makeBody !== undefined).toBe(route.describe.body !== undefined);
    const stranger = strangers[kindOf(parameter)];
    const call = (id: string) => {
      const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
        name === 'event' ? (EVENTS[parameter] ?? '') : name === parameter ? id : strangers[kindOf(name)],
      );
      return caller.rest(method, filled, makeBody?.());
    };
    const answer = await expectNoDifference(stranger, call, everything);
    expect(answer.status).toBe(404);
    expect(answer.json.error).toMatchObject({ code: 'resource_missing' });
  });
});

describe('a HEAD shows no more than a GET', () => {
  test.each(withIds.filter(({ method }) => method === 'GET'))('$path: $parameter', async (row) => {
    const { strangers, caller, everything } = fixture;
    const stranger = strangers[kindOf(row.parameter)];
    const call = (id: string) => {
      const filled = row.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
        name === row.parameter ? id : strangers[kindOf(name)],
      );
      return caller.rest('HEAD', filled);
    };
    const answer = await expectNoDifference(stranger, call, everything);
    expect(answer.status).toBe(404);
  });
});

/** Ids in bodies, found by the name of the member in the schema of the row. */
const idsInBodies = routes.flatMap((route) => {
  const schema: object = route.describe.body?.schema ?? {};
  const shape = 'shape' in schema && typeof schema.shape === 'object' ? schema.shape : {};
  const members = Object.keys(shape ?? {}).filter((name) => name.endsWith('_id'));
  return members
    .filter((name) => name !== 'external_customer_id')
    .map((member) => ({ method: route.method, path: route.path, member }));
});

const BODIES_WITH_IDS: Readonly<Record<string, (id: string) => unknown>> = {
  'POST /v1/instant-settlements': (id) => settlementBody(id),
};

describe('in a body the id of another partner is like one that does not exist', () => {
  test.each(idsInBodies)('$method $path: $member', async ({ method, path, member }) => {
    const { strangers, caller, everything } = fixture;
    const makeBody = BODIES_WITH_IDS[`${method} ${path}`];
    expect(makeBody).toBeDefined();
    const stranger = strangers[kindOf(member)];
    const call = (id: string) => caller.rest(method, path, makeBody?.(id));
    const answer = await expectNoDifference(stranger, call, everything);
    expect(answer.json.error).toMatchObject({ code: 'resource_missing' });
  });

  test('there is at least one such member', () => {
    expect(idsInBodies).not.toEqual([]);
  });
});

const lists = routes.filter(
  ({ describe: { query } }) => query !== undefined && 'starting_after' in query.shape,
);
/** The kind of id that is the position of each list. */
const POSITIONS: Readonly<Record<string, IdKind>> = {
  listCustomers: 'customer',
  listInstantSettlements: 'funding',
  listRepayments: 'repayment',
  listWebhookEndpoints: 'webhookEndpoint',
  listWebhookDeliveries: 'webhookDelivery',
};

describe('as a position in a list the id of another partner is like one that does not exist', () => {
  test.each(lists)('$method $path', async ({ method, path, describe: { operationId } }) => {
    const { strangers, caller, everything } = fixture;
    const kind = POSITIONS[operationId];
    if (kind === undefined) throw new Error(`This test must say what ${operationId} is a list of.`);
    const own = await caller.rest('GET', '/v1/customers');
    const hooks = await caller.rest('GET', '/v1/webhook-endpoints');
    const settlements = await caller.rest('GET', '/v1/instant-settlements');
    const filled = path
      .replaceAll('{funding_id}', settlements.json.items[0].funding_id)
      .replaceAll('{customer_id}', own.json.items[0].customer_id)
      .replaceAll('{webhook_endpoint_id}', hooks.json.items[0].webhook_endpoint_id);
    const call = (id: string) => caller.rest(method, `${filled}?starting_after=${id}`);
    const answer = await expectNoDifference(strangers[kind], call, everything);
    expect(answer.status).toBe(200);
  });
});

test('a signed URL with the document id of another partner is like one that does not exist', async () => {
  const { strangers, caller, owner, fetch, everything } = fixture;
  const own = await caller.rest('GET', '/v1/customers');
  const customerId = own.json.items[0].customer_id;
  const documents = await caller.rest('GET', `/v1/kyc/documents/${customerId}`);
  const documentId = documents.json.nar1[0].document_id;
  const document = await caller.rest('GET', `/v1/kyc/documents/${customerId}/${documentId}`);
  const call = (id: string) => fetch('GET', document.json.url.replace(documentId, id));
  const stranger = strangers.document;
  const answer = await expectNoDifference(stranger, call, everything);
  expect(answer.json.error).toMatchObject({ code: 'url_signature_invalid' });
  expect(owner.apiKey).not.toBe(caller.apiKey);
});

test('no list of one partner has a record of the other, with any filter', async () => {
  const { caller, owner, strangers } = fixture;
  const paths = ['/v1/customers', '/v1/customers?external_customer_id=ext-1', '/v1/instant-settlements'];
  for (const path of paths) {
    const [mine, theirs] = [await caller.rest('GET', path), await owner.rest('GET', path)];
    expect(mine.json.count).toBe(1);
    expect(theirs.json.count).toBe(1);
    for (const id of Object.values(strangers)) expect(mine.text).not.toContain(id);
  }
});
