import { format } from 'prettier';
import { cursorAfter } from '../../../src/nouns/event/feed-cursor.ts';
import prettierOptions from '../../../.prettierrc.json' with { type: 'json' };
import { type Fixture, openFixture } from '../../contract/parity/fixture.ts';
import type { Call, OnBothApis } from '../../contract/parity/on-both-apis.ts';
import { operations } from '../../contract/parity/operations.ts';
import { results } from '../../contract/parity/results.ts';
import { kycBody, settlementBody, type TestPartner } from '../../support/gateway.ts';

const wholeKyc = () => kycBody({ operating_address: kycBody()['registered_address'] });

/** A settlement whose money was sent and partly paid back, the same for all calls of a fixture. */
function partlyPaid(fixture: Fixture): Promise<string> {
  const made = PARTLY_PAID.get(fixture) ?? makePartlyPaid(fixture);
  PARTLY_PAID.set(fixture, made);
  return made;
}

const PARTLY_PAID = new WeakMap<Fixture, Promise<string>>();

async function makePartlyPaid({ newFunded, callers: { partner, operator } }: Fixture): Promise<string> {
  const id = await newFunded();
  const report = { amount: 74_500, source: 'transfer', reference: 'INV-7' };
  const { json } = await partner.rest('POST', `/v1/instant-settlements/${id}/repayments`, report);
  await operator.graphql('mutation ($id: ID!) { confirmRepayment(id: $id) { id } }', {
    id: json.repayment_id,
  });
  return id;
}

/** The calls that the documentation shows, if it is not the first one that the parity of both APIs is tested with. */
const SHOWN: Readonly<Record<string, (fixture: Fixture) => Call | Promise<Call>>> = {
  getHkKyc: ({ complete }) => ({ ids: { customer_id: complete } }),
  updateHkKyc: async ({ newCustomer }) => ({ ids: { customer_id: await newCustomer() }, input: wholeKyc() }),
  updateMyKyc: async ({ newCustomer }) => ({
    ids: { customer_id: await newCustomer({ company_country: 'MY' }) },
    input: wholeKyc(),
  }),
  listCustomers: () => ({ input: { limit: 1 } }),
  listInstantSettlements: () => ({ input: { limit: 1 } }),
  listCustomerSettlements: ({ complete }) => ({ ids: { customer_id: complete }, input: { limit: 1 } }),
  listDocuments: ({ complete }) => ({ ids: { customer_id: complete } }),
  readEventFeed: () => ({ input: { limit: 2 } }),
  readStatement: async (fixture) => {
    await partlyPaid(fixture);
    return { input: { currency: 'HKD' } };
  },
  readSettlementStatement: async (fixture) => ({ ids: { funding_id: await partlyPaid(fixture) } }),
  listWebhookDeliveries: ({ endpoint }) => ({ ids: { webhook_endpoint_id: endpoint }, input: { limit: 1 } }),
  createInstantSettlement: ({ complete }) => ({ input: settlementBody(complete) }),
  getWebhookDelivery: ({ attempted }) => ({ ids: { webhook_delivery_id: attempted } }),
  replayWebhookEvents: ({ endpoint }) => ({
    ids: { webhook_endpoint_id: endpoint },
    input: { after: cursorAfter(1), only: 'failed' },
  }),
  rejectInstantSettlement: async ({ newOffer }) => ({
    ids: { funding_id: await newOffer() },
    input: { type: 'reject', reason: 'Too dear' },
  }),
};

/** Old spellings have the example of the row that replaced them. */
const OLD = /^POST \S+\/decision$|\/v1\/instant-settlement\//;

/** Every operation that a partner has, as it was sent and answered by each API, as the text of a JSON file. */
export async function recordedExamples(): Promise<string> {
  const fixture = await openFixture();
  try {
    const recorded = [];
    for (const [name, operation] of Object.entries<OnBothApis>(operations))
      recorded.push(await record(fixture, name, operation));
    return await asFile(recorded);
  } finally {
    await fixture.close();
  }
}

/** The text of a file of recorded values. */
export const asFile = (recorded: unknown): Promise<string> =>
  format(anonymous(JSON.stringify(recorded)), { ...prettierOptions, trailingComma: 'all', parser: 'json' });

