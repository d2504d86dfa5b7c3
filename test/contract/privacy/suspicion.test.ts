import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '../../../src/app.ts';
import { createLogger } from '../../../src/engine/log/log.ts';
import { noting } from '../../support/database/noting.ts';
import { settlementBody, type TestPartner } from '../../support/gateway.ts';
import { openStages, type Stages } from '../../support/fixtures/settlement-stages.ts';

/** A partner of which the provider may suspect something, or its twin, of which it suspects nothing. */
interface Twin extends TestPartner {
  readonly customerId: string;
  readonly endpoint: string;
}

let stages: Stages;
let suspect: Twin;
let plain: Twin;
/** The statements of what partners ask, and the lines of the log about it. */
const said: string[] = [];
const lines: string[] = [];
let app: ReturnType<typeof createApp>;
beforeAll(async () => {
  stages = await openStages({ review: 'manual' });
  const { gateway, config } = stages;
  const database = noting(gateway.database, said, 'also reads');
  const log = createLogger('trace', { write: (line) => void lines.push(line) });
  app = createApp({ ...gateway, database }, config, log);
  [suspect, plain] = [await twin(), await twin()];
});
afterAll(async () => {
  await app.close();
  await stages.close();
});

async function twin(): Promise<Twin> {
  const partner = await stages.newPartner({ review: 'manual', reports_repayments: true });
  const receiver = { url: 'https://93.184.216.34/hooks', event_types: ['*'] };
  const { json } = await partner.rest('POST', '/v1/webhook-endpoints', receiver);
  const customerId = await partner.completeCustomer('HK');
  return { ...partner, customerId, endpoint: json.webhook_endpoint_id };
}

async function operate(mutation: string, variables: object): Promise<string> {
  const { json } = await stages.operator.graphql(mutation, variables);
  expect(json.errors).toBeUndefined();
  return json.data.done.id;
}

const STEPS = ['approve', 'accept', 'disburse'] as const;
const STATUSES = ['submitted', 'approved', 'accepted', 'funded'] as const;

async function bring(of: Twin, status: (typeof STATUSES)[number]): Promise<string> {
  const { json } = await of.rest('POST', '/v1/instant-settlements', settlementBody(of.customerId));
  const id: string = json.funding_id;
  for (const step of STEPS.slice(0, STATUSES.indexOf(status))) {
    const more = step === 'disburse' ? ', reference: "p"' : '';
    const by = step === 'accept' ? of : stages.operator;
    await by.graphql(`mutation ($id: ID!) { ${step}InstantSettlement(id: $id${more}) { id } }`, { id });
  }
  return id;
}

const SHOWN = `status denialReason interestRate offerExpiresAt updatedAt servicing { state outstanding dueOn }
  history { step actor automatic denialReason } customer { kyc { __typename } }`;

/** All that a partner can ask about a settlement and try with it. */
function asked({ customerId, endpoint }: Twin, id: string): readonly (readonly [string, string, unknown?])[] {
  const graphql = (query: string) => ['POST', '/graphql', { query, variables: { id } }] as const;
  const mutation = (text: string) => graphql(`mutation ($id: ID!) { ${text} { __typename } }`);
  const report = { amount: 100, received_on: '2026-03-01', source: 'transfer', reference: 'r 1' };
  return [
    ['GET', `/v1/instant-settlements/${id}`],
    ['GET', '/v1/instant-settlements?limit=100'],
    ['GET', `/v1/customers/${customerId}/instant-settlements`],
    ['GET', `/v1/customers/${customerId}`],
    ['GET', `/v1/kyc/hk/${customerId}`],
    ['GET', '/v1/events?limit=100'],
    ['GET', `/v1/webhook-endpoints/${endpoint}/deliveries?limit=100`],
    graphql(`query ($id: ID!) { instantSettlement(id: $id) { ${SHOWN} } }`),
    graphql('query ($id: ID!) { node(id: $id) { id __typename } }'),
    graphql('query ($id: ID!) { instantSettlement(id: $id) { decisions { outcome } } }'),
    graphql('query ($id: ID!) { instantSettlement(id: $id) { holds { reason } } }'),
    mutation('approveInstantSettlement(id: $id)'),
    mutation('disburseInstantSettlement(id: $id, reference: "p")'),
    mutation('refundExcess(id: $id, amount: 1)'),
    mutation('acceptInstantSettlement(id: $id)'),
    ['POST', `/v1/instant-settlements/${id}/repayments`, report],
    ['POST', '/v1/instant-settlements', settlementBody(customerId)],
    ['GET', '/v1/events?limit=100'],
  ];
}

