import { cursorAt } from '../../../src/nouns/statement/statement-cursor.ts';
import { cursorAfter } from '../../../src/nouns/event/feed-cursor.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inGraphql } from '../../support/spelling.ts';
import { graphqlUpload, uploadInput, uploadVariables } from '../../support/requests/upload-bodies.ts';
import { gatewaySchema } from '../../../src/features.ts';
import { KYC_COUNTRIES, updateKycDocument } from '../../support/kyc-countries.ts';
import { type Answer, customerBody, kycBody, pdf, settlementBody } from '../../support/gateway.ts';
import * as documents from '../../support/graphql/documents.ts';
import * as hooks from '../../nouns/webhook/documents.ts';
import { isOperatorField } from '../../support/permissions.ts';
import { idPlacesOf } from './graphql-ids.ts';
import { expectNoDifference } from './indistinguishable.ts';
import { type IdKind, openTwoPartners, type TwoPartners } from './two-partners.ts';

let fixture: TwoPartners;
let ownCustomer: string;
let ownEndpoint: string;
beforeAll(async () => {
  fixture = await openTwoPartners();
  const own = await fixture.caller.rest('GET', '/v1/customers');
  ownCustomer = own.json.items[0].customer_id;
  const endpoints = await fixture.caller.rest('GET', '/v1/webhook-endpoints');
  ownEndpoint = endpoints.json.items[0].webhook_endpoint_id;
});
afterAll(() => fixture.close());

/** As text, or typed by the schema. */
interface QueryText {
  toString(): string;
}

interface Probe {
  readonly kinds: readonly IdKind[];
  readonly call: (id: string) => Promise<Answer>;
  readonly answers: 'null' | 'resource_missing' | 'page' | 'permission_denied';
}

const ask = (document: QueryText, variables: (id: string) => unknown) => (id: string) =>
  fixture.caller.graphql(document.toString(), variables(id));

const ofNode = `query ($id: ID!) { node(id: $id) { __typename id } }`;
const ALL_KINDS: readonly IdKind[] = ['customer', 'document', 'funding', 'repayment'];

const query = (kinds: readonly IdKind[], document: QueryText, name = 'id'): Probe => ({
  kinds,
  call: ask(document, (id) => ({ [name]: id })),
  answers: 'null',
});
const mutation = (kind: IdKind, document: QueryText, variables: (id: string) => unknown): Probe => ({
  kinds: [kind],
  call: ask(document, variables),
  answers: 'resource_missing',
});
const cursor = (kind: IdKind, document: QueryText, name: 'after' | 'before'): Probe => ({
  kinds: [kind],
  call: ask(document, (id) => ({ [name]: id, customerId: ownCustomer })),
  answers: 'page',
});

/** A position in the deliveries of the caller's own endpoint. */
const deliveryCursor = (name: 'after' | 'before'): Probe => ({
  kinds: ['webhookDelivery'],
  call: ask(hooks.ListWebhookDeliveries, (position) => ({ [name]: position, id: ownEndpoint })),
  answers: 'page',
});
const NEW_HOOKS = { url: 'https://93.184.216.34/other', eventTypes: ['ALL'] };

const ofPartner = (document: QueryText): Probe => ({
  kinds: ['partner'],
  call: ask(document, (partnerId) => ({ filter: { partnerId }, customerId: ownCustomer })),
  answers: 'permission_denied',
});

/** Notes are for operators, wherever a list of them begins. */
const ofNotes = (list: 'customers' | 'instantSettlements', name: 'after' | 'before'): Probe => ({
  kinds: ['funding'],
  call: ask(`query ($id: String) { ${list} { nodes { notes(${name}: $id) { nodes { text } } } } }`, (id) => ({
    id,
  })),
  answers: 'permission_denied',
});

const ofCustomer = (document: QueryText): Probe => ({
  kinds: ['customer'],
  call: ask(document, (customerId) => ({ filter: { customerId }, customerId: ownCustomer })),
  answers: 'page',
});

const partnerInCustomer = `
  query ($customerId: ID!, $filter: InstantSettlementFilter) {
    customer(id: $customerId) { instantSettlements(filter: $filter) { totalCount nodes { id } } }
  }
`;
const beforeInCustomer = `
  query ($customerId: ID!, $before: String) {
    customer(id: $customerId) {
      instantSettlements(before: $before) { totalCount pageInfo { hasNextPage hasPreviousPage } nodes { id } }
    }
  }
`;

