import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '../../../src/app.ts';
import { createLogger } from '../../../src/engine/log/log.ts';
import {
  openTestGateway,
  settlementBody,
  type TestGateway,
  type TestPartner,
} from '../../support/gateway.ts';
import { withReads } from '../../support/database/with-reads.ts';

let fixture: TestGateway;
let partner: TestPartner;
beforeAll(async () => {
  fixture = await openTestGateway();
  partner = await fixture.partner();
  for (let made = 0; made < 4; made += 1) {
    const customer = await partner.completeCustomer();
    for (let asked = 0; asked < 3; asked += 1)
      await partner.rest('POST', '/v1/instant-settlements', settlementBody(customer));
  }
});
afterAll(() => fixture.close());

/** How many statements the gateway sends to its database for a query, and what it answers. */
async function statementsOf(query: string) {
  const { gateway, config } = fixture;
  let statements = 0;
  const count: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    // A sub-query passes here with its query, and once more by itself.
    async transformResult({ result }) {
      statements += 1;
      return result;
    },
  };
  const reads = gateway.database.reads.withPlugin(count);
  const watched = { ...gateway, database: withReads(gateway.database, reads) };
  const app = createApp(watched, config, createLogger('silent'));
  const headers = { authorization: partner.authorization, 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: JSON.stringify({ query }) };
  const json = await (await app.fetch(new Request('http://gateway.test/graphql', init))).json();
  await app.close();
  return { statements, json: JSON.stringify(json) };
}

test.each([
  ['the past of settlements', 'history { event actor }'],
  ['their outcomes', 'denialReason decisionReason offerExpiresAt nextEvents { event by }'],
  ['their customers', 'customer { id }'],
])('a list shows %s with one statement more, however long it is', async (_, fields) => {
  const list = (first: number, below: string) =>
    statementsOf(`{ instantSettlements(first: ${first}) { nodes { id ${below} } } }`);
  const bare = await list(10, '');
  const [short, long] = [await list(1, fields), await list(10, fields)];
  expect(long.json).not.toContain('"errors"');
  expect([short.statements, long.statements]).toEqual([bare.statements + 1, bare.statements + 1]);
});

test('lists within lists take as many statements for one customer as for four', async () => {
  const nested = (first: number) =>
    statementsOf(`{ customers(first: ${first}) { nodes { id
      kyc { ... on Kyc { supportingDocuments { type requestReason files { id } } } }
      instantSettlements(first: 3) { totalCount nodes { id history { event } nextEvents { event } } } } } }`);
  const [one, four] = [await nested(1), await nested(4)];
  expect(four.json).not.toContain('"errors"');
  expect(four.json.match(/"history"/g)).toHaveLength(12);
  expect(four.statements).toBe(one.statements);
});
