import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Answer } from '../../support/gateway.ts';
import { openStages, type Stages } from '../../support/fixtures/settlement-stages.ts';

/** Texts of operators about people. */
const MARK = 'quix-suspect';

let stages: Stages;
const refusals: Answer[] = [];
beforeAll(async () => {
  stages = await openStages();
  const { operator, customerId } = stages;
  const send = (field: string, id: string, words: string) =>
    operator.graphql(`mutation ($id: ID!, $words: String!) { ${field} }`, { id, words });
  const verbs = [
    ['submitted', 'denyInstantSettlement(id: $id, reason: CREDIT_POLICY, note: $words) { id }'],
    ['approved', 'withdrawInstantSettlement(id: $id, reason: $words) { id }'],
    ['accepted', 'revokeInstantSettlement(id: $id, reason: $words) { id }'],
    ['accepted', 'disburseInstantSettlement(id: $id, reference: $words) { id }'],
  ] as const;
  for (const [status, field] of verbs) {
    const id = await stages.bring(status);
    refusals.push(await send(field, id, MARK.repeat(200)));
    expect((await send(field, id, MARK)).json.errors).toBeUndefined();
    refusals.push(await send(field, id, MARK));
  }
  const request = 'requestDocument(customerId: $id, type: NAR1, reason: $words) { type }';
  refusals.push(await send(request, customerId, MARK.repeat(200)));
  expect((await send(request, customerId, MARK)).json.errors).toBeUndefined();
});
afterAll(() => stages.close());

test('no refusal repeats what an operator wrote', () => {
  expect(refusals).toHaveLength(9);
  for (const { text, json } of refusals) {
    expect(json.errors).toHaveLength(1);
    expect(text).not.toContain(MARK);
  }
});

test('nothing that an operator wrote is in the log', () => {
  expect(stages.logged.length).toBeGreaterThan(20);
  expect(stages.logged.join('')).not.toContain(MARK);
});

test('nothing that an operator wrote is readable in the database', async () => {
  const { reads } = stages.gateway.database;
  const tables = [
    'instant_settlement',
    'document_request',
    'kyc_record',
    'event',
    'idempotency_key',
  ] as const;
  for (const table of tables)
    expect(JSON.stringify(await reads.selectFrom(table).selectAll().execute())).not.toContain(MARK);
});
