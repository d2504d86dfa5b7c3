import { parse } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exampleTabs } from '../../../src/pages/graphiql/tabs.ts';
import { openStages, type Stages } from '../../support/fixtures/settlement-stages.ts';

let stages: Stages;
beforeAll(async () => {
  stages = await openStages();
});
afterAll(() => stages.close());

type Tab = Awaited<ReturnType<typeof exampleTabs>>[number];

const operationOf = ({ query }: Tab) => {
  const [definition] = parse(query ?? '').definitions;
  if (definition?.kind !== 'OperationDefinition') throw new Error('The tab has no operation.');
  return [definition.operation, definition.name?.value];
};

/** Sends what a tab has, with real values in the place of `cus_...` and the like. */
async function run(apiKey: string, { query, variables, headers }: Tab, real: object = {}) {
  const body = { query, variables: { ...JSON.parse(variables ?? '{}'), ...real } };
  const response = await stages.app.fetch(
    new Request('http://gateway.test/graphql', {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/graphql-response+json, text/event-stream',
        Authorization: `Bearer ${apiKey}`,
        ...JSON.parse(headers ?? '{}'),
      },
      body: JSON.stringify(body),
    }),
  );
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  if (!isStream) return { status: response.status, isStream, json: await response.json() };
  await response.body?.cancel();
  return { status: response.status, isStream, json: null };
}

const [ofPartners, ofOperators] = await Promise.all([
  exampleTabs({ guide: 'partner-graphql', showsHeaders: true }),
  exampleTabs({ guide: 'operators', showsHeaders: false }),
]);
const tabNamed = (tabs: readonly Tab[], name: string): Tab => {
  const found = tabs.find((tab) => operationOf(tab)[1] === name);
  if (found === undefined) throw new Error(`There is no tab ${name}.`);
  return found;
};

test('partners find a list, one record, a change and a subscription', () => {
  expect(ofPartners.map(operationOf)).toEqual([
    ['query', 'customers'],
    ['query', 'customer'],
    ['query', 'instantSettlements'],
    ['mutation', 'createCustomer'],
    ['query', 'eventFeed'],
    ['subscription', 'events'],
  ]);
});

test('operators find what operators do', () => {
  expect(ofOperators.map(operationOf)).toEqual([
    ['query', 'partners'],
    ['mutation', 'denyInstantSettlement'],
    ['query', 'instantSettlement'],
    ['mutation', 'disburseInstantSettlement'],
    ['mutation', 'addNote'],
    ['mutation', 'createPolicy'],
    ['query', 'instantSettlement'],
    ['query', 'instantSettlement'],
    ['query', 'workList'],
    ['query', 'workList'],
    ['subscription', 'events'],
  ]);
});

test('the first tab needs no variables, because GraphiQL does not show the variables of that tab', () => {
  for (const [first] of [ofPartners, ofOperators]) expect(first?.variables).toBeNull();
});

test('a mutation has an Idempotency-Key if headers are shown, and none if they are not', () => {
  const key = JSON.stringify({ 'Idempotency-Key': 'graphiql-1' }, null, 2);
  for (const tab of ofPartners) expect(tab.headers).toBe(operationOf(tab)[0] === 'mutation' ? key : null);
  expect(ofOperators.map(({ headers }) => headers)).toEqual(ofOperators.map(() => null));
});

describe('each tab runs as it stands, with an id put in', () => {
  test.each(ofPartners.map((tab) => [operationOf(tab).join(' '), tab] as const))('%s', async (name, tab) => {
    const real = name === 'query customer' ? { id: stages.customerId } : {};
    const { status, isStream, json } = await run(stages.partner.apiKey, tab, real);
    expect([status, isStream, json?.errors]).toEqual([200, name.startsWith('subscription'), undefined]);
    expect(Object.values(json?.data ?? { stream: true })).not.toContain(null);
  });

  test.each(ofOperators.map((tab) => [operationOf(tab).join(' '), tab] as const))('%s', async (name, tab) => {
    const id = await stages.submit();
    if (name.includes('disburse'))
      for (const event of ['approve', 'accept'] as const) await stages.cause(event, id);
    const looked = await run(stages.operator.apiKey, tabNamed(ofOperators, 'instantSettlement'), { id });
    const { revision } = looked.json.data.instantSettlement.customer.kyc;
    const real =
      name.includes('nstantSettlement') || name.includes('addNote')
        ? { id, ...(name.includes('disburse') && { revision }) }
        : {};
    const { status, isStream, json } = await run(stages.operator.apiKey, tab, real);
    expect([status, isStream, json?.errors]).toEqual([200, name.startsWith('subscription'), undefined]);
    expect(Object.values(json?.data ?? { stream: true })).not.toContain(null);
  });
});
