import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '../../../src/features.ts';
import { settlementBody, type TestPartner } from '../../support/gateway.ts';
import { openWebhooks, type WebhookFixture } from '../../nouns/webhook/webhook-fixture.ts';

let fixture: WebhookFixture;
let partner: TestPartner;
let ids: Readonly<Record<string, string>>;
beforeAll(async () => {
  fixture = await openWebhooks();
  ({ partner } = fixture);
  const customer_id = await partner.completeCustomer();
  const { id } = await fixture.subscribe('http://127.0.0.1:65000/hooks');
  const settlement = await partner.rest('POST', '/v1/instant-settlements', settlementBody(customer_id));
  const { funding_id } = settlement.json;
  ids = { customer_id, funding_id, webhook_endpoint_id: id };
});
afterAll(() => fixture.close());

const parameters = routes.flatMap(({ access, path, describe: { query } }) =>
  access === 'key' ? Object.keys(query?.shape ?? {}).map((name) => [path, name] as const) : [],
);

const STREAM = { accept: 'text/event-stream' };

/** Ids like any other, which no record has. */
const FINDS_NOTHING = ['customer_id', 'funding_id'];
/** What a list does not work without. */
const REQUIRED: Readonly<Record<string, string>> = { '/v1/statement': '&currency=HKD' };

describe('a parameter of a list that is empty does not select everything', () => {
  test('of many', () => expect(parameters.length).toBeGreaterThan(30));

  test.each(parameters)('%s?%s=', async (path, name) => {
    const target = path.replaceAll(/\{(\w+)\}/g, (_, id: string) => ids[id] ?? 'none');
    const { status, json } = await partner.rest(
      'GET',
      `${target}?${name}=${name === 'currency' ? '' : (REQUIRED[path] ?? '')}`,
    );
    if (FINDS_NOTHING.includes(name)) expect([status, json.items]).toEqual([200, []]);
    else
      expect([status, json.error?.code, json.error?.param]).toEqual([
        400,
        'parameter_invalid',
        name === 'types' ? 'types[0]' : name,
      ]);
  });

  test.each([
    ['{ instantSettlements(filter: { status: [] }) { nodes { id } } }', 'status'],
    ['{ events(filter: { types: [] }) { nodes { id } } }', 'types'],
    ['{ eventFeed(types: []) { nextCursor } }', 'types'],
    ['subscription { events(types: []) { cursor } }', 'types'],
  ])('%s', async (document, param) => {
    const { json } = await partner.graphql(document, {}, document.startsWith('s') ? STREAM : {});
    expect(json.errors).toHaveLength(1);
    expect(json.errors[0].extensions).toMatchObject({ code: 'parameter_invalid', param });
    expect(json.errors[0].message).toMatch(/must have at least one (?:status|type)\./);
  });
});
