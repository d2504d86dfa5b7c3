import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../../../src/app.ts';
import { createLogger } from '../../../src/engine/log/log.ts';
import { openTestGateway, type TestGateway, type TestPartner } from '../../support/gateway.ts';
import { withReads } from '../../support/database/with-reads.ts';

let fixture: TestGateway;
let partner: TestPartner;
let app: ReturnType<typeof createApp>;
/** The statements with which the gateway looks a key up. They are counted, because times vary. */
const work = { statements: 0, keyedHashes: 0 };

beforeAll(async () => {
  fixture = await openTestGateway();
  partner = await fixture.partner();
  const { gateway, config } = fixture;
  const count: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      work.statements += 1;
      return result;
    },
  };
  const apiKeyHash: typeof gateway.apiKeyHash = {
    ...gateway.apiKeyHash,
    makeAll(text) {
      work.keyedHashes += 1;
      return gateway.apiKeyHash.makeAll(text);
    },
  };
  const database = withReads(gateway.database, gateway.database.reads.withPlugin(count));
  app = createApp({ ...gateway, database, apiKeyHash }, config, createLogger('silent'));
});
afterAll(async () => {
  await app.close();
  await fixture.close();
});

async function workOf(authorization: string | null, path: string) {
  Object.assign(work, { statements: 0, keyedHashes: 0 });
  const headers = { ...(authorization !== null && { authorization }), 'content-type': 'application/json' };
  const query = { method: 'POST', headers, body: '{"query":"{ __typename }"}' };
  const init = path === '/graphql' ? query : { headers };
  const { status } = await app.fetch(new Request(`http://gateway.test${path}`, init));
  return { status, ...work };
}

const ONE_LOOK_UP = { status: 401, statements: 1, keyedHashes: 1 };

describe.each(['/v1/customers', '/graphql'])('on %s every refusal of a key takes one look-up', (path) => {
  test.each<[string, () => string | null]>([
    ['none', () => null],
    ['an empty header', () => ''],
    ['another scheme', () => 'Basic Zm9vOmJhcg=='],
    ['a scheme without a key', () => 'Bearer'],
    ['two keys', () => `${partner.authorization}, ${partner.authorization}`],
    ['another prefix', () => `Bearer sk_${'A'.repeat(43)}`],
    ['a key that is too long', () => `Bearer fgk_${'A'.repeat(5_000)}`],
    ['an unknown key of the right form', () => `Bearer fgk_${'A'.repeat(43)}`],
    ['a key that goes on after its end', () => `Bearer ${partner.apiKey}A`],
    ['a key without its last letter', () => `Bearer ${partner.apiKey.slice(0, -1)}`],
  ])('%s', async (_what, authorization) => {
    expect(await workOf(authorization(), path)).toEqual(ONE_LOOK_UP);
  });

  test('a revoked key', async () => {
    const { keyId, authorization } = await fixture.key(partner.partnerId);
    const operator = await fixture.key(partner.partnerId, { role: 'operator', scopes: ['read', 'admin'] });
    await operator.graphql('mutation ($id: ID!) { revokeApiKey(id: $id) { id } }', { id: keyId });
    expect(await workOf(authorization, path)).toEqual(ONE_LOOK_UP);
  });
});
