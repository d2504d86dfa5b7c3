import { beforeAll, expect, test } from 'vitest';
import { tryPolicy } from '../../../support/fixtures/policy-trial.ts';
import { settlementBody, type TestPartner } from '../../../support/gateway.ts';
import { openReceiver } from '../../webhook/sending/receiver.ts';
import { openWebhooks } from '../../webhook/webhook-fixture.ts';

/** What a shadow says, and what happens to it between the first and the last requests. */
interface Shadow {
  readonly when: string;
  readonly then: 'DENY' | 'APPROVE';
  readonly meanwhile?: 'publishPolicy' | 'retirePolicy' | 'forge';
}

const SHADOWS: Readonly<Record<string, Shadow>> = {
  'denies everything': { when: 'true', then: 'DENY' },
  'approves everything': { when: 'true', then: 'APPROVE' },
  'fails at every request': { when: 'amount / 0 > 1', then: 'DENY' },
  'is retired meanwhile': { when: 'true', then: 'DENY', meanwhile: 'retirePolicy' },
  'is published for another partner meanwhile': { when: 'true', then: 'DENY', meanwhile: 'publishPolicy' },
  'was changed in the database': { when: 'true', then: 'DENY', meanwhile: 'forge' },
};

const LIVE = [
  { key: 'chargebacks', when: 'chargeback_rate > 0.05', then: 'DENY', reason: 'HIGH_CHARGEBACK_RATE' },
  { key: 'large', when: 'amount > 1000000', then: 'REVIEW' },
  { key: 'dear', when: 'settlement_period > 30', then: 'APPROVE', rate: 0.004 },
];

const DECISIONS = `query { instantSettlements(first: 30) { nodes { id status decisions {
  outcome origin actorName interestRate reasons override policy { verdict decisiveRule cause rate reasons } } } } }`;

/** All that partners and provider learn of the same requests, as one text. */
async function play(shadow: Shadow | null): Promise<string> {
  const fixture = await openWebhooks();
  const receiver = await openReceiver();
  const partners: TestPartner[] = [];
  for (const review of ['auto', 'policy', 'manual'])
    partners.push(await fixture.newPartner({ review, auto_limit: [{ currency: 'HKD', amount: 9_000_000 }] }));
  const operator = await fixture.key(fixture.partner.partnerId, { role: 'operator' });
  const heard: string[] = [];

  async function ask(query: string, variables: object, field: string) {
    const { json } = await operator.graphql(query, { ...variables });
    if (json.errors) throw new Error(JSON.stringify(json.errors));
    return json.data[field];
  }
  async function version(input: object): Promise<string> {
    const create = 'mutation ($input: CreatePolicyInput!) { createPolicy(input: $input) { id } }';
    return (await ask(create, { input: { otherwise: 'APPROVE', ...input } }, 'createPolicy')).id;
  }
  async function move(name: string, id: string): Promise<void> {
    if (name === 'publishPolicy') await tryPolicy({ gateway: fixture.gateway, operator }, id);
    await ask(`mutation ($id: ID!) { ${name}(id: $id) { id } }`, { id }, name);
  }
  const step = async (name: string, id: string, args: string) => {
    const field = `${name}InstantSettlement`;
    const query = `mutation ($id: ID!) { ${field}(id: $id${args}) { id status denialReason interestRate fee } }`;
    heard.push((await operator.graphql(query, { id })).text);
  };

  async function requestAll(partner: TestPartner, customer: string): Promise<void> {
    const hear = async (method: string, path: string, body: unknown): Promise<string> => {
      const { status, text, json } = await partner.rest(method, path, body);
      heard.push(`${method} ${path}: ${status} ${text}`);
      return json.funding_id;
    };
    const submit = (changes: Readonly<Record<string, unknown>>) =>
      hear('POST', '/v1/instant-settlements', settlementBody(customer, changes));
    const offered = await submit({ account_chargeback_rate: 0.01 });
    await hear('PUT', `/v1/instant-settlements/${offered}/decision`, { type: 'accept' });
    await step('disburse', offered, ', reference: "payment"');
    const denied = await submit({ account_chargeback_rate: 0.2, settlement_period: 60 });
    await step('deny', denied, ', reason: NAME_HIT, note: "a note"');
    const large = await submit({ amount: 7_000_000, account_chargeback_rate: 0 });
    await step('approve', large, ', override: "a good customer"');
    await hear('PUT', `/v1/instant-settlements/${large}/decision`, { type: 'reject', reason: 'dear' });
    await submit({ amount: 20_000_000, settlement_period: 60 });
    await submit({ amount: 0 });
  }

  await move('publishPolicy', await version({ rules: LIVE }));
  const customers: string[] = [];
  for (const partner of partners) {
    await fixture.subscribe(receiver.url, {}, partner);
    customers.push(await partner.completeCustomer());
  }
  const all = async () => {
    for (const [at, partner] of partners.entries()) await requestAll(partner, customers[at] ?? '');
  };
  const { meanwhile, ...says } = shadow ?? { when: 'true', then: 'DENY' };
  const partnerId = meanwhile === 'publishPolicy' ? fixture.partner.partnerId : null;
  const id = await version({ rules: [{ key: 'shadow', ...says }], partnerId });
  if (shadow !== null) await move('shadowPolicy', id);
  await all();
  const { writes, reads } = fixture.gateway.database;
  if (meanwhile === 'forge')
    await writes.updateTable('policy').set({ owner: 'x' }).where('id', '=', id).execute();
  else if (meanwhile !== undefined) await move(meanwhile, id);
  await all();

  await fixture.deliver();
  for (const partner of partners) {
    // The cursor of the feed counts the events of everyone, also those of policies.
    const { json } = await partner.rest('GET', '/v1/events?limit=100');
    heard.push(...json.items.map((item: unknown) => JSON.stringify(item)));
  }
  const events = await reads
    .selectFrom('event')
    .select(['type', 'subject', 'sequence', 'partner_id', 'actor', 'data'])
    .where('type', 'not like', 'policy.%')
    .orderBy('number')
    .execute();
  const { text } = await operator.graphql(DECISIONS);
  const sent = receiver.received.map(({ body }) => body).toSorted();
  if (sent.length === 0 || text.includes('errors')) throw new Error(text);
  await receiver.close();
  await fixture.close();
  return normal([...heard, text, ...events.map((event) => JSON.stringify(event)), ...sent].join('\n'));
}

/** With numbers in place of ids, and without times: all that differs between two gateways. */
function normal(text: string): string {
  const names = new Map<string, string>();
  const nameOf = (id: string) => {
    const name = names.get(id) ?? `ID ${names.size}`;
    names.set(id, name);
    return name;
  };
  return text
    .replaceAll(/\b[a-z]{3}_[0-9a-z]{26}\b/g, nameOf)
    .replaceAll(/\b[0-9a-f]{8}-[0-9a-f-]{27}\b/g, nameOf)
    .replaceAll(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, 'TIME');
}

let without: string;
beforeAll(async () => {
  without = await play(null);
});

test.each(Object.entries(SHADOWS))(
  'requests have the same outcomes, events and webhooks beside a shadow that %s',
  async (_what, shadow) => {
    expect(await play(shadow)).toBe(without);
  },
);
