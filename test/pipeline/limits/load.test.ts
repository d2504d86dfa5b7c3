import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLoadWatch } from '../../../src/pipeline/limits/load-watch.ts';
import {
  customerBody,
  openTestGateway,
  pdf,
  settlementBody,
  type TestGateway,
  uploadForm,
} from '../../support/gateway.ts';

const load = { level: 0 };

let gateway: TestGateway;
let partner: Awaited<ReturnType<TestGateway['partner']>>;
let customerId: string;
let fundingId: string;
beforeAll(async () => {
  load.level = 0;
  gateway = await openTestGateway({}, () => new Date(), load);
  partner = await gateway.partner();
  customerId = await partner.completeCustomer();
  const created = await partner.rest('POST', '/v1/instant-settlements', settlementBody(customerId));
  fundingId = created.json.funding_id;
});
afterAll(() => gateway.close());

const uploadByGraphql = () => {
  const query = `mutation ($file: File!) { uploadDocuments(customerId: "${customerId}", input: { type: NAR1, files: [{ file: $file, filename: "a", mimeType: "application/pdf", hash: "${'0'.repeat(64)}" }] }) { id } }`;
  const form = new FormData();
  form.set('operations', JSON.stringify({ query, variables: { file: null } }));
  form.set('map', JSON.stringify({ 0: ['variables.file'] }));
  form.set('0', new Blob([pdf()]), 'a.pdf');
  return partner.rest('POST', '/graphql', form);
};

/** Requests by the level from which on they are refused; 4 stands for never. */
const requests: readonly (readonly [string, number, () => ReturnType<TestGateway['fetch']>])[] = [
  ['a list', 1, () => partner.rest('GET', '/v1/customers')],
  ['the feed', 1, () => partner.rest('GET', '/v1/events')],
  ['a HEAD of a list', 1, () => partner.rest('HEAD', '/v1/customers')],
  ['a list by GraphQL', 1, () => partner.graphql('{ customers { edges { node { id } } } }')],
  [
    'a list in a record by GraphQL',
    1,
    () =>
      partner.graphql('query ($id: ID!) { customer(id: $id) { instantSettlements { totalCount } } }', {
        id: customerId,
      }),
  ],
  [
    'a node by GraphQL',
    1,
    () => partner.graphql('query ($id: ID!) { node(id: $id) { id } }', { id: customerId }),
  ],
  ['a record', 2, () => partner.rest('GET', `/v1/customers/${customerId}`)],
  [
    'a record by GraphQL',
    2,
    () => partner.graphql('query ($id: ID!) { customer(id: $id) { id } }', { id: customerId }),
  ],
  ['the description', 2, () => gateway.fetch('GET', '/v1/openapi.json')],
  ['the documentation', 2, () => gateway.fetch('GET', '/docs')],
  [
    'an upload',
    3,
    () => partner.rest('POST', `/v1/kyc/documents/${customerId}`, uploadForm('nar1', [pdf()])),
  ],
  ['an upload by GraphQL', 3, uploadByGraphql],
  ['a change', 4, () => partner.rest('POST', '/v1/customers', customerBody())],
  [
    'a change by GraphQL',
    4,
    () => partner.graphql('mutation { rejectInstantSettlement(id: "x", reason: "no") { id } }'),
  ],
  [
    'a decision',
    4,
    () => partner.rest('PUT', `/v1/instant-settlements/${fundingId}/decision`, { decision: 'x' }),
  ],
  ['the page of the operators', 4, () => gateway.fetch('GET', '/console')],
  ['health', 4, () => gateway.fetch('GET', '/healthz')],
  ['readiness', 4, () => gateway.fetch('GET', '/readyz')],
];

test.each([0, 1, 2, 3])(
  'at level %d the first kinds of work are refused, as many as the level',
  async (level) => {
    load.level = level;
    for (const [what, from, send] of requests) {
      const answer = await send();
      expect(answer.json?.error?.code).not.toBe('route_unknown');
      const isRefused = answer.status === 503;
      expect([what, isRefused]).toEqual([what, level >= from]);
      if (!isRefused) continue;
      expect(answer.headers.get('retry-after')).toBe('2');
      if (answer.text !== '') expect(answer.text).toContain('service_unavailable');
    }
  },
);

test('a request that is refused for load is in the log once, with its code, and not as a failure', async () => {
  load.level = 3;
  gateway.logged.length = 0;
  await partner.rest('GET', '/v1/customers');
  await partner.graphql('{ customers { edges { node { id } } } }');
  const lines = gateway.logged.map((line) => JSON.parse(line));
  expect(lines.map(({ msg, status, code }) => ({ msg, status, code }))).toEqual([
    { msg: 'request', status: 503, code: 'service_unavailable' },
    { msg: 'request', status: 503, code: 'service_unavailable' },
  ]);
});

test('at each check but the first a slow event loop refuses one kind of work more, a quick one refuses one less', () => {
  const now = { loopDelayMs: 0, poolWaitMs: 0 };
  const watch = createLoadWatch({ loopDelayMs: () => now.loopDelayMs, poolWaitMs: () => now.poolWaitMs });
  const levels = (looks: number) =>
    Array.from({ length: looks }, () => {
      watch.check();
      return watch.level;
    });
  now.loopDelayMs = 200;
  expect(levels(2)).toEqual([0, 0]);
  now.loopDelayMs = 201;
  expect(levels(5)).toEqual([0, 1, 2, 3, 3]);
  now.loopDelayMs = 20;
  expect(levels(4)).toEqual([2, 1, 0, 0]);
  now.poolWaitMs = 2_001;
  expect(levels(3)).toEqual([0, 1, 2]);
  now.poolWaitMs = 0;
  expect(levels(3)).toEqual([1, 0, 0]);
  now.loopDelayMs = 500;
  expect(levels(1)).toEqual([0]);
  now.loopDelayMs = 20;
  expect(levels(1)).toEqual([0]);
});