async function record(fixture: Fixture, name: string, operation: OnBothApis) {
  const cases = Object.entries(results).find(([of]) => of === name)?.[1];
  const given = SHOWN[name] ?? cases?.[0]?.[1];
  if (given === undefined) throw new Error(`There is no call of ${name}.`);
  const rest = [];
  for (const row of operation.rows.filter((each) => !OLD.test(each))) {
    const call = await given(fixture);
    const { partner, sent } = listening(fixture.callers.partner);
    const { answer } = await operation.byRest(partner, call, row);
    requireSuccess(name, answer.json);
    const [request] = sent;
    rest.push({ row, path: request?.path, body: request?.body, answer: answer.json });
  }
  const { partner, sent } = listening(fixture.callers.partner);
  const { answer } = await operation.byGraphql(partner, await given(fixture));
  requireSuccess(name, answer.json);
  const graphql = { field: operation.field, ...sent[0]?.graphql, answer: answer.json };
  return { operation: name, rest, graphql };
}

function requireSuccess(name: string, json: { error?: unknown; errors?: unknown }): void {
  if ((json.error ?? json.errors) !== undefined)
    throw new Error(`${name} was refused: ${JSON.stringify(json)}`);
}

interface Sent {
  readonly path: string;
  readonly body?: unknown;
  readonly graphql?: { readonly document: string; readonly variables: unknown };
}

/** A partner, and what it sends from now on. */
function listening(from: TestPartner) {
  const sent: Sent[] = [];
  const rest: TestPartner['rest'] = (method, path, body, headers) => {
    if (!(body instanceof FormData)) sent.push({ path, body });
    else if (path === '/graphql') {
      const { query: document, variables } = JSON.parse(String(body.get('operations')));
      sent.push({ path, graphql: { document: oneText(document), variables } });
    } else {
      const metadata: unknown = JSON.parse(String(body.get('metadata')));
      const files = [...body.keys()].filter((each) => each !== 'metadata');
      sent.push({ path, body: { metadata, ...Object.fromEntries(files.map((each) => [each, '(bytes)'])) } });
    }
    return from.rest(method, path, body, headers);
  };
  const graphql: TestPartner['graphql'] = (document, variables, headers) => {
    sent.push({ path: '/graphql', graphql: { document: oneText(document), variables: variables ?? {} } });
    return from.graphql(document, variables, headers);
  };
  return { partner: { rest, graphql }, sent };
}

/** A document without the blanks that its place in a source file gave it. */
function oneText(document: string): string {
  const lines = document.split('\n').filter((line) => line.trim() !== '');
  return lines.join('\n');
}

/** The text with fixed values of the same form in place of random ones and of the addresses of the tests. */
function anonymous(text: string): string {
  const seen = new Map<string, string>();
  const idFor = (id: string, prefix: string) => {
    const known = seen.get(id) ?? `${prefix}_01kjvexamp1e${String(seen.size + 1).padStart(14, '0')}`;
    seen.set(id, known);
    return known;
  };
  return text
    .replaceAll(/\b([a-z]{3})_[0-9a-z]{26}(?![0-9a-z])/g, idFor)
    .replaceAll(/"(\d{14})-[0-9a-z]{12}-/g, '"$1-0examp1e0000-')
    .replaceAll(/fgk_test_[\w-]{43}/g, `fgk_test_${'Example'.repeat(6)}0`)
    .replaceAll(/whsec_[\w+/=-]+/g, 'whsec_RXhhbXBsZUV4YW1wbGVFeGFtcGxlRXhhbXBsZQ==')
    .replaceAll(
      /\bhttp:\/\/127\.0\.0\.1:1999\/hooks|https:\/\/93\.184\.216\.34\/hooks/g,
      'https://partner.example/hooks',
    )
    .replaceAll(/("duration_?[mM]s":)\d+/g, '$112')
    .replaceAll(/("request_id":")[\da-f-]{36}"/g, '$13f1c9a52-7d0e-4b86-a1f4-0c2d5e8b9a17"')
    .replaceAll(/(signature=)[\w-]+/g, '$1example');
}
