import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { commandLine } from '../../../src/kernel/caller.ts';
import { revokeApiKey } from '../../../src/nouns/api-key/api-key.operations.ts';
import { execute } from '../../../src/pipeline/execute.ts';
import { openTestGateway, type TestGateway, type TestPartner } from '../../support/gateway.ts';

const START = Date.parse('2026-03-04T05:06:07Z');
const KEY_SECONDS = 100;

let fixture: TestGateway;
let partner: TestPartner;
let customerId: string;
let now = START;
beforeAll(async () => {
  fixture = await openTestGateway({}, () => new Date(now));
  partner = await fixture.partner();
  customerId = await partner.completeCustomer();
});
beforeEach(() => void (now = START));
afterAll(() => fixture.close());

type Key = Awaited<ReturnType<TestGateway['key']>>;

async function urlOnRest({ rest }: Key): Promise<string> {
  const { json } = await rest('GET', `/v1/kyc/documents/${customerId}`);
  const [{ document_id }] = json.nar1;
  return (await rest('GET', `/v1/kyc/documents/${customerId}/${document_id}`)).json.url;
}

async function urlOnGraphql({ graphql }: Key): Promise<string> {
  const { json } = await graphql(
    'query ($id: ID!) { kyc(customerId: $id) { ... on Kyc { supportingDocuments { files { url } } } } }',
    { id: customerId },
  );
  return json.data.kyc.supportingDocuments[0].files[0].url;
}

async function download(url: string) {
  const answer = await fixture.fetch('GET', url.slice(url.indexOf('/v1/')));
  return [answer.status, answer.json?.error.code ?? null];
}

test.each([
  ['REST', 'partner', urlOnRest],
  ['GraphQL', 'partner', urlOnGraphql],
  ['GraphQL', 'operator', urlOnGraphql],
] as const)(
  'a URL that %s gave to a key of a %s ends when the key is revoked, and no other does',
  async (_, role, urlFor) => {
    const key = await fixture.key(partner.partnerId, { role });
    const [url, ofOther] = [await urlFor(key), await urlFor(await fixture.key(partner.partnerId, { role }))];
    expect(await download(url)).toEqual([200, null]);
    const call = { caller: commandLine, requestId: 'test', ids: { key_id: key.keyId }, input: {} };
    await execute(fixture.gateway, revokeApiKey, call);
    expect(await download(url)).toEqual([403, 'url_expired']);
    expect(await download(ofOther)).toEqual([200, null]);
  },
);

test('a URL ends with the time of its key, if that is the shorter', async () => {
  const url = await urlOnRest(await fixture.key(partner.partnerId, { expires_in: KEY_SECONDS }));
  now += (KEY_SECONDS - 1) * 1000;
  expect(await download(url)).toEqual([200, null]);
  now += 1000;
  expect(await download(url)).toEqual([403, 'url_expired']);
});
