import { buildSchema } from 'graphql';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sandboxRoutes } from '../../../src/nouns/sandbox/sandbox.rest.ts';
import { settlementBody, type TestPartner } from '../../support/gateway.ts';
import { openReceiver, type Receiver } from '../webhook/sending/receiver.ts';
import { openWebhooks, type WebhookFixture } from '../webhook/webhook-fixture.ts';

let live: WebhookFixture;
let receiver: Receiver;
let callers: readonly Pick<TestPartner, 'rest' | 'graphql'>[];
/** Real records of the partner who attacks, by the names of path parameters. */
let ids: Readonly<Record<string, string>>;

beforeAll(async () => {
  live = await openWebhooks();
  receiver = await openReceiver();
  const { partner } = live;
  const operator = await live.key(partner.partnerId, {
    role: 'operator',
    scopes: ['read', 'write', 'admin'],
  });
  callers = [partner, operator];
  const customer = await partner.completeCustomer();
  const { json: made } = await partner.rest('POST', '/v1/instant-settlements', settlementBody(customer));
  await partner.rest('PUT', `/v1/instant-settlements/${made.funding_id}/decision`, { type: 'accept' });
  await operator.graphql(
    `mutation ($id: ID!) { disburseInstantSettlement(id: $id, reference: "p") { id } }`,
    {
      id: made.funding_id,
    },
  );
  const path = `/v1/instant-settlements/${made.funding_id}/repayments`;
  const { json: report } = await partner.rest('POST', path, { amount: 500, source: 'transfer' });
  ids = {
    customer_id: customer,
    funding_id: made.funding_id,
    repayment_id: report.repayment_id,
    webhook_endpoint_id: (await live.subscribe(receiver.url)).id,
  };
});
afterAll(async () => {
  await live.close();
  await receiver.close();
});

const SETTLEMENT_EVENTS = [
  'approve',
  'deny',
  'withdraw',
  'disburse',
  'return',
  'revoke',
  'repay',
  'waive',
  'extend',
  'write-off',
  'refund-excess',
];
const EVENTS: Readonly<Record<string, readonly string[]>> = {
  funding_id: SETTLEMENT_EVENTS,
  repayment_id: ['confirm', 'decline', 'reverse'],
  customer_id: ['complete', 'request-document', 'name-hit'],
};

/** Each path of the sandbox, with the ids of real records and each event. */
const attacks = () =>
  sandboxRoutes.flatMap(({ method, path }) => {
    const [, record = ''] = /\{(\w+)\}/.exec(path) ?? [];
    const filled = path.replaceAll(/\{(\w+)\}/g, (whole, name: string) => ids[name] ?? whole);
    const events = path.endsWith('{event}') ? (EVENTS[record] ?? []) : [''];
    expect(events.length).toBeGreaterThan(0);
    return events.map((event) => ({ method, path: filled.replace('{event}', event) }));
  });

const BODIES = [{}, { advance: 'P1D' }, { to: 'next' }, { amount: 70_000 }, { type: 'funding.overdue' }];

const TABLES = [
  'partner',
  'api_key',
  'customer',
  'kyc_record',
  'instant_settlement',
  'servicing',
  'repayment',
  'ledger_entry',
  'event',
  'webhook_delivery',
  'sandbox_clock',
] as const;

const everything = () =>
  Promise.all(
    TABLES.map(async (table) => {
      const rows = await live.gateway.database.reads.selectFrom(table).selectAll().execute();
      return [table, rows.map((row) => JSON.stringify(row)).toSorted()] as const;
    }),
  );

test('each request of a sandbox with real ids finds no route of a live gateway, and changes nothing', async () => {
  await live.deliver();
  const [before, received] = [await everything(), receiver.received.length];
  expect(attacks().length).toBeGreaterThan(20);
  for (const caller of callers)
    for (const { method, path } of attacks())
      for (const body of method === 'GET' ? [undefined] : BODIES) {
        const { status, json } = await caller.rest(method, path, body);
        expect({ path, status, code: json.error.code }).toEqual({
          path,
          status: 404,
          code: 'route_unknown',
        });
      }
  await live.deliver();
  expect(await everything()).toEqual(before);
  expect(receiver.received).toHaveLength(received);
});

/** A call of each field of a sandbox with real ids. */
const fields = (): Readonly<Record<string, string>> => ({
  sandboxClock: 'query { sandboxClock { now } }',
  sandboxAdvanceClock: 'mutation { sandboxAdvanceClock(input: { advance: "P1Y" }) { now } }',
  sandboxSettlementEvent: `mutation { ${SETTLEMENT_EVENTS.map(
    (event, at) =>
      `e${at}: sandboxSettlementEvent(id: "${ids['funding_id']}", event: ${event.replaceAll('-', '_').toUpperCase()}) { status }`,
  ).join(' ')} }`,
  sandboxSales: `mutation { sandboxSales(id: "${ids['funding_id']}", input: { amount: 70000 }) { share } }`,
  sandboxRepaymentEvent: `mutation { sandboxRepaymentEvent(id: "${ids['repayment_id']}", event: CONFIRM) { status } }`,
  sandboxKyc: `mutation { sandboxKyc(customerId: "${ids['customer_id']}", event: NAME_HIT) { status } }`,
  sandboxUpdateSettings: 'mutation { sandboxUpdateSettings(input: { autoAccept: true }) { name } }',
  sandboxCreatePartner: 'mutation { sandboxCreatePartner { key { apiKey } } }',
  sandboxReset: 'mutation { sandboxReset { formerPartnerId } }',
  sandboxSend: `mutation { sandboxSend(id: "${ids['webhook_endpoint_id']}", type: FUNDING_OVERDUE) { eventId } }`,
});

test('each field of a sandbox with real ids is refused by a live gateway, also beside others', async () => {
  const schema = buildSchema(readFileSync(new URL('../../../schema.graphql', import.meta.url), 'utf8'));
  const names = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
    Object.keys(type?.getFields() ?? {}).filter((name) => name.startsWith('sandbox')),
  );
  expect(Object.keys(fields()).toSorted()).toEqual(names.toSorted());
  const [before, received] = [await everything(), receiver.received.length];
  for (const caller of callers)
    for (const document of Object.values(fields())) {
      // Nothing of a document runs if one of its fields is refused.
      const beside = document.startsWith('mutation')
        ? document.replace('{', '{ other: rotateWebhookSecret(id: "whe_1") { secret } ')
        : document;
      for (const asked of [document, beside]) {
        const { json } = await caller.graphql(asked);
        expect(json.errors[0].extensions.code).toBe('permission_denied');
        expect(json.data ?? null).toBeNull();
      }
    }
  expect(await everything()).toEqual(before);
  expect(receiver.received).toHaveLength(received);
});

test('the headers of a sandbox do nothing on a live gateway', async () => {
  for (const fault of ['rate_limited', 'service_unavailable', 'lost_answer', 'slow=30']) {
    const headers = { 'fundgate-fault': fault, 'fundgate-sandbox': '2030-01-01T00:00:00Z' };
    for (const caller of callers) {
      const answer = await caller.graphql('{ viewer { __typename } }', {}, headers);
      expect(answer.json.errors).toBeUndefined();
      expect(answer.headers.has('Fundgate-Sandbox')).toBe(false);
    }
  }
});