/** Without what differs between any two partners and requests: ids, positions and times of work. */
const neutral = (text: string): string =>
  text
    .replaceAll(/\b[a-z]{3}_[0-9a-z]{26}/g, (id) => id.slice(0, 4))
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '')
    .replaceAll(
      /"(sequence|duration_ms|bytes|time|cursor|cursor_before|next_cursor)":("[^"]*"|[\d.]+)/g,
      '"$1":0',
    );

/** What a partner is told about a settlement: answers with their heads, statements and lines of the log. */
async function toldOf(of: Twin, id: string): Promise<readonly unknown[]> {
  await stages.relay();
  const told: unknown[] = [];
  for (const [method, path, body] of asked(of, id)) {
    said.length = 0;
    lines.length = 0;
    const headers = { authorization: of.authorization, 'content-type': 'application/json' };
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const answer = await app.fetch(new Request(new URL(path, 'http://gateway.test'), init));
    const text = neutral(await answer.text());
    const heads = [...answer.headers].filter(([name]) => !['etag', 'date', 'content-length'].includes(name));
    told.push({
      path: neutral(path),
      status: answer.status,
      text,
      heads: neutral(JSON.stringify(heads)),
      said: [...said],
      lines: lines.map(neutral),
    });
    await stages.relay();
  }
  return told;
}

const HOLD =
  'mutation ($kind: HoldKind!, $id: ID) { done: hold(kind: $kind, id: $id, reason: "name hit") { id } }';
const LIFT = 'mutation ($id: ID!) { done: liftHold(id: $id, reason: "cleared") { id } }';

const held = STATUSES.flatMap((status) =>
  (['SETTLEMENT', 'CUSTOMER', 'PARTNER'] as const).map((kind) => [kind, status] as const),
);

test.each(held)(
  'a hold on %s of a %s request changes nothing that a partner is told',
  async (kind, status) => {
    const [suspected, other] = [await bring(suspect, status), await bring(plain, status)];
    const object = { SETTLEMENT: suspected, CUSTOMER: suspect.customerId, PARTNER: suspect.partnerId }[kind];
    const hold = await operate(HOLD, { kind, id: object });
    const told = await toldOf(suspect, suspected);
    expect(told).toEqual(await toldOf(plain, other));
    expect(JSON.stringify(told)).toContain('select');
    expect(JSON.stringify(told)).not.toMatch(/on_hold|name hit|hld_/);
    await operate(LIFT, { id: hold });
  },
);

const DENY = `mutation ($id: ID!, $reason: UnderwritingDenialReason!, $note: String) {
  done: denyInstantSettlement(id: $id, reason: $reason, note: $note) { id } }`;

test.each(['NAME_HIT', 'SCREENING_HIT', 'SUSPECTED_FRAUD', 'ON_HOLD'])(
  'a denial for %s tells a partner what any denial of a customer tells',
  async (reason) => {
    const [suspected, other] = [await bring(suspect, 'submitted'), await bring(plain, 'submitted')];
    await operate(DENY, { id: suspected, reason, note: 'on the list of the ministry' });
    await operate(DENY, { id: other, reason: 'NOT_ELIGIBLE', note: 'too young' });
    const told = await toldOf(suspect, suspected);
    expect(told).toEqual(await toldOf(plain, other));
    expect(JSON.stringify(told)).toContain('not_eligible');
    expect(JSON.stringify(told)).not.toMatch(new RegExp(`${reason}|ministry`, 'i'));
  },
);