const eventPage = '{ pageInfo { hasNextPage hasPreviousPage } nodes { id subject } }';
const eventsAfter = `query ($after: String) { events(after: $after) ${eventPage} }`;
const eventsBefore = `query ($before: String) { events(before: $before) ${eventPage} }`;
const eventsOfPartner = `query ($filter: EventFilter) { events(filter: $filter) ${eventPage} }`;

const repayments = {
  one: 'query ($id: ID!) { repayment(id: $id) { id status } }',
  list: `query ($after: String, $before: String, $filter: RepaymentFilter) {
    repayments(after: $after, before: $before, filter: $filter) { totalCount nodes { id } }
  }`,
  nested: `query ($after: String, $before: String) {
    instantSettlements { nodes { repayments(after: $after, before: $before) { totalCount nodes { id } } } }
  }`,
  report: `mutation ($id: ID!) { reportRepayment(id: $id, input: { amount: 5, source: TRANSFER }) { id } }`,
  cancel: 'mutation ($id: ID!) { cancelRepayment(id: $id) { id } }',
} as const;

const sandbox = {
  clock: 'query ($partnerId: ID) { sandboxClock(partnerId: $partnerId) { now } }',
  advance: `mutation ($partnerId: ID) {
    sandboxAdvanceClock(partnerId: $partnerId, input: { advance: "P1D" }) { now }
  }`,
  settings: 'mutation ($partnerId: ID) { sandboxUpdateSettings(partnerId: $partnerId, input: {}) { name } }',
  partner: 'mutation ($partnerId: ID) { sandboxCreatePartner(partnerId: $partnerId) { partner { id } } }',
  reset: 'mutation ($partnerId: ID) { sandboxReset(partnerId: $partnerId) { formerPartnerId } }',
  settlement: 'mutation ($id: ID!) { sandboxSettlementEvent(id: $id, event: WAIVE) { id } }',
  kyc: 'mutation ($id: ID!) { sandboxKyc(customerId: $id, event: COMPLETE) { status } }',
  sales: 'mutation ($id: ID!) { sandboxSales(id: $id, input: { amount: 5 }) { share } }',
  repayment: 'mutation ($id: ID!) { sandboxRepaymentEvent(id: $id, event: DECLINE) { id } }',
  send: 'mutation ($id: ID!) { sandboxSend(id: $id, type: FUNDING_OVERDUE) { eventId } }',
} as const;

const statements = {
  ofAll: `query ($after: String, $partnerId: ID) {
    statement(currency: "HKD", after: $after, partnerId: $partnerId) { openingBalance closingBalance items { entryId } }
  }`,
  nested: `query ($after: String) {
    instantSettlements { nodes { statement(after: $after) { openingBalance closingBalance items { entryId } } } }
  }`,
} as const;

/** The cursor after the line of an entry, as a client could make it that knows the id of the entry. */
const afterEntry = (id: string) =>
  cursorAt({
    known_at: '2026-03-04T05:06:07Z',
    posted_on: '2026-03-04',
    recorded_at: '2026-03-04T05:06:07Z',
    id,
  });
const afterLine = (document: string): Probe => ({
  kinds: ['entry'],
  call: ask(document, (id) => ({ after: afterEntry(id) })),
  answers: 'page',
});

/** A partner may not name a partner. */
const refusedTo = (document: string): Probe => ({
  kinds: ['partner'],
  call: ask(document, (partnerId) => ({ partnerId })),
  answers: 'permission_denied',
});

function upload(id: string): Promise<Answer> {
  const files = [pdf()];
  const call = { ids: { customer_id: id }, input: uploadInput('nar1', files), files };
  const form = graphqlUpload(documents.UploadDocuments.toString(), uploadVariables(call), call);
  return fixture.caller.rest('POST', '/graphql', form);
}

