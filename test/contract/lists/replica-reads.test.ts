import { globSync } from 'node:fs';
import type { Kysely, KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { commandLine } from '../../../src/kernel/caller.ts';
import { OperationError } from '../../../src/kernel/errors.ts';
import type { Tables } from '../../../src/engine/sql/tables.ts';
import { execute } from '../../../src/pipeline/execute.ts';
import type { Ids, Query } from '../../../src/pipeline/operation.ts';
import { openTestGateway, settlementBody, type TestGateway } from '../../support/gateway.ts';

type AnyQuery = Query<Ids, z.ZodType, unknown, unknown>;

const src = new URL('../../../src/', import.meta.url);
const isQuery = (value: unknown): value is AnyQuery =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'query' && 'run' in value;

const modules = await Promise.all(
  globSync('**/*.operations.ts', { cwd: src }).map(
    (file): Promise<object> => import(new URL(file, src).href),
  ),
);
const queries = modules
  .flatMap((each) => Object.values(each).filter(isQuery))
  .filter(
    // A sandbox reads the clock of a partner beside.
    ({ sandboxOnly }) => sandboxOnly !== true,
  );

let fixture: TestGateway;
let ids: Readonly<Record<string, string | null>>;
beforeAll(async () => {
  fixture = await openTestGateway();
  const partner = await fixture.partner();
  const receiver = { url: 'https://93.184.216.34/hooks', event_types: ['*'] };
  const { webhook_endpoint_id } = (await partner.rest('POST', '/v1/webhook-endpoints', receiver)).json;
  const customer_id = await partner.completeCustomer();
  const documents = await partner.rest('GET', `/v1/kyc/documents/${customer_id}`);
  const settlement = await partner.rest('POST', '/v1/instant-settlements', settlementBody(customer_id));
  await fixture.relay();
  const deliveries = await partner.rest('GET', `/v1/webhook-endpoints/${webhook_endpoint_id}/deliveries`);
  const { webhook_delivery_id } = deliveries.json.items[0];
  const { document_id } = documents.json.nar1[0];
  const { funding_id } = settlement.json;
  const decision = await fixture.gateway.database.reads
    .selectFrom('decision')
    .select('id')
    .executeTakeFirstOrThrow();
  ids = {
    partner_id: partner.partnerId,
    owner_id: null,
    operator_id: null,
    country: null,
    customer_id,
    document_id,
    funding_id,
    webhook_endpoint_id,
    webhook_delivery_id,
    decision_id: decision.id,
    trial_id: await trialOf(fixture, partner.partnerId),
  };
});
afterAll(() => fixture.close());

async function trialOf({ key }: TestGateway, partnerId: string): Promise<string> {
  const operator = await key(partnerId, { role: 'operator' });
  const { json: made } = await operator.graphql(
    'mutation { createPolicy(input: { otherwise: DENY, rules: [{ key: "k", when: "true", then: DENY }] }) { id } }',
  );
  const { json } = await operator.graphql(
    'mutation ($id: ID!) { startPolicyTrial(id: $id, from: "2001-01-01T00:00:00Z", until: "2100-01-01T00:00:00Z") { trialId } }',
    { id: made.data.createPolicy.id },
  );
  return json.data.startPolicyTrial.trialId;
}

/** An input for a query: empty, or what it does not work without. */
function inputOf({ input }: AnyQuery): object {
  if (!(input instanceof z.ZodObject))
    throw new Error('The test knows only queries whose input is one object.');
  const lists = Object.entries(input.shape).filter(([, schema]) => schema instanceof z.ZodArray);
  const { customer_id, document_id, funding_id, webhook_endpoint_id, webhook_delivery_id } = ids;
  const item: Readonly<Record<string, unknown>> = {
    about: funding_id,
    customer_ids: customer_id,
    held_ids: funding_id,
    policy_ids: 'pol_none',
    repayment_ids: 'rep_none',
    object_ids: funding_id,
    funding_ids: funding_id,
    webhook_endpoint_ids: webhook_endpoint_id,
    webhook_delivery_ids: webhook_delivery_id,
    actors: 'clock',
    documents: { customer_id, document_id },
  };
  const named = lists.map(([name]) => [name, [item[name]]]);
  if ('contact_email' in input.shape) named.push(['contact_email', 'nobody@example.com']);
  const { reference } = input.shape;
  if (reference !== undefined && !(reference instanceof z.ZodOptional)) named.push(['reference', 'FT 1']);
  if (input.shape['currency'] instanceof z.ZodEnum) named.push(['currency', 'HKD']);
  return Object.fromEntries(named);
}

/**
 * The result of a query and the database that it read. A page, a list, a map or a sum is made of many rows. The name
 * of the query does not show this.
 */
async function observed(query: AnyQuery) {
  const { database } = fixture.gateway;
  const asked = { primary: 0, anywhere: 0 };
  const counting = (where: keyof typeof asked, db: Kysely<Tables>) => {
    const plugin: KyselyPlugin = {
      transformQuery({ node }) {
        asked[where] += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    return db.withPlugin(plugin);
  };
  const watched = {
    ...database,
    reads: counting('primary', database.reads),
    readsOf: (owner: string) => counting('primary', database.readsOf(owner)),
    readMany: <Result>(work: (db: Kysely<Tables>) => Promise<Result>) =>
      work(counting('anywhere', database.reads)),
  };
  const call = { caller: commandLine, requestId: 'test', ids, input: inputOf(query), inParts: true };
  const view = await execute({ ...fixture.gateway, database: watched }, query, call).then(
    (answer) => answer.view,
    (error: unknown) => {
      // A single record that does not exist was looked for all the same.
      if (error instanceof OperationError && error.code === 'resource_missing') return null;
      throw error;
    },
  );
  const isMany =
    typeof view === 'number' ||
    Array.isArray(view) ||
    view instanceof Map ||
    (typeof view === 'object' && view !== null && ('rows' in view || 'items' in view || 'ages' in view));
  return { isMany, asked };
}

test.each(queries.map((query) => [query.name, query] as const))(
  '%s asks a replica if it reads many rows, and the primary if it reads one',
  async (_name, query) => {
    const { isMany, asked } = await observed(query);
    if (isMany) expect(asked.primary).toBe(0);
    else expect(asked.anywhere).toBe(0);
  },
);

test('there are queries of both kinds', async () => {
  const all = await Promise.all(queries.map(observed));
  const of = (where: 'primary' | 'anywhere') => all.filter(({ asked }) => asked[where] > 0).length;
  expect(of('anywhere')).toBeGreaterThan(20);
  expect(of('primary')).toBeGreaterThan(4);
});