/** How to send an id in each place of the schema. */
const probes: Readonly<Record<string, Probe>> = {
  'Query.customer id': query(['customer'], documents.GetCustomer),
  'Query.kyc customerId': query(['customer'], documents.GetKyc, 'customerId'),
  'Query.document id': query(['document'], documents.GetDocument),
  'Query.instantSettlement id': query(['funding'], documents.GetInstantSettlement),
  'Query.node id': query(ALL_KINDS, ofNode),
  'Query.customers after': cursor('customer', documents.ListCustomers, 'after'),
  'Query.customers before': cursor('customer', documents.ListCustomers, 'before'),
  'Query.customers filter.partnerId': ofPartner(documents.ListCustomers),
  'Query.instantSettlements filter.partnerId': ofPartner(documents.ListInstantSettlements),
  'Customer.instantSettlements filter.partnerId': ofPartner(partnerInCustomer),
  'Query.instantSettlements filter.customerId': ofCustomer(documents.ListInstantSettlements),
  'Customer.instantSettlements filter.customerId': ofCustomer(partnerInCustomer),
  'Query.instantSettlements after': cursor('funding', documents.ListInstantSettlements, 'after'),
  'Query.instantSettlements before': cursor('funding', documents.ListInstantSettlements, 'before'),
  'Customer.instantSettlements after': cursor('funding', documents.ListCustomerSettlements, 'after'),
  'Customer.instantSettlements before': cursor('funding', beforeInCustomer, 'before'),
  'Query.repayment id': query(['repayment'], repayments.one),
  'Query.repayments after': cursor('repayment', repayments.list, 'after'),
  'Query.repayments before': cursor('repayment', repayments.list, 'before'),
  'Query.repayments filter.partnerId': ofPartner(repayments.list),
  'Query.repayments filter.fundingId': {
    kinds: ['funding'],
    call: ask(repayments.list, (fundingId) => ({ filter: { fundingId } })),
    answers: 'page',
  },
  'InstantSettlement.repayments after': cursor('repayment', repayments.nested, 'after'),
  'InstantSettlement.repayments before': cursor('repayment', repayments.nested, 'before'),
  'Mutation.reportRepayment id': mutation('funding', repayments.report, (id) => ({ id })),
  'Query.sandboxClock partnerId': refusedTo(sandbox.clock),
  'Mutation.sandboxAdvanceClock partnerId': refusedTo(sandbox.advance),
  'Mutation.sandboxUpdateSettings partnerId': refusedTo(sandbox.settings),
  'Mutation.sandboxCreatePartner partnerId': refusedTo(sandbox.partner),
  'Mutation.sandboxReset partnerId': refusedTo(sandbox.reset),
  'Mutation.sandboxSettlementEvent id': mutation('funding', sandbox.settlement, (id) => ({ id })),
  'Mutation.sandboxKyc customerId': mutation('customer', sandbox.kyc, (id) => ({ id })),
  'Mutation.sandboxSales id': mutation('funding', sandbox.sales, (id) => ({ id })),
  'Mutation.sandboxRepaymentEvent id': mutation('repayment', sandbox.repayment, (id) => ({ id })),
  'Mutation.sandboxSend id': mutation('webhookEndpoint', sandbox.send, (id) => ({ id })),
  'Mutation.cancelRepayment id': mutation('repayment', repayments.cancel, (id) => ({ id })),
  'Query.statement after': afterLine(statements.ofAll),
  'InstantSettlement.statement after': afterLine(statements.nested),
  'Query.statement partnerId': refusedTo(statements.ofAll),
  'Customer.notes after': ofNotes('customers', 'after'),
  'Customer.notes before': ofNotes('customers', 'before'),
  'InstantSettlement.notes after': ofNotes('instantSettlements', 'after'),
  'InstantSettlement.notes before': ofNotes('instantSettlements', 'before'),
  'Query.events after': cursor('event', eventsAfter, 'after'),
  'Query.events before': cursor('event', eventsBefore, 'before'),
  'Query.events filter.partnerId': ofPartner(eventsOfPartner),
  'Query.webhookEndpoint id': query(['webhookEndpoint'], hooks.GetWebhookEndpoint),
  'Query.webhookDelivery id': query(['webhookDelivery'], hooks.GetWebhookDelivery),
  'Query.webhookEndpoints after': cursor('webhookEndpoint', hooks.ListWebhookEndpoints, 'after'),
  'Query.webhookEndpoints before': cursor('webhookEndpoint', hooks.ListWebhookEndpoints, 'before'),
  'Query.webhookEndpoints filter.partnerId': ofPartner(hooks.ListWebhookEndpoints),
  'WebhookEndpoint.deliveries after': deliveryCursor('after'),
  'WebhookEndpoint.deliveries before': deliveryCursor('before'),
  'Mutation.updateWebhookEndpoint id': mutation('webhookEndpoint', hooks.UpdateWebhookEndpoint, (id) => ({
    id,
    input: NEW_HOOKS,
  })),
  'Mutation.deleteWebhookEndpoint id': mutation('webhookEndpoint', hooks.DeleteWebhookEndpoint, (id) => ({
    id,
  })),
  'Mutation.rotateWebhookSecret id': mutation('webhookEndpoint', hooks.RotateWebhookSecret, (id) => ({ id })),
  'Mutation.testWebhookEndpoint id': mutation('webhookEndpoint', hooks.TestWebhookEndpoint, (id) => ({ id })),
  'Mutation.replayWebhookEvents id': mutation('webhookEndpoint', hooks.ReplayWebhookEvents, (id) => ({
    id,
    input: { after: cursorAfter(0), only: 'ALL' },
  })),
  'Mutation.retryWebhookDelivery id': mutation('webhookDelivery', hooks.RetryWebhookDelivery, (id) => ({
    id,
  })),
  'Mutation.updateCustomer id': mutation('customer', documents.UpdateCustomer, (id) => ({
    id,
    input: inGraphql(customerBody()),
  })),
  ...Object.fromEntries(
    KYC_COUNTRIES.map((country) => [
      `Mutation.update${country.prefix}Kyc customerId`,
      mutation('customer', updateKycDocument(country), (customerId) => ({
        customerId,
        input: inGraphql(kycBody()),
      })),
    ]),
  ),
  'Mutation.uploadDocuments customerId': { kinds: ['customer'], call: upload, answers: 'resource_missing' },
  'Mutation.createInstantSettlement input.customerId': mutation(
    'customer',
    documents.CreateInstantSettlement,
    (id) => ({ input: inGraphql(settlementBody(id)) }),
  ),
  'Mutation.acceptInstantSettlement id': mutation('funding', documents.AcceptInstantSettlement, (id) => ({
    id,
  })),
  'Mutation.rejectInstantSettlement id': mutation('funding', documents.RejectInstantSettlement, (id) => ({
    id,
    reason: 'too dear',
  })),
};

const FEED_CURSORS = [
  'Query.eventFeed after',
  'Subscription.events after',
  'Mutation.replayWebhookEvents input.after',
];

const places = idPlacesOf(gatewaySchema())
  // Fields for operators are refused to a partner with any id; the tests of roles show this.
  .filter(({ field }) => !isRootField(field) || !isOperatorField(field))
  // Partners cannot open the work list.
  .filter(({ field }) => !field.startsWith('WorkList.'))
  .map(({ field, path }) => `${field} ${path}`)
  // A cursor of the feed is a position between events, not the id of a record.
  .filter((place) => !FEED_CURSORS.includes(place));

function isRootField(field: string): boolean {
  return /^(?:Query|Mutation)\./.test(field);
}

describe('on GraphQL the id of another partner is like one that does not exist', () => {
  test.each(places)('%s', async (place) => {
    const probe = probes[place];
    if (probe === undefined) throw new Error(`This test must say how to ask for an id at ${place}.`);
    for (const kind of probe.kinds) {
      const stranger = fixture.strangers[kind];
      const { status, json } = await expectNoDifference(stranger, probe.call, fixture.everything);
      expect(status).toBe(200);
      if (probe.answers === 'null') expect(Object.values(json.data)).toEqual([null]);
      if (probe.answers === 'page') expect(json.errors).toBeUndefined();
      if (probe.answers === 'resource_missing' || probe.answers === 'permission_denied')
        expect(json.errors).toMatchObject([{ extensions: { code: probe.answers } }]);
    }
  });

  test('and there are more than ten such places', () => {
    expect(places.length).toBeGreaterThan(10);
  });
});

test('records of another partner cannot be reached from an own record', async () => {
  const { caller, strangers } = fixture;
  const all = `{
    customers { totalCount nodes { id documents { id } kyc { ... on Kyc { customerId supportingDocuments { files { id } } } }
      instantSettlements { totalCount nodes { id customer { id } } } } }
    instantSettlements { totalCount nodes { id customer { id documents { id } } } }
  }`;
  const { text, json } = await caller.graphql(all);
  expect(json.errors).toBeUndefined();
  expect(json.data.customers.totalCount).toBe(1);
  expect(json.data.customers.nodes[0].instantSettlements.totalCount).toBe(1);
  expect(json.data.instantSettlements.totalCount).toBe(1);
  for (const id of Object.values(strangers)) expect(text).not.toContain(id);
});
